package chain_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/chain/policy"
)

// Strategies of the laws are drawn from the lines below: every registered kind
// stands there, with every option that changes what it does. "" leaves a slot
// out. ALL is all providers, SOME some of them, FIRST and LAST one; RANK is all
// with numbers.

var orders = []string{
	"", "", "", "order listed providers=SOME", "order listed providers=ALL+FIRST", "order clairvoyant",
	"order weighted weights=RANK", "order weighted", "order weighted weights=RANK failover=no", "order price prices=RANK", "order price",
	"order uniform", "order uniform providers=SOME failover=no", "order round_robin", "order round_robin providers=SOME failover=no",
	"order least_latency decay=5s", "order least_latency two_choices=true penalty=1m", "order least_latency failover=no",
	"order sticky for=7s", "order sticky for=10s clock=last_reset guarded=true", "order sticky",
	"order tiers tiers=FIRST/LAST", "order tiers each=1 tiers=ALL", "order tiers",
	"order pools", "order pools size=2 spread=true", "order pools pools=ALL rotate_on.server.failover=true",
	"order groups", "order groups size=2 attempts=2", "order paths paths=2:SOME+1:LAST",
}

var availabilities = []string{
	"", "", "availability ignore", "availability skip_open", "availability skip_open when_all_open=primary", "availability skip_open when_all_open=last",
	"availability skip_open when_all_open=all", "availability skip_open when_all_open=wait_earliest", "availability skip_open when_all_open=wait_earliest max_wait=2s",
	"availability skip_open when_all_open=pend", "availability skip_open panic=60%", "availability skip_open panic=60% when_all_open=wait_earliest",
}

var admissions = []string{
	"", "", "", "admission none", "admission concurrency initial=1", "admission concurrency limit=aimd initial=2 min=1 max=4 slow=3s",
	"admission concurrency limit=vegas initial=2 min=1 max=9", "admission concurrency limit=gradient2 initial=2 min=1 max=9",
	"admission sre window=10s", "admission sre k=1 window=10s protect=2 max_reject=90% count_at=finish",
}

var attempts = []string{
	"", "", "attempt total=2s", "attempt total=5s", "attempt total=1s", "attempt total=2s as=server", "attempt total=3s as=bad_request",
	"attempt connect=500ms", "attempt first_byte=1s", "attempt idle_gap=1s", "attempt total=5s connect=1s first_byte=2s idle_gap=500ms",
}

var classifies = []string{
	"", "", "classify preset=any-error", "classify preset=by-cause", "classify preset=transient-only",
	"classify preset=by-cause rules.quota.evidence=trip rules.auth.retry=true rules.server.failover=false",
	"classify only_if_failed_within=2s", "classify preset=by-cause special_chain.rate_limit=SOME", "classify rules.local_reject.evidence=bad",
	"classify preset=by-cause special_chain.context_length=LAST special_chain.content_policy=FIRST special_chain.rate_limit=ALL",
	"classify rules.caller_deadline.evidence=bad rules.caller_cancel.evidence=good",
}

var retries = []string{
	"", "", "retry none", "retry constant max=2", "retry constant max=1 base=1s hint=honour hint_cap=1m", "retry linear max=3 base=1s cap=2s jitter=equal",
	"retry exponential max=2 base=500ms jitter=full", "retry exponential max=254 base=1ms jitter=decorrelated", "retry schedule waits=1s+0s+2s jitter=times",
	"retry exponential max=4 base=500ms jitter=polly cap=3s", "retry constant max=2 base=1s jitter=plus_minus spread=20% reselect=any",
	"retry constant max=3 jitter=add base=1s jitter_add=750ms zero_if_alternative=true reselect=other", "retry constant max=2 base=1s reselect=chain", "retry constant max=254 reselect=chain",
	"retry exponential max=3 base=1s jitter=minus spread=25% hint=obey hint_cap=10s over_cap=clamp hint_jitter=50% hint_margin=1s", "retry constant max=3 base=2s sum_cap=5s hint=honour hint_cap=2s over_cap=abandon",
	"retry constant max=1 base=1s sleep_last=true", "retry constant max=2 base=1s hint=obey hint_cap=1s over_cap=obey reselect=any cap_after_jitter=true",
}

var trips = []string{
	"never", "immediate", "consecutive failures=2", "consecutive failures=3", "count failures=2 window=10s", "count failures=3 window=10s expiry=tumbling",
	"count failures=3 window=10s expiry=rearmed", "n_of_m n=2 m=4", "ratio ratio=50% min=2 last=4", "ratio ratio=50% min=2 window=10s each=true", "ratio ratio=30% over=true min=3 window=10s tumbling=true",
	"ratio ratio=50% min=2 window=10s every=5s", "ratio ratio=50% min=2 last=4 every=2s", "slow_ratio ratio=50% slow=1s min=2 last=4", "slow_ratio ratio=80% slow=2s min=2 window=10s buckets=5 every=1s",
	"ema below=80% window=30s min=2", "ema below=50% window=10s warmup=2s", "header_signal", "any_of of=consecutive,failures=3+slow_ratio,ratio=90%,slow=5s,last=3,min=3+header_signal",
}

var opens = []string{
	"constant base=1s", "constant base=1s", "linear base=2s max=5s", "exponential base=1s max=10s jitter=equal", "from_header else=constant,base=1s cap=20s least=2s margin=500ms",
	"until_window_drains window=10s", "per_class default=constant,base=1s rate_limit=from_header,else=constant;base=2s timeout=exponential,base=2s",
}

var halves = []string{
	"none", "none", "none sweep=3s", "single", "single", "single neutral=success", "single neutral=failure late=count", "single neutral=hold", "single probe_timeout=3s", "single probe_timeout=3s probe_timeout_to=closed sweep=2s",
	"permits permits=2", "permits permits=3 successes=2 results=3 early=true", "permits permits=3 successes=2 results=3", "permits permits=2 permit=concurrent", "permits permits=2 permit=concurrent successes=3 results=5 late=count early=true",
	"permits permits=1 permit=concurrent successes=2 probe_timeout=10s neutral=failure", "share share=50%", "share share=20% successes=2 probe_timeout=20s", "share share=25% ramp=10s", "share share=50% neutral=success late=count",
}

var hedges = []string{
	"", "", "", "hedge none", "hedge delay after=1s", "hedge delay after=2s max_extra=3", "hedge delay after=1s target=same max_extra=2",
	"hedge quantile quantile=50% min_samples=2 window=5 max_extra=2", "hedge on_attempt_timeout max_extra=2", "hedge parallel extra=2",
}

var budgets = []string{
	"", "", "", "budget none", "budget token_ratio ratio=20% burst=2", "budget token_ratio ratio=0 burst=1 covers=retry+failover+hedge",
	"budget concurrent_fraction ratio=20% min_concurrency=1", "budget concurrent_fraction ratio=50% min_concurrency=0 covers=retry+failover+hedge",
	"budget failure_tokens max_tokens=2", "budget share ratio=10% window=10s", "budget share ratio=0 window=10s min_rate=1 covers=failover+hedge",
}

var validates = []string{"", "", "validate none", "validate json", "validate schema", "validate schema heal=true"}

var deadlines = []string{
	"", "", "deadline total=5s", "deadline attempts=2", "deadline total=30s attempts=5", "deadline failovers=1", "deadline total=6s attempts=3",
	"deadline total=8s slice=2s", "deadline total=4s", "deadline total=6s slice=1s failovers=2",
}

var exhausteds = []string{"", "exhausted first", "exhausted last", "exhausted primary", "exhausted aggregate", "exhausted synthetic"}

var insides = []string{
	"", "", "", "", "inside retry=constant,max=2", "inside retry=exponential,max=2,base=1s,jitter=decorrelated", "inside retry=constant,max=1,base=500ms,hint=honour classify.server.retry=false classify.ok_invalid.retry=true",
}

// breakerOptions are what a breaker has of its own.
var breakerOptions = []string{
	"", "", "", "success_clears=true", "failure_extends=true", "max_open=30%", "max_open=30% always_one=true", "max_open=60% single_exempt=true", "single_exempt=true", "row_decay=5s", "scope.all=true", "scope.groups=ALL",
}

// drawStrategy chooses a line or none for each slot.
func drawStrategy(t *rapid.T, names []string) string {
	var lines []string
	for _, choices := range [][]string{orders, availabilities, admissions, attempts, classifies, retries, {"", drawBreaker(t), drawBreaker(t)},
		hedges, budgets, validates, deadlines, exhausteds, insides} {
		if line := rapid.SampledFrom(choices).Draw(t, "slot"); line != "" {
			lines = append(lines, line)
		}
	}
	return fillIn(t, strings.Join(append(lines, drawOwn(t, lines)...), "\n"), names)
}

// drawOwn gives some provider parts of its own, where they may stand.
func drawOwn(t *rapid.T, lines []string) (out []string) {
	text := strings.Join(lines, "\n")
	if !strings.Contains(text, "reselect=") {
		if line := rapid.SampledFrom([]string{"", "", "own FIRST retry none", "own LAST retry constant max=2 base=500ms", "own LAST retry exponential max=1 base=1s sleep_last=true"}).Draw(t, "own"); line != "" {
			out = append(out, line)
		}
	}
	if strings.Contains(text, "breaker ") && !strings.Contains(text, "scope.") {
		if line := rapid.SampledFrom([]string{"", "", "own FIRST breaker trip never", "own LAST breaker trip immediate", "own LAST breaker open constant base=20s half_open none"}).Draw(t, "own"); line != "" {
			out = append(out, line)
		}
	}
	return out
}

func drawBreaker(t *rapid.T) string {
	return strings.Join([]string{"breaker", rapid.SampledFrom(breakerOptions).Draw(t, "breaker"), "trip", rapid.SampledFrom(trips).Draw(t, "trip"),
		"open", rapid.SampledFrom(opens).Draw(t, "open"), "half_open", rapid.SampledFrom(halves).Draw(t, "half_open")}, " ")
}

// fillIn puts names where a line has words in capitals.
func fillIn(t *rapid.T, text string, names []string) string {
	some := rapid.Permutation(names).Draw(t, "order")[:rapid.IntRange(1, len(names)).Draw(t, "listed")]
	var rank []string
	for i, name := range names {
		rank = append(rank, name+":"+string(rune('1'+i)))
	}
	last := names[len(names)-1]
	if len(names) == 1 { // who stands in a list once, must not stand there twice
		text = strings.ReplaceAll(text, "FIRST/LAST", "FIRST")
	}
	text = strings.ReplaceAll(text, "2:SOME", "2:"+strings.Join(some, ","))
	return strings.NewReplacer("ALL", strings.Join(names, "+"), "SOME", strings.Join(some, "+"), "FIRST", names[0], "LAST", last, "RANK", strings.Join(rank, "+")).Replace(text)
}

// TestEveryKindIsDrawn holds the lines against the registries.
func TestEveryKindIsDrawn(t *testing.T) {
	drawn := func(slot string, lines []string, kinds []string) {
		for _, kind := range kinds {
			if !slices.ContainsFunc(lines, func(line string) bool {
				return slices.Equal(strings.Fields(line)[:min(1, len(strings.Fields(line)))], []string{kind}) || strings.HasPrefix(line+" ", slot+" "+kind+" ")
			}) {
				t.Errorf("no line has %s: %s", slot, kind)
			}
		}
	}
	drawn("order", orders, kindsOf(&policy.Orders))
	drawn("availability", availabilities, kindsOf(&policy.Availabilities))
	drawn("admission", admissions, kindsOf(&policy.Admissions))
	drawn("retry", retries, kindsOf(&policy.Retries))
	drawn("trip", trips, kindsOf(&policy.Trips))
	drawn("open", opens, kindsOf(&policy.Opens))
	drawn("half_open", halves, kindsOf(&policy.HalfOpens))
	drawn("hedge", hedges, kindsOf(&policy.Hedges))
	drawn("budget", budgets, kindsOf(&policy.Budgets))
	drawn("validate", validates, kindsOf(&policy.Validates))
	drawn("exhausted", exhausteds, kindsOf(&policy.Exhausteds))
}

func kindsOf[T any](r *chain.Registry[T]) (out []string) {
	for _, e := range r.Entries() {
		out = append(out, e.Kind)
	}
	return out
}

// calendar tells a strategy that looks at windows which begin at fixed instants:
// time may be shifted by hours only.
func calendar(strategy string) bool {
	for _, mark := range []string{"window", "sweep", "every", " sre", "budget share"} {
		if strings.Contains(strategy, mark) {
			return true
		}
	}
	return false
}
