package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"wavetank/chain/policy"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// knob is a setting that a complaint hangs on: it names one alternative of a
// strategy's, or says that there is none.
type knob func(k *bench) (change, bool)

// change is one setting, and what a strategy that has it is called.
type change struct{ name, path, value string }

// bench is what knobs look at.
type bench struct {
	doc       *policy.Document
	complaint *judge.Complaint
	strategy  *measure.Strategy
	spec      *faults.Spec
	slo       time.Duration
	deadline  time.Duration // that callers set; 0: none
}

// knobs are the settings that each cause hangs on, the first to try first.
var knobs = map[judge.Cause][]knob{
	judge.CauseHang:      {shorterAttempt, earlierTrip, someBreaker},
	judge.CauseKnown:     {someBreaker, earlierTrip, longerOpen},
	judge.CauseProbes:    {shorterAttempt, longerOpen},
	judge.CauseSlow:      {shorterAttempt, earlierTrip, hedged},
	judge.CauseImpatient: {longerAttempt},
	judge.CauseAnswers:   {hedged, shorterAttempt},
	judge.CauseErrors:    {shorterAttempt, fewerRetries, earlierTrip},
	judge.CauseWaits:     {fewerRetries},
	judge.CauseRefused:   {shorterOpen, laterTrip},
	judge.CauseLimited:   {moreRoom},
	judge.CauseStopped:   {failsOver, byCause},
	judge.CauseFailed:    {byCause, someRetry},
	judge.CauseSilent:    {checked},
	judge.CauseFalse:     {blameless, laterTrip},
	judge.CauseDuplicate: {laterHedge},
	judge.CauseLate:      {shorterAttempt},
	judge.CauseInvalid:   {askedLast},
	judge.CauseRepeat:    {byCause},
	judge.CauseThrottled: {someBreaker, heedHints, earlierTrip},
	judge.CauseReturn:    {shorterOpen},
	judge.CauseAlone:     {fitsDeadline, shorterAttempt, someBreaker, hedged},
	judge.CausePrice:     {cheapestFirst},
}

// handy are durations that people write.
var handy = []time.Duration{100, 200, 300, 500, 1000, 1500, 2000, 3000, 5000, 8000, 10000, 15000, 20000, 30000, 45000, 60000,
	90000, 120000, 180000, 300000, 600000}

// round returns the longest handy duration that is no longer.
func round(d time.Duration) time.Duration {
	out := handy[0] * time.Millisecond
	for _, h := range handy {
		if h *= time.Millisecond; h <= d {
			out = h
		}
	}
	return out
}

// Written is a duration as people write it: 5s, 1m30s, 500ms.
func Written(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	return s
}

// shorterAttempt lets two attempts fit into the slo, without one into the deadline;
// without that it halves what there is.
func shorterAttempt(k *bench) (change, bool) {
	now := time.Duration(0)
	if k.doc.Attempt != nil {
		now = k.doc.Attempt.Total
	}
	within := cmp.Or(k.slo, k.deadline, now)
	to := round(within / 2)
	if within == 0 || now > 0 && to > now*9/10 {
		return change{}, false
	}
	return change{"faster", "attempt.total", Written(to)}, true
}

// fitsDeadline lets four attempts fit into what callers wait.
func fitsDeadline(k *bench) (change, bool) {
	return change{"faster", "attempt.total", Written(round(k.deadline / 4))}, k.deadline > 0
}

// longerAttempt is the first handy length beyond the double.
func longerAttempt(k *bench) (change, bool) {
	if k.doc.Attempt == nil || k.doc.Attempt.Total == 0 {
		return change{}, false
	}
	to := 2 * k.doc.Attempt.Total
	for i, h := range handy {
		if i > 0 && h*time.Millisecond > to && handy[i-1]*time.Millisecond <= to { // more than double, for answers that take just that
			to = h * time.Millisecond
			break
		}
	}
	return change{"patient", "attempt.total", Written(to)}, true
}

// moreRoom doubles what a provider may carry.
func moreRoom(k *bench) (change, bool) {
	c, ok := k.doc.Admission.(*policy.Concurrency)
	if !ok || c.Limit != policy.FixedLimit {
		return change{}, false
	}
	return change{"roomier", "admission.initial", fmt.Sprint(2 * c.Initial)}, true
}

// earlierTrip halves the failures that open a breaker.
func earlierTrip(k *bench) (change, bool) {
	n := k.failures()
	return change{"sooner", "breaker.trip.failures", fmt.Sprint(n / 2)}, n > 1
}

// laterTrip doubles the failures that open a breaker.
func laterTrip(k *bench) (change, bool) {
	if k.doc.Breaker == nil {
		return change{}, false
	}
	if n := k.failures(); n > 0 {
		return change{"steadier", "breaker.trip.failures", fmt.Sprint(2 * n)}, true
	}
	if _, ok := k.doc.Breaker.Trip.(*policy.ImmediateTrip); ok {
		return change{"steadier", "breaker.trip", "{kind: consecutive, failures: 3}"}, true
	}
	return change{}, false
}

// failures is how many open the breaker, in a row or within a time; 0 where that
// is not how it opens.
func (k *bench) failures() int {
	if k.doc.Breaker == nil {
		return 0
	}
	switch t := k.doc.Breaker.Trip.(type) {
	case *policy.ConsecutiveTrip:
		return t.Failures
	case *policy.CountTrip:
		return t.Failures
	}
	return 0
}

// someBreaker adds the memory that a chain has not.
func someBreaker(k *bench) (change, bool) {
	if k.doc.Breaker != nil {
		return change{}, false
	}
	return change{"guarded", "breaker", "{trip: {kind: consecutive, failures: 3}, open: {kind: constant, base: 30s}, half_open: {kind: single}}"}, true
}

// longerOpen doubles the cooldown, or the longest one of a cooldown that grows.
func longerOpen(k *bench) (change, bool) {
	path, open := k.open()
	base, most := time.Duration(0), time.Duration(0)
	switch o := open.(type) {
	case *policy.ConstantOpen:
		base = o.Base
	case *policy.LinearOpen:
		base, most = o.Base, o.Max
	case *policy.ExponentialOpen:
		base, most = o.Base, o.Max
	}
	return change{"patient", path + ".base", Written(2 * base)}, base > 0 && (most == 0 || 2*base <= most)
}

// shorterOpen stops a cooldown from growing, or halves one that does not.
func shorterOpen(k *bench) (change, bool) {
	path, open := k.open()
	base, most := time.Duration(0), time.Duration(0)
	switch o := open.(type) {
	case *policy.ConstantOpen:
		return change{"eager", path + ".base", Written(o.Base / 2)}, true
	case *policy.LinearOpen:
		base, most = o.Base, o.Max
	case *policy.ExponentialOpen:
		base, most = o.Base, o.Max
	default:
		return change{}, false
	}
	to := max(base, round(most/4))
	if most == 0 {
		to = 2 * base
	}
	if to == most {
		return change{"eager", path, "{kind: constant, base: " + Written(base/2) + "}"}, true
	}
	return change{"eager", path + ".max", Written(to)}, true
}

// open is the cooldown and where it stands: of one that heeds headers, the one for
// providers that say nothing.
func (k *bench) open() (path string, o policy.Open) {
	if k.doc.Breaker == nil {
		return "", nil
	}
	path, o = "breaker.open", k.doc.Breaker.Open
	if h, ok := o.(*policy.HeaderOpen); ok {
		return path + ".else", h.Else
	}
	return path, o
}

// retries are how many there are of a provider.
func (k *bench) retries() int {
	switch r := k.doc.Retry.(type) {
	case *policy.ConstantRetry:
		return r.Max
	case *policy.LinearRetry:
		return r.Max
	case *policy.ExponentialRetry:
		return r.Max
	}
	return 0
}

// fewerRetries halves the retries, or does without.
func fewerRetries(k *bench) (change, bool) {
	switch n := k.retries(); n {
	case 0:
		return change{}, false
	case 1:
		return change{"no-retry", "retry", "null"}, true
	default:
		return change{"fewer-retries", "retry.max", fmt.Sprint(n / 2)}, true
	}
}

// someRetry asks a provider once more.
func someRetry(k *bench) (change, bool) {
	return change{"again", "retry", "{kind: constant, max: 1, base: 500ms}"}, k.retries() == 0
}

// heedHints waits as long as a provider says.
func heedHints(k *bench) (change, bool) {
	return change{"heedful", "retry.hint", "honour"}, k.retries() > 0
}

// byCause tells the request's own faults from the provider's.
func byCause(k *bench) (change, bool) {
	if c := k.doc.Classify; c != nil && c.Preset == policy.PresetByCause {
		return change{}, false
	}
	return change{"by-cause", "classify.preset", "by-cause"}, true
}

// failsOver asks the next provider after the error that ends calls.
func failsOver(k *bench) (change, bool) {
	return change{"moves-on", "classify.rules." + k.complaint.Class.String() + ".failover", "true"}, true
}

// blameless is byCause where bad prompts open breakers.
func blameless(k *bench) (change, bool) {
	if k.complaint.Reason != "caller_fault" {
		return change{}, false
	}
	return byCause(k)
}

// checked looks at the answers.
func checked(k *bench) (change, bool) {
	return change{"checked", "validate", "{kind: schema}"}, k.doc.Validate == nil
}

// hedged asks a second provider beside a slow one.
func hedged(k *bench) (change, bool) {
	if k.doc.Hedge != nil || k.slo == 0 {
		return change{}, false
	}
	return change{"hedged", "hedge", "{kind: delay, after: " + Written(round(k.slo/4)) + "}"}, true
}

// laterHedge waits twice as long before a second provider is asked.
func laterHedge(k *bench) (change, bool) {
	h, ok := k.doc.Hedge.(*policy.DelayHedge)
	if !ok {
		return change{}, false
	}
	return change{"calmer", "hedge.after", Written(2 * h.After)}, true
}

// askedLast moves the provider to the end.
func askedLast(k *bench) (change, bool) {
	order := k.order()
	i := k.complaint.Provider
	if i < 0 || i >= len(k.spec.Providers) {
		return change{}, false
	}
	at := slices.Index(order, k.spec.Providers[i].Name)
	if at < 0 || at == len(order)-1 {
		return change{}, false
	}
	return listed(append(slices.Delete(order, at, at+1), k.spec.Providers[i].Name)), true
}

// cheapestFirst sorts by price, of equals the ones first that were.
func cheapestFirst(k *bench) (change, bool) {
	was := k.order()
	prices := k.spec.Prices()
	price := func(name string) int64 {
		return prices[slices.IndexFunc(k.spec.Providers, func(p faults.Provider) bool { return p.Name == name })]
	}
	order := slices.Clone(was)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(price(a), price(b)) })
	return listed(order), !slices.Equal(order, was)
}

// order is the strategy's order of providers.
func (k *bench) order() (out []string) {
	if o, ok := k.doc.Order.(*policy.Listed); ok && len(o.Providers) > 0 {
		return slices.Clone(o.Providers)
	}
	for i := range k.spec.Providers {
		out = append(out, k.spec.Providers[i].Name)
	}
	return out
}

func listed(order []string) change {
	return change{"reordered", "order", "{kind: listed, providers: [" + strings.Join(order, ", ") + "]}"}
}
