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

// sayRetryPolicy writes which exceptions are retried.
func (c *liteLLMPatch) sayRetryPolicy(want *policy.Document) ([][]foreign.Edit, string) {
	have, need := foreign.TableOf(&c.Loaded.Doc), foreign.TableOf(want)
	var out [][]foreign.Edit
	for _, k := range retryKeys {
		if have[k.classes[0]].Retry == need[k.classes[0]].Retry {
			continue
		}
		n := 0
		if need[k.classes[0]].Retry {
			n = max(1, c.litellm.retries)
		}
		var w foreign.Ways
		if at := c.litellm.policyOfRetries(); at == nil {
			w.Add(c.Section(c.Root, "router_settings", "retry_policy", foreign.Tree(k.key, n)))
		} else if old := at.Get(k.key); old != nil {
			w.Add(c.Put(old, strconv.Itoa(n)))
		} else {
			w.Add(c.Insert(at, k.key, foreign.Leaf(n)))
		}
		out = append(out, w.One()...)
	}
	return out, ""
}

// sayFailPolicy writes which exceptions cool a deployment at once, where there is
// a policy of allowed failures.
func (c *liteLLMPatch) sayFailPolicy(want *policy.Document) ([][]foreign.Edit, string) {
	at := c.litellm.router.Get("allowed_fails_policy")
	trip, ok := tripOf(want).(*policy.CountTrip)
	if at == nil || !ok {
		return nil, ""
	}
	have, need := foreign.TableOf(&c.Loaded.Doc), foreign.TableOf(want)
	var out [][]foreign.Edit
	for _, k := range failKeys {
		class := k.classes[0]
		if have[class].Evidence == need[class].Evidence {
			continue
		}
		n := foreign.Leaf(0)
		if need[class].Evidence == chain.Bad {
			n = foreign.Leaf(trip.Failures - 1)
		}
		var w foreign.Ways
		if old := at.Get(k.key); old != nil {
			w.Add(c.Put(old, n.Text))
		} else {
			w.Add(c.Insert(at, k.key, n))
		}
		out = append(out, w.One()...)
	}
	return out, ""
}
