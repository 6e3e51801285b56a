package foreign

import (
	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
)

// Verdicts are what a system does after each class of outcome, as an importer
// collects it. They begin as the table any-error.
type Verdicts [chain.NumClasses]chain.Verdict

// AnyError is the table in which every error is retried, fails over and counts.
func AnyError() *Verdicts {
	v := Verdicts(chain.AnyError{}.ByClass())
	return &v
}

// Failures are the classes that a provider's doing may end in.
var Failures = []chain.Class{chain.RateLimit, chain.Quota, chain.Overload, chain.Server, chain.Timeout, chain.Connect,
	chain.Truncated, chain.Auth, chain.ModelMissing, chain.BadRequest, chain.ContextLength, chain.ContentPolicy}

// Set says what classes lead to.
func (v *Verdicts) Set(retry, failover bool, e chain.Evidence, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Retry, v[c].Failover, v[c].Evidence = retry, failover, e
	}
}

// Retry says whether classes are retried.
func (v *Verdicts) Retry(yes bool, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Retry = yes
	}
}

// Failover says whether classes go on to the next provider.
func (v *Verdicts) Failover(yes bool, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Failover = yes
	}
}

// Evidence says what classes tell a breaker.
func (v *Verdicts) Evidence(e chain.Evidence, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Evidence = e
	}
}

// Node is what a chain file says of them: the fields in which they differ from
// any-error. More are the other parts of classify.
func (v *Verdicts) Node(remembers bool, more ...any) *yamldoc.Node {
	base := AnyError()
	rules := Tree()
	for c := range v {
		var pairs []any
		if v[c].Retry != base[c].Retry {
			pairs = append(pairs, "retry", v[c].Retry)
		}
		if v[c].Failover != base[c].Failover {
			pairs = append(pairs, "failover", v[c].Failover)
		}
		if v[c].Evidence != base[c].Evidence && remembers {
			pairs = append(pairs, "evidence", v[c].Evidence.String())
		}
		if pairs != nil {
			rules.Entries = append(rules.Entries, yamldoc.Entry{Key: chain.Class(c).String(), Value: Tree(pairs...)})
		}
	}
	pairs := []any{"preset", "any-error"}
	if len(rules.Entries) > 0 {
		pairs = append(pairs, "rules", rules)
	}
	return Tree(append(pairs, more...)...)
}

// StatusClasses are the classes of a list of HTTP statuses. whole is false where
// it holds some statuses of a class and not others that are as common.
func StatusClasses(codes map[int]bool) (in map[chain.Class]bool, whole bool) {
	in, whole = map[chain.Class]bool{}, true
	for code := range codes {
		in[chain.ClassOfStatus(code)] = true
	}
	for _, code := range []int{500, 502, 503, 504} {
		whole = whole && (!in[chain.Server] || codes[code])
	}
	delete(in, chain.OK)
	return in, whole
}

// HitBy tells whether a class is one that a list of statuses names: what never
// had a status is given one by the gateway.
func HitBy(codes map[int]bool, c chain.Class) bool {
	in, _ := StatusClasses(codes)
	switch c {
	case chain.Timeout:
		return codes[408]
	case chain.Connect:
		return codes[503]
	case chain.Truncated:
		return codes[500]
	case chain.Quota:
		return codes[429] || codes[402]
	case chain.ContextLength:
		return codes[400] || codes[413]
	case chain.ContentPolicy:
		return codes[400]
	}
	return in[c]
}
