package scenarios

import (
	"fmt"
	"strings"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/sim"
)

// sort is one sort of parts that come in kinds.
type sort struct {
	prefix string // before the colon, in fault:hang
	title  string
	about  string
	kinds  []kindInfo
}

// kindInfo is one kind, with its defaults filled in.
type kindInfo struct {
	kind, summary string
	value         any
}

func sortOf[T any](prefix, title, about string, reg *chain.Registry[T]) sort {
	s := sort{prefix: prefix, title: title, about: about}
	for _, e := range reg.Entries() {
		s.kinds = append(s.kinds, kindInfo{e.Kind, e.Summary, e.New()})
	}
	return s
}

// sorts lists every sort of part, in the order of the reference.
func sorts() []sort {
	return []sort{
		sortOf("arrivals", "Arrivals", "When requests arrive: `workload.arrivals`.", &sim.ArrivalKinds),
		sortOf("law", "Laws", "Distributions of times and of counts of tokens. A bare amount is a `constant` law, a map with `ttft` a `stream`.", &faults.Laws),
		sortOf("fault", "Faults", "What a line of `timeline` does to its providers, beside `at`, `for` and `provider`.", &faults.Kinds),
		sortOf("order", "Strategies: order", "Whom to ask, in which order.", &policy.Orders),
		sortOf("availability", "Strategies: availability", "Whom to leave out when a call begins.", &policy.Availabilities),
		sortOf("admission", "Strategies: admission", "How much a provider is asked to carry.", &policy.Admissions),
		sortOf("retry", "Strategies: retry", "Whether to ask the same provider again, and after what wait.", &policy.Retries),
		sortOf("trip", "Strategies: breaker.trip", "What opens a breaker.", &policy.Trips),
		sortOf("open", "Strategies: breaker.open", "How long it stays open.", &policy.Opens),
		sortOf("half_open", "Strategies: breaker.half_open", "What happens when the cooldown is over.", &policy.HalfOpens),
		sortOf("hedge", "Strategies: hedge", "When to ask a second provider beside a slow one.", &policy.Hedges),
		sortOf("budget", "Strategies: budget", "Which extra attempts may be afforded.", &policy.Budgets),
		sortOf("validate", "Strategies: validate", "Whether a body fits what was asked for.", &policy.Validates),
		sortOf("exhausted", "Strategies: exhausted", "Which error is reported when nobody is left.", &policy.Exhausteds),
	}
}

// Kinds lists the names that Describe knows, as fault:hang.
func Kinds() []string {
	var out []string
	for _, s := range sorts() {
		for _, k := range s.kinds {
			out = append(out, s.prefix+":"+k.kind)
		}
	}
	return out
}

// Describe explains one kind, as fault:hang, with every key and default, or one metric,
// as metric:latency_p99.
func Describe(name string) (string, error) {
	prefix, kind, _ := strings.Cut(name, ":")
	if prefix == metricPrefix {
		return describeMetric(kind)
	}
	for _, s := range sorts() {
		if s.prefix != prefix {
			continue
		}
		for _, k := range s.kinds {
			if k.kind == kind {
				return s.describe(k), nil
			}
		}
	}
	hint := yamldoc.DidYouMean(name, Kinds())
	if hint == "" {
		hint = "wavetank list shows what there is"
	}
	return "", fmt.Errorf("no kind %q (%s)", name, hint)
}

func (s sort) describe(k kindInfo) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s  %s\n", s.prefix, k.kind, k.summary)
	rows := keysOf(k.value)
	wide, units := 0, 0
	for _, r := range rows {
		wide, units = max(wide, len(r.name)), max(units, len(r.unit))
	}
	for _, r := range rows {
		fmt.Fprintf(&b, "\n  %-*s  %-*s  %s", wide, r.name, units, r.unit, r.doc)
		if d := r.standing(); d != "" {
			fmt.Fprintf(&b, " (%s)", d)
		}
	}
	if len(rows) > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n%s", yamldoc.Format(kindNode(k)))
	return b.String()
}

// standing says whether a key is required, or what stands for it.
func (k key) standing() string {
	switch {
	case k.required:
		return "required"
	case k.def != "" && !strings.Contains(k.doc, "default "):
		return "default " + k.def
	}
	return ""
}

// kindNode writes a kind as a file would, every default spelled out; what must
// be given is left for the reader.
func kindNode(k kindInfo) *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.Map, Entries: []yamldoc.Entry{{Key: "kind", Value: &yamldoc.Node{Kind: yamldoc.Scalar, Text: k.kind}}}}
	inner := Types.Node(k.value)
	if inner == nil {
		return n
	}
	for _, r := range keysOf(k.value) {
		if r.required {
			inner = inner.Without(r.name)
		}
	}
	n.Entries = append(n.Entries, inner.Entries...)
	return n
}

// Types knows the kinds of every open part of a scenario. A bare amount is a
// constant law, and a law with ttft is a stream.
var Types = func() *yamldoc.Types {
	ts := &yamldoc.Types{}
	yamldoc.Union(ts, &faults.Laws, yamldoc.Shorthands{ScalarKind: "constant", ScalarKey: "value",
		Keys: []yamldoc.KeyKind{{Key: "ttft", Kind: "stream"}}})
	yamldoc.Union(ts, &faults.Kinds, yamldoc.Shorthands{})
	yamldoc.Union(ts, &sim.ArrivalKinds, yamldoc.Shorthands{})
	strategy.Register(ts)
	return ts
}()
