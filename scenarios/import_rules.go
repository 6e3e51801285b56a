package scenarios

import (
	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
)

// verdicts are what a system does after each class of outcome, as an importer
// collects it. They begin as the table any-error.
type verdicts [chain.NumClasses]chain.Verdict

// anyError is the table in which every error is retried, fails over and counts.
func anyError() *verdicts {
	v := verdicts(chain.AnyError{}.ByClass())
	return &v
}

// failures are the classes that a provider's doing may end in.
var failures = []chain.Class{chain.RateLimit, chain.Quota, chain.Overload, chain.Server, chain.Timeout, chain.Connect,
	chain.Truncated, chain.Auth, chain.ModelMissing, chain.BadRequest, chain.ContextLength, chain.ContentPolicy}

// set says what classes lead to.
func (v *verdicts) set(retry, failover bool, e chain.Evidence, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Retry, v[c].Failover, v[c].Evidence = retry, failover, e
	}
}

// retry says whether classes are retried.
func (v *verdicts) retry(yes bool, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Retry = yes
	}
}

// failover says whether classes go on to the next provider.
func (v *verdicts) failover(yes bool, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Failover = yes
	}
}

// evidence says what classes tell a breaker.
func (v *verdicts) evidence(e chain.Evidence, classes ...chain.Class) {
	for _, c := range classes {
		v[c].Evidence = e
	}
}

// node is what a chain file says of them: the fields in which they differ from
// any-error. More are the other parts of classify.
func (v *verdicts) node(remembers bool, more ...any) *yamldoc.Node {
	base := anyError()
	rules := tree()
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
			rules.Entries = append(rules.Entries, yamldoc.Entry{Key: chain.Class(c).String(), Value: tree(pairs...)})
		}
	}
	pairs := []any{"preset", "any-error"}
	if len(rules.Entries) > 0 {
		pairs = append(pairs, "rules", rules)
	}
	return tree(append(pairs, more...)...)
}

// statusClasses are the classes of a list of HTTP statuses. whole is false where
// it holds some statuses of a class and not others that are as common.
func statusClasses(codes map[int]bool) (in map[chain.Class]bool, whole bool) {
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
