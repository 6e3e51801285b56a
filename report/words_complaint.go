package report

import "strings"

// ComplaintText puts a complaint into words: what is so, and what follows from it.
func ComplaintText(sc *Scenario, c *Complaint) (fact, text string) {
	f, name := &c.Figures, providerName(sc, c.Provider)
	switch c.Cause {
	case CauseNobody:
		return "nobody else to ask", "even ideal answers " + inUnit(Rate, f.Other) + whileIll(sc) + ": it takes another provider"
	case CauseFailed:
		return "all who are asked fail", missedWords(c)
	case CauseRefused:
		return "everybody is held back", "by open breakers, when somebody would have answered: " + missedWords(c)
	case CauseStopped:
		return c.Class.String() + " ends calls", "that another provider would have answered: " + missedWords(c)
	case CauseSilent:
		return count(f.Value) + " bad answers go out", "they break the schema, and are delivered as success"
	case CauseFalse:
		return count(f.Value) + " false trips",
			"most on " + name + ", by " + falseReasons[c.Reason] + ": healthy providers are held back for " + seconds(f.Each)
	case CauseReturn:
		return seconds(f.Value) + " to come back", "for so long " + name + " is passed over though it is well"
	case CauseDiffers:
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

func missedWords(c *Complaint) string { return brief(c.Metric, c.Figures.Missed) + " of requests miss" }

// slowText words what the time of slow requests goes to.
func slowText(sc *Scenario, c *Complaint, name string) (fact, text string) {
	f, limit := &c.Figures, seconds(c.Figures.Each)
	if f.Timeout {
		limit = "one attempt timeout"
	}
	each := ", each for " + limit
	switch {
	case c.Cause == CauseAnswers:
		return "slow answers", "those of " + name + " that are waited for take " + seconds(f.Each)
	case c.Cause == CauseWaits:
		return "waits between attempts", seconds(f.Each) + " of each slow request, after a failure on " + name
	case c.Cause == CauseErrors:
		return "errors that come late", "after " + seconds(f.Each) + " on " + name
	case c.Cause == CauseSlow:
		return "answers not waited for", name + " is slow, and calls are left after " + limit
	case c.Cause == CauseProbes:
		return count(f.Value) + " probes hang", "on " + name + " while it is ill" + each
	case c.Cause == CauseHang:
		on := ""
		if illProviders(sc) > 1 {
			on = " on " + name
		}
		return brief("time_to_detect", f.Noticed) + " to notice", "by then " + count(f.Value) + " calls hang" + on + each
	case bad(f.Noticed):
		return "never notices", count(f.Value) + " calls hang on " + name + each
	}
	return "asked again and again", count(f.Value) + " calls hang on " + name + " after it was known" + each
}

// slowConsequence is what slow requests come to.
func slowConsequence(c *Complaint) string {
	switch {
	case !bad(c.Figures.Missed):
		return missedWords(c)
	case bad(c.Figures.P99):
		return "requests are slow"
	}
	return "p99 stays at " + seconds(c.Figures.P99)
}

// wasteText words the largest contributor to wasted calls.
func wasteText(c *Complaint, name string) (fact, text string) {
	w := wasteWords[c.Cause]
	text = w.before + name + w.after
	if !bad(c.Figures.Other) {
		text += ": of " + count(c.Figures.Other) + " wasted calls"
	}
	return count(c.Figures.Value) + " " + w.fact, text
}

// wasteWords stand around the provider that most wasted calls went to.
var wasteWords = map[Cause]struct{ fact, before, after string }{
	CauseDuplicate: {"calls are sent twice", "they lose the race on ", ", and are paid for"},
	CauseLate:      {"answers come too late", "", " is still at work when the caller has gone"},
	CauseInvalid:   {"answers do not fit", "", " breaks the schema, and each costs another call"},
	CauseRepeat:    {"calls repeat a bad prompt", "", " is asked what another has refused"},
	CauseThrottled: {"calls are turned away", "", " says 429, and is asked on"},
	CauseHang:      {"calls before it notices", "they fail on ", ""},
	CauseKnown:     {"calls after a failure", "", " had failed in the same outage before"},
	CauseProbes:    {"probes", "they test ", " while it is ill"},
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

// providerName is a provider in a sentence.
func providerName(sc *Scenario, provider int) string {
	if provider < 0 {
		return "nobody"
	}
	return sc.Providers[provider]
}
