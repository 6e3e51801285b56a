package words

import (
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// ComplaintText puts a complaint into words: what is so, and what follows from it.
func ComplaintText(sc *measure.Scenario, c *judge.Complaint) (fact, text string) {
	f, name := &c.Figures, ProviderName(sc, c.Provider)
	switch c.Cause {
	case judge.CauseNobody:
		return "nobody else to ask", "even ideal answers " + measure.Format(measure.Rate, f.Other) + phaseOf(sc, c.Metric) + ": it takes another provider"
	case judge.CauseFailed:
		return "all who are asked fail", missedWords(c)
	case judge.CauseRefused:
		return "everybody is held back", "by open breakers, when somebody would have answered: " + missedWords(c)
	case judge.CauseLimited:
		return "held back by our own limit", limitWords[c.Reason] + ": " + missedWords(c)
	case judge.CauseStopped:
		return c.Class.String() + " ends calls", "that another provider would have answered: " + missedWords(c)
	case judge.CauseSilent:
		return measure.FormatCount(f.Value) + " bad answers go out", "they break the schema, and are delivered as success"
	case judge.CauseFalse:
		return measure.FormatCount(f.Value) + " false trips",
			"most on " + name + ", by " + falseReasons[c.Reason] + ": healthy providers are held back for " + measure.FormatSeconds(f.Each)
	case judge.CauseAlone:
		return "no time for another", "a call to " + name + " may take until the deadline (" + measure.FormatSeconds(f.Each) + "), and nobody else is asked: " + missedWords(c)
	case judge.CausePrice:
		return brief(c.Metric, f.Value) + " per 1,000", "most of it for " + name + "; " + c.Against + " answers for " + brief(c.Metric, f.Other)
	case judge.CauseReturn:
		if c.Never[0] > 0 {
			return neverWords(c.Never[0], c.Never[1]) + " back", name + " is passed over though it is well, for " + measure.FormatSeconds(f.Value) + " and more in the mean"
		}
		return measure.FormatSeconds(f.Value) + " to come back", "for so long " + name + " is passed over though it is well"
	case judge.CauseDiffers:
		return c.Strategy, differWords(c.Metric, brief(c.Metric, f.Value)) + " (" + c.Against + ": " + brief(c.Metric, f.Other) + ")"
	}
	if c.Metric == "wasted_calls" {
		return wasteText(c, name)
	}
	fact, text = slowText(sc, c, name)
	return fact, text + ": " + slowConsequence(c)
}

// falseReasons say why a breaker opened on a provider that was well.
var falseReasons = map[string]string{
	"noise":        "everyday errors",
	"caller_fault": "prompts that nobody accepts",
	"race":         "late results",
	"scope":        "the trouble of others",
}

// limitWords say which of a chain's own limits held attempts back.
var limitWords = map[string]string{
	"admission": "the admission lets no more at a provider",
	"budget":    "the budget affords no more attempts",
	"limit":     "a call has sent all the attempts that its deadline slot allows",
}

func missedWords(c *judge.Complaint) string {
	return brief(c.Metric, c.Figures.Missed) + " of requests miss"
}

// slowText words what the time of slow requests goes to.
func slowText(sc *measure.Scenario, c *judge.Complaint, name string) (fact, text string) {
	f, limit := &c.Figures, measure.FormatSeconds(c.Figures.Each)
	if f.Timeout {
		limit = "one attempt timeout"
	}
	each := ", each for " + limit
	switch {
	case c.Cause == judge.CauseAnswers:
		return "slow answers", "those of " + name + " that are waited for take " + measure.FormatSeconds(f.Each)
	case c.Cause == judge.CauseWaits:
		return "waits between attempts", measure.FormatSeconds(f.Each) + " of each slow request, after a failure on " + name
	case c.Cause == judge.CauseErrors:
		return "errors that come late", "after " + measure.FormatSeconds(f.Each) + " on " + name
	case c.Cause == judge.CauseSlow:
		return "answers not waited for", name + " is slow, and calls are left after " + limit
	case c.Cause == judge.CauseImpatient:
		return "our own timeout", "calls are left after " + limit + " when " + name + " would have answered in time"
	case c.Cause == judge.CauseProbes:
		return measure.FormatCount(f.Value) + " probes hang", "on " + name + " while it is ill" + each
	case c.Cause == judge.CauseHang:
		on := ""
		if illProviders(sc) > 1 {
			on = " on " + name
		}
		return brief("time_to_detect", f.Noticed) + " to notice", "by then " + measure.FormatCount(f.Value) + " calls hang" + on + each
	case measure.Bad(f.Noticed):
		return "never notices", measure.FormatCount(f.Value) + " calls hang on " + name + each
	}
	return "asked again and again", measure.FormatCount(f.Value) + " calls hang on " + name + " after it was known" + each
}

// slowConsequence is what slow requests come to.
func slowConsequence(c *judge.Complaint) string {
	switch {
	case !measure.Bad(c.Figures.Missed):
		return missedWords(c)
	case measure.Bad(c.Figures.P99):
		return "requests are slow"
	}
	return "p99 stays at " + measure.FormatSeconds(c.Figures.P99)
}

// wasteText words the largest contributor to wasted calls.
func wasteText(c *judge.Complaint, name string) (fact, text string) {
	w := wasteWords[c.Cause]
	text = w.before + name + w.after
	if !measure.Bad(c.Figures.Other) {
		text += ": of " + measure.FormatCount(c.Figures.Other) + " wasted calls"
	}
	if c.Paid {
		text += ", and paid for"
	}
	return measure.FormatCount(c.Figures.Value) + " " + w.fact, text
}

// wasteWords stand around the provider that most wasted calls went to.
var wasteWords = map[judge.Cause]struct{ fact, before, after string }{
	judge.CauseDuplicate: {"calls are sent twice", "they lose the race on ", ""},
	judge.CauseLate:      {"answers come too late", "", " is still at work when the caller has gone"},
	judge.CauseInvalid:   {"answers do not fit", "", " breaks the schema, and each costs another call"},
	judge.CauseRepeat:    {"calls repeat a bad prompt", "", " is asked what another has refused"},
	judge.CauseThrottled: {"calls are turned away", "", " says 429, and is asked on"},
	judge.CauseImpatient: {"calls end by our own timeout", "", " would have answered in time"},
	judge.CauseHang:      {"calls before it notices", "they fail on ", ""},
	judge.CauseKnown:     {"calls after a failure", "", " had failed in the same outage before"},
	judge.CauseProbes:    {"probes", "they test ", " while it is ill"},
}

// differWords word a figure of one of two equals.
func differWords(metric, value string) string {
	base, _, _ := strings.Cut(metric, ".")
	switch base {
	case "spurious_trips":
		return "opens on healthy providers: " + value + " false trips"
	case "time_to_recover":
		return "comes back to a mended provider after " + value
	case "cost_per_1k":
		return "costs " + value + " per 1,000 answers"
	case "latency_p50":
		return "p50 " + value
	}
	return "p99 " + value
}

// ProviderName is a provider in a sentence.
func ProviderName(sc *measure.Scenario, provider int) string {
	if provider < 0 {
		return "nobody"
	}
	return sc.Providers[provider]
}
