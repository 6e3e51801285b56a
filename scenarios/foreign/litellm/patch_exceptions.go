package litellm

import (
	"strconv"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// policyOfRetries is the retry policy that the importer reads, nil for none.
func (l *liteLLM) policyOfRetries() *yamldoc.Node {
	if own := l.router.Get("model_group_retry_policy").Get(l.entry.name); own != nil {
		return own
	}
	return l.router.Get("retry_policy")
}

// retriesAfter is how often a strategy asks again after a failure of a class.
func retriesAfter(want *policy.Document, class chain.Class) int {
	if want.Retry == nil || !foreign.TableOf(want)[class].Retry {
		return 0
	}
	n, own := retriesOf(want), policy.ClassCounts{}
	switch r := want.Retry.(type) {
	case *policy.ExponentialRetry:
		own = r.PerClass
	case *policy.ScheduleRetry:
		own = r.PerClass
	}
	return own.Of(class, n)
}

// sayRetryPolicy writes how often each exception is retried that has a number of
// its own, or is to have one.
func (c *liteLLMPatch) sayRetryPolicy(want *policy.Document) (out [][]foreign.Edit, hint string) {
	for _, k := range retryKeys {
		have, need := retriesAfter(&c.Loaded.Doc, k.classes[0]), retriesAfter(want, k.classes[0])
		if have == need {
			continue
		}
		var w foreign.Ways
		if at := c.litellm.policyOfRetries(); at == nil {
			w.Add(c.Section(c.Root, "router_settings", "retry_policy", foreign.Tree(k.key, need)))
		} else if old := at.Get(k.key); old != nil {
			w.Add(c.Put(old, strconv.Itoa(need)))
		} else {
			w.Add(c.Insert(at, k.key, foreign.Leaf(need)))
		}
		out = append(out, w.One()...)
	}
	return out, ""
}
