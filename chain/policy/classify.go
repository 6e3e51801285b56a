package policy

import (
	"time"

	"wavetank/chain"
)

// Classify answers what an outcome means, as a table over chain.Class.
type Classify struct {
	Preset ClassifyPreset `yaml:"preset" doc:"table to start from; default any-error"`
	Rules  ClassRules     `yaml:"rules" doc:"fields of single classes that differ from the preset"`
	Soon   time.Duration  `yaml:"only_if_failed_within,omitempty" doc:"a failure fails over only if it came this soon after sending; 0: whenever it came"`
	Detour Detours        `yaml:"special_chain,omitempty" doc:"whom a call asks instead after a failure of a class"`
}

// Detours are the classes after which a call may go elsewhere.
type Detours struct {
	ContextLength []string `yaml:"context_length,omitempty" doc:"providers for prompts that were too long"`
	ContentPolicy []string `yaml:"content_policy,omitempty" doc:"providers for requests that a filter refused"`
	RateLimit     []string `yaml:"rate_limit,omitempty" doc:"providers for the overflow of a rate limit"`
}

// Build lists the detours.
func (d *Detours) Build() (out []chain.Detour) {
	for _, one := range []chain.Detour{{Class: chain.ContextLength, Providers: d.ContextLength}, {Class: chain.ContentPolicy, Providers: d.ContentPolicy}, {Class: chain.RateLimit, Providers: d.RateLimit}} {
		if len(one.Providers) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// Check judges the bound; every preset takes every rule.
func (c *Classify) Check() error { return atLeast("only_if_failed_within", c.Soon, 0) }

// Build makes the table.
func (c *Classify) Build() chain.Classifier {
	t := presetTables[c.Preset]()
	for class, rule := range c.Rules.byClass() {
		if rule != nil {
			rule.apply(&t[class])
		}
	}
	return t
}

// table is a verdict per class.
type table [chain.NumClasses]chain.Verdict

func (t *table) Classify(o *chain.Outcome) chain.Verdict { return t[o.Class] }

func (t *table) ByClass() [chain.NumClasses]chain.Verdict { return *t }

// ClassifyPreset names a table.
type ClassifyPreset = Word[presetWords]

// The tables. Caller_* classes are evidence none in all of them.
const (
	PresetAnyError      ClassifyPreset = iota // every error is retried, fails over and is bad
	PresetByCause                             // what another attempt cannot mend stops; only the provider's doing is bad
	PresetTransientOnly                       // what may pass by itself fails over and is bad, all else stops
)

var presetTables = [...]func() *table{anyError, byCause, transientOnly}

type presetWords struct{}

func (presetWords) list() []string { return []string{"any-error", "by-cause", "transient-only"} }

func anyError() *table {
	t := &table{}
	for c := range t {
		t[c] = chain.AnyError{}.Classify(&chain.Outcome{Class: chain.Class(c)})
	}
	return t
}

// byCause asks whose doing an error is. The provider's own fails over and
// counts; the request's own would fail anywhere, so it stops and says nothing
// about health. A body that breaks the schema is the member's fault but no
// outage: the next member is asked, the breaker is told nothing.
func byCause() *table {
	t := stopping()
	for _, c := range []chain.Class{chain.RateLimit, chain.Overload, chain.Server, chain.Timeout, chain.Connect, chain.Truncated} {
		t[c] = chain.Verdict{Class: c, Retry: true, Failover: true, Evidence: chain.Bad}
	}
	t[chain.Quota] = chain.Verdict{Class: chain.Quota, Failover: true, Evidence: chain.Bad}
	t[chain.OKInvalid] = chain.Verdict{Class: chain.OKInvalid, Failover: true}
	t[chain.LocalReject] = chain.Verdict{Class: chain.LocalReject, Failover: true}
	return t
}

// transientOnly is the ai-memory article's is_transient. Whether a 429 is
// transient it does not state; here it is.
func transientOnly() *table {
	t := stopping()
	for _, c := range []chain.Class{chain.Server, chain.Overload, chain.Timeout, chain.Connect, chain.Truncated, chain.RateLimit} {
		t[c] = chain.Verdict{Class: c, Failover: true, Evidence: chain.Bad}
	}
	t[chain.LocalReject].Failover = true
	return t
}

// stopping is the table in which success is good and every error ends the call.
func stopping() *table {
	t := &table{}
	for c := range t {
		t[c].Class = chain.Class(c)
	}
	t[chain.OK].Evidence, t[chain.OKSlow].Evidence = chain.Good, chain.Good
	return t
}

// ClassRule overrides fields of one class's verdict; nil keeps the preset's.
type ClassRule struct {
	Retry    *bool     `yaml:"retry" doc:"the same provider may be asked again"`
	Failover *bool     `yaml:"failover" doc:"the next provider may be asked"`
	Evidence *Evidence `yaml:"evidence" doc:"what the breaker is told"`
}

// Check judges nothing: every combination means something.
func (*ClassRule) Check() error { return nil }

func (r *ClassRule) apply(v *chain.Verdict) {
	if r.Retry != nil {
		v.Retry = *r.Retry
	}
	if r.Failover != nil {
		v.Failover = *r.Failover
	}
	if r.Evidence != nil {
		v.Evidence = chain.Evidence(*r.Evidence)
	}
}

// Evidence is chain.Evidence as files write it.
type Evidence = Word[evidenceWords]

type evidenceWords struct{}

func (evidenceWords) list() []string { return []string{"none", "good", "bad", "trip"} }
