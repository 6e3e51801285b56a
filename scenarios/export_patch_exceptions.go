package scenarios

import (
	"strconv"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy/yamldoc"
)

// policyOfRetries is the retry policy that the importer reads, nil for none.
func (l *liteLLM) policyOfRetries() *yamldoc.Node {
	if own := l.router.Get("model_group_retry_policy").Get(l.entry.name); own != nil {
		return own
	}
	return l.router.Get("retry_policy")
}

func entriesOf(n *yamldoc.Node) []yamldoc.Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

// sayRetryPolicy writes which exceptions are retried.
func (c *liteLLMPatch) sayRetryPolicy(want *policy.Document) ([][]edit, string) {
	have, need := tableOf(&c.loaded.Doc), tableOf(want)
	var out [][]edit
	for _, k := range retryKeys {
		if have[k.classes[0]].Retry == need[k.classes[0]].Retry {
			continue
		}
		n := 0
		if need[k.classes[0]].Retry {
			n = max(1, c.litellm.retries)
		}
		var w ways
		if at := c.litellm.policyOfRetries(); at == nil {
			w.add(c.section(c.root, "router_settings", "retry_policy", tree(k.key, n)))
		} else if old := at.Get(k.key); old != nil {
			w.add(c.put(old, strconv.Itoa(n)))
		} else {
			w.add(c.insert(at, k.key, leaf(n)))
		}
		out = append(out, w.one()...)
	}
	return out, ""
}

// sayFailPolicy writes which exceptions cool a deployment at once, where there is
// a policy of allowed failures.
func (c *liteLLMPatch) sayFailPolicy(want *policy.Document) ([][]edit, string) {
	at := c.litellm.router.Get("allowed_fails_policy")
	trip, ok := tripOf(want).(*policy.CountTrip)
	if at == nil || !ok {
		return nil, ""
	}
	have, need := tableOf(&c.loaded.Doc), tableOf(want)
	var out [][]edit
	for _, k := range failKeys {
		class := k.classes[0]
		if have[class].Evidence == need[class].Evidence {
			continue
		}
		n := leaf(0)
		if need[class].Evidence == chain.Bad {
			n = leaf(trip.Failures - 1)
		}
		var w ways
		if old := at.Get(k.key); old != nil {
			w.add(c.put(old, n.Text))
		} else {
			w.add(c.insert(at, k.key, n))
		}
		out = append(out, w.one()...)
	}
	return out, ""
}
