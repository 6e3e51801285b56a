package scenarios

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"wavetank/chain/cpu"
)

// hostile are documents that cost much where nothing is bounded.
func hostile() map[string]string {
	const one = "providers:\n  a: {latency: 1s}\n"
	head := func(arrivals string) string {
		return "schema_version: 1\nname: x\nduration: 10m\nworkload: {arrivals: {" + arrivals + "}}\n"
	}
	poisson := head("kind: poisson, rate: 1")
	gamma := "{kind: gamma, mean: 1s, cv: 9}"
	many := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	mixture := "{kind: mixture, parts: [" + strings.Repeat("{weight: 1, law: "+gamma+"},", 64) + "]}"
	return map[string]string{
		"mixtures":   poisson + "providers:\n" + many(60, "  p%d: {latency: "+mixture+"}\n"),
		"providers":  poisson + "providers:\n" + many(10000, "  p%d: {latency: "+gamma+"}\n"),
		"gammas":     poisson + "providers:\n" + many(13, "  p%d: {latency: {kind: gamma, mean: 1s, cv: 3}}\n"),
		"timeline":   poisson + one + "timeline:\n" + many(10000, "  - {at: 1m, for: %dm, provider: a, kind: status, after: "+gamma+"}\n"),
		"latencies":  poisson + one + "timeline:\n" + many(256, "  - {at: 1m, for: %dm, provider: a, kind: latency, share: 50%%, factor: 2}\n"),
		"flaps":      poisson + one + "timeline:\n" + many(250, "  - {at: 0s, for: 9m, provider: a, kind: flap, down: 1ms, up: %dms}\n"),
		"references": poisson + one + "output: {schema: {type: object, properties: {" + many(4, "k%d: {$ref: '#'}, ") + "}}}\n",
		"strategies": poisson + one + "strategies:\n" + many(10000, "  s%d: {preset: five-provider}\n"),
		"rules":      poisson + one + "expect:\n" + many(20000, "  - naive.attempts + naive.attempts <= %d\n"),
		"deep rule":  poisson + one + "expect:\n  - " + strings.Repeat("(", 200000) + "naive.attempts <= 3\n",
		"long rule":  poisson + one + "expect:\n  - naive.attempts <= 3" + strings.Repeat(" + 1", 200000) + "\n",
		"steps":      head("kind: steps, steps: ["+strings.Repeat("{rate: 1, for: 1s},", 20000)+"]") + one,
		"users":      head("kind: closed, users: 100000, think: "+gamma) + one,
		"targets":    poisson + one + "timeline:\n  - {at: 0s, for: 1m, kind: hang, provider: [" + strings.Repeat("a,", 100000) + "]}\n",
		"unknown":    poisson + one + many(50000, "key%d: 1\n"),
		"order":      poisson + one + "strategies: {x: {order: {kind: listed, providers: [" + strings.Repeat("a,", 100000) + "]}}}\n",
	}
}

// TestHostile demands that no document under 1 MiB takes over a second. Others
// may be using the machine, so the better of three counts.
func TestHostile(t *testing.T) {
	for name, text := range hostile() {
		best := time.Hour
		for range 3 {
			start := cpu.Time()
			_, _ = Load("-", Options{Stdin: strings.NewReader(text)})
			if best = min(best, cpu.Time()-start); best < time.Second {
				break
			}
		}
		if best >= time.Second {
			t.Errorf("%s: %d bytes took %s", name, len(text), best)
		}
	}
}
