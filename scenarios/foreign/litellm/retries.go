package litellm

import (
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// retryKeys are the exceptions of a retry policy, by what we call them.
var retryKeys = []struct {
	key     string
	classes []chain.Class
}{
	{"TimeoutErrorRetries", []chain.Class{chain.Timeout}},
	{"RateLimitErrorRetries", []chain.Class{chain.RateLimit}},
	{"InternalServerErrorRetries", []chain.Class{chain.Server, chain.Overload}},
	{"AuthenticationErrorRetries", []chain.Class{chain.Auth}},
	{"BadRequestErrorRetries", []chain.Class{chain.BadRequest}},
	{"ContentPolicyViolationErrorRetries", []chain.Class{chain.ContentPolicy}},
}

// retryCounts reads how often a group is asked again.
func (l *liteLLM) retryCounts(v *foreign.Verdicts) {
	n, path := l.setting("num_retries")
	if x, ok := l.Whole(n, path, 0, 100); ok {
		l.retries = x
		l.Took(n, "%s %d -> %d attempts on each group", path, x, x+1)
	} else {
		l.retries = 2
		l.Assumed(yamldoc.Pos{}, liteLLMSource, "num_retries 2: three attempts on each group")
	}
	for _, d := range l.entry.members {
		own := l.Get(d.params, "num_retries")
		if x, ok := l.Whole(own, "num_retries", 0, 100); ok && len(l.entry.members) == 1 {
			l.retries = x
			l.Took(own, "num_retries %d of the deployment stands before the router's", x)
		} else if own != nil {
			l.Left(own, "num_retries of one deployment among several: the group's stands")
		}
	}
	l.retryPolicy(v)
}

// retryPolicy reads retries per exception: each replaces the number of the router
// for what it names. The exception of the first failure on a group decides.
func (l *liteLLM) retryPolicy(v *foreign.Verdicts) {
	policy := l.Get(l.router, "retry_policy")
	if groups := l.Get(l.router, "model_group_retry_policy"); groups != nil {
		if own := l.Get(groups, l.entry.name); own != nil {
			policy = own
		}
	}
	if !l.IsMap(policy, "retry_policy") {
		return
	}
	for _, k := range retryKeys {
		n := l.Get(policy, k.key)
		x, ok := l.Whole(n, k.key, 0, 100)
		if !ok {
			continue
		}
		v.Retry(x > 0, k.classes...)
		if x == 0 || x == l.retries {
			l.Took(n, "%s %d -> classify.rules.%s.retry %t", k.key, x, k.classes[0], x > 0)
			continue
		}
		l.Took(n, "%s %d -> retry.per_class.%s, before num_retries", k.key, x, k.classes[0])
		for _, c := range k.classes {
			l.perClass = append(l.perClass, c.String(), x)
		}
	}
}

// retry writes how a group is asked again: after half a second, doubled, at most
// eight, or what the response says up to a minute; at once where the group has
// several deployments. After the last failure the router waits once more.
func (l *liteLLM) retry(single bool) *yamldoc.Node {
	if l.retries == 0 && l.perClass == nil {
		return nil
	}
	options := []any{"jitter", "add", "hint", "obey", "hint_cap", time.Minute, "jitter_add", 750 * time.Millisecond, "over_cap", "own_backoff"}
	if l.perClass != nil {
		options = append(options, "per_class", foreign.Tree(l.perClass...))
	}
	if !single {
		options = append(options, "sleep_last", true, "reselect", "group")
	}
	l.Assumed(yamldoc.Pos{}, liteLLMSource, "retries wait min(0.5s * 2^n, 8s) and up to 0.75s more; Retry-After counts up to 60s; in a group of several deployments nobody waits")
	n, path := l.setting("retry_after")
	least, ok := l.seconds(n, path)
	if !ok || least == 0 || l.retries == 0 {
		return foreign.Kind("exponential", append([]any{"max", l.retries, "base", 500 * time.Millisecond, "factor", 2, "cap", 8 * time.Second}, options...)...)
	}
	l.Took(n, "%s %s -> retry.waits: none is shorter", path, least)
	var waits []*yamldoc.Node
	for i := range l.retries {
		waits = append(waits, foreign.Leaf(min(max(500*time.Millisecond<<min(i, 5), least), 8*time.Second)))
	}
	return foreign.Kind("schedule", append([]any{"waits", waits}, options...)...)
}
