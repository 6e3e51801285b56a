package measure

import (
	"slices"
	"strings"
)

// A metric is one row of this file: what it is called, measured in, wants to be
// and means, and how a closed run's value of it comes about. Rules, formats,
// schemas and the reference have it from here.

// definition is a metric and where its values come from.
type definition struct {
	Metric
	value  func(*sums) float64
	phased string // what it is called where each phase has it too; "" where none has
	member bool   // each provider has it too
	phase  int    // whose value it is: 1 + its place in phases, 0 for the whole run
}

// When a run has no value of a metric.
const (
	noRequest  = "no request came"
	noServable = "no servable request came"
	noTime     = "the scenario has no slo, or no servable request came"
	noSchema   = "the scenario asks for no schema"
	noBreaker  = "the strategy has no breaker, or met no such episode"
	noAnswer   = "nothing usable was delivered"
)

// ofRequests are counted request by request.
var ofRequests = []definition{
	{Metric: Metric{"requests", Count, Neither, "requests", "requests that arrived in [0, duration)", ""},
		value: func(s *sums) float64 { return float64(s.requests) }},
	{Metric: Metric{"success_rate", Rate, Higher, "answered", "usable answers per servable request", noServable}, phased: "success_rate",
		value: func(s *sums) float64 { return Ratio(float64(s.success), float64(s.servable)) }},
	{Metric: Metric{"slo_rate", Rate, Higher, "in time", "usable answers within slo of arrival per servable request", noTime}, phased: "slo_rate",
		value: func(s *sums) float64 { return where(s.slo, Ratio(float64(s.inTime), float64(s.servable))) }},
	{Metric: Metric{"apdex", Rate, Higher, "in time, late as half", "usable answers within slo count 1, later ones a half, per servable request", noTime}, phased: "apdex",
		value: func(s *sums) float64 {
			return where(s.slo, Ratio(float64(s.inTime)+float64(float64(s.success-s.inTime)/2), float64(s.servable)))
		}},
	latency("latency_p50", "p50", func(s *sums) float64 { return s.percentile(0) }),
	latency("latency_p90", "p90", func(s *sums) float64 { return s.percentile(1) }),
	latency("latency_p99", "p99", func(s *sums) float64 { return s.percentile(2) }),
	latency("latency_p999", "p99.9", func(s *sums) float64 { return s.percentile(3) }),
	latency("latency_max", "max", func(s *sums) float64 { return where(s.servable > 0, float64(s.max)/1e9) }),
	latency("latency_mean", "mean", func(s *sums) float64 { return Ratio(float64(s.sum), float64(s.servable)) / 1e9 }),
}

// latency is a figure of how long requests took.
func latency(name, word string, value func(*sums) float64) definition {
	return definition{Metric: Metric{name, Seconds, Lower, word, "from intended arrival until an answer or an error, servable requests", noServable}, phased: name, value: value}
}

// ofAttempts are counted attempt by attempt.
var ofAttempts = []definition{
	{Metric: Metric{"attempts", Count, Lower, "attempts", "attempts sent", ""}, member: true,
		value: func(s *sums) float64 { return float64(s.calls.attempts()) }},
	{Metric: Metric{"attempts_per_request", Scale, Lower, "attempts per request", "attempts sent per request", noRequest},
		value: func(s *sums) float64 { return Ratio(float64(s.calls.attempts()), float64(s.requests)) }},
	{Metric: Metric{"useful", Count, Neither, "useful", "attempts whose answer was delivered and usable", ""}, member: true,
		value: func(s *sums) float64 { return float64(s.calls.Calls[Useful]) }},
	{Metric: Metric{"wasted_calls", Count, Lower, "wasted calls", "attempts that were not useful", ""}, phased: "wasted calls", member: true,
		value: func(s *sums) float64 { return float64(s.wasted) }},
	{Metric: Metric{"wasted_per_1k", Scale, Lower, "wasted per 1k", "wasted calls per 1,000 requests", noRequest},
		value: func(s *sums) float64 { return Ratio(1000*float64(s.wasted), float64(s.requests)) }},
	{Metric: Metric{"wasted_seconds", Seconds, Lower, "wasted time", "time that chains waited for wasted calls", ""}, member: true,
		value: func(s *sums) float64 { return s.calls.idle() }},
	labelled("duplicate", "attempts beside one that was delivered", Duplicate),
	labelled("late", "usable answers after the deadline, or after the caller had gone", Late),
	labelled("invalid", "answers with status 200 that break the schema", Invalid),
	labelled("futile", "refusals for the request's own sake", FutileDiscovery, FutileRepeat),
	labelled("throttled", "attempts that were refused with 429", Throttled),
	labelled("impatient", "attempts cut off by our own timeout, on a provider that was well and would have answered usably within the truth's limit", Impatient),
	labelled("doomed", "failures of a provider that was ill", DoomedUndetected, DoomedKnown, DoomedProbe),
	labelled("unlucky", "failures of a provider that was well", Unlucky),
	labelled("futile.discovery", "futile attempts, the first of each request", FutileDiscovery),
	labelled("futile.repeat", "futile attempts after the first of a request", FutileRepeat),
	labelled("doomed.undetected", "doomed attempts, sent before any failure of that illness had ended", DoomedUndetected),
	labelled("doomed.known", "doomed attempts, sent after a failure of that illness had ended", DoomedKnown),
	labelled("doomed.probe", "doomed attempts of a half-open breaker", DoomedProbe),
	{Metric: Metric{"silent_bad", Count, Lower, "bad JSON delivered", "requests delivered as success whose body breaks the schema", noSchema},
		value: func(s *sums) float64 { return where(s.schema, float64(s.silent)) }},
}

// labelled counts the attempts that have one of some labels.
func labelled(name, summary string, labels ...Label) definition {
	return definition{Metric: Metric{"wasted." + name, Count, Lower, "wasted " + name, summary, ""}, member: true,
		value: func(s *sums) float64 {
			n := int64(0)
			for _, l := range labels {
				n += s.calls.Calls[l]
			}
			return float64(n)
		}}
}

// ofBreakers judge the breakers by the truth.
var ofBreakers = []definition{
	moved("trips", "trips", Lower, "breakers that went from closed to open", func(b *watch) int64 { return b.trips }),
	moved("true_trips", "true trips", Neither, "trips on a provider that was sick", func(b *watch) int64 { return b.truths }),
	moved("stale_trips", "stale trips", Lower, "trips on a provider that had been sick when most of the failures were sent", func(b *watch) int64 { return b.stales }),
	moved("spurious_trips", "false trips", Lower, "trips on a provider that was well", func(b *watch) int64 { return b.spurious }),
	moved("flaps", "flaps", Lower, "trips after less closed time than flap_window", func(b *watch) int64 { return b.flaps }),
	{Metric: Metric{"probes", Count, Neither, "probes", "half-open attempts", ""}, member: true,
		value: func(s *sums) float64 { return float64(s.calls.probes) }},
	watched("missed_outages", "missed outages", Count, Lower, "episodes with evidence enough and no trip", func(b *watch) float64 { return where(b.episodes > 0, float64(b.missed)) }),
	restricted("time_to_detect", "noticed after", "from an episode's start to the trip; an episode that was never noticed counts to its end", func(b *watch) *spells { return &b.detect }),
	censored("time_to_detect", "never noticed", func(b *watch) *spells { return &b.detect }),
	episodes("time_to_detect", "episodes to notice", func(b *watch) *spells { return &b.detect }),
	restricted("time_to_recover", "back after", "from an episode's end to the breaker's close; one that never came back counts to the end of what was seen", func(b *watch) *spells { return &b.recover }),
	censored("time_to_recover", "never back", func(b *watch) *spells { return &b.recover }),
	episodes("time_to_recover", "episodes to be back from", func(b *watch) *spells { return &b.recover }),
	watched("over_hold", "over-hold", Seconds, Lower, "time until duration in which breakers turned calls away from providers that were well; of a fleet, its processes' mean", func(b *watch) float64 { return float64(b.hold) / 1e9 }),
}

// moved counts moves of breakers: 0 for a chain that has none, and nothing for a
// provider of such a chain.
func moved(name, word string, better Better, summary string, count func(*watch) int64) definition {
	return definition{Metric: Metric{name, Count, better, word, summary, ""}, member: true, value: func(s *sums) float64 {
		if s.breaker == nil {
			return s.breakerless
		}
		return float64(count(s.breaker))
	}}
}

// watched is a figure of breakers that a chain without any has not.
func watched(name, word string, unit Unit, better Better, summary string, value func(*watch) float64) definition {
	return definition{Metric: Metric{name, unit, better, word, summary, noBreaker}, member: true, value: func(s *sums) float64 {
		if s.breaker == nil {
			return None
		}
		return value(s.breaker)
	}}
}

// A time until something came about has three rows: its restricted mean over
// episodes, how many of them never ended, and how many there were.

func restricted(name, word, summary string, of func(*watch) *spells) definition {
	return watched(name, word, Seconds, Lower, summary+", restricted mean", func(b *watch) float64 { return mean(of(b).sum, of(b).n) })
}

func censored(name, never string, of func(*watch) *spells) definition {
	return watched(name+CensoredSuffix, never, Count, Lower, "episodes of "+name+" that were "+never, func(b *watch) float64 {
		return where(of(b).n > 0, float64(of(b).censored))
	})
}

func episodes(name, word string, of func(*watch) *spells) definition {
	return watched(name+EpisodesSuffix, word, Count, Neither, "episodes that "+name+" is over", func(b *watch) float64 {
		return where(of(b).n > 0, float64(of(b).n))
	})
}

// ofMoney say what it cost, and how good what it bought was.
var ofMoney = []definition{
	{Metric: Metric{"cost_per_1k", Dollars, Lower, "cost per 1k", "dollars billed per 1,000 usable answers", noAnswer},
		value: func(s *sums) float64 { return s.price() }},
	{Metric: Metric{"wasted_cost_per_1k", Dollars, Lower, "wasted cost per 1k", "the part of cost_per_1k that was not useful", noAnswer},
		value: func(s *sums) float64 { return Ratio(1000*s.calls.useless(), float64(s.success)) }},
	{Metric: Metric{"quality_loss", Scale, Lower, "quality loss", "first provider's quality less the used one's, mean over delivered answers", "nothing was delivered"},
		value: func(s *sums) float64 { return Ratio(s.quality, float64(s.delivered)) }},
}

// ofMembers are figures that providers alone have.
var ofMembers = []definition{
	{Metric: Metric{"latency_p50", Seconds, Lower, "p50", "how long answered attempts took", "no attempt was answered"}, value: func(s *sums) float64 { return s.percentile(0) }},
	{Metric: Metric{"latency_p99", Seconds, Lower, "p99", "how long answered attempts took", "no attempt was answered"}, value: func(s *sums) float64 { return s.percentile(2) }},
	{Metric: Metric{"cost", Dollars, Lower, "cost", "dollars billed in the run", ""}, value: func(s *sums) float64 { return s.calls.billed() }},
	{Metric: Metric{"wasted_cost", Dollars, Lower, "wasted cost", "the part of cost that was not useful", ""}, value: func(s *sums) float64 { return s.calls.useless() }},
}

// catalogue is every metric of a run, in the order of every output.
var catalogue = func() []definition {
	run := slices.Concat(ofRequests, ofAttempts, ofBreakers, ofMoney)
	out := slices.Clone(run)
	for i, phase := range Phases {
		for _, d := range run {
			if d.phased == "" || phase == Since && d.Unit != Rate {
				continue
			}
			d.Summary = d.phased + " of requests that arrived " + phase + " the faults"
			if phase == Since {
				d.Summary = d.phased + " of requests that arrived since the first fault began, recovery included"
			}
			d.Name, d.phase = d.Name+"."+phase, i+1
			out = append(out, d)
		}
	}
	return out
}()

// memberCatalogue is every figure of a provider, in the order of every output.
var memberCatalogue = func() (out []definition) {
	for _, d := range slices.Concat(ofAttempts, ofBreakers) {
		if d.member {
			out = append(out, d)
		}
	}
	return append(out, ofMembers...)
}()

// LatencyNames are the latencies of requests.
var LatencyNames = func() (out []string) {
	for _, d := range ofRequests {
		if d.Unit == Seconds {
			out = append(out, d.Name)
		}
	}
	return out
}()

// WasteNames are the labels that have a metric, as they stand after "wasted.".
var WasteNames = func() (out []string) {
	for _, d := range ofAttempts {
		if name, ok := strings.CutPrefix(d.Name, "wasted."); ok {
			out = append(out, name)
		}
	}
	return out
}()

// where is a value that exists under a condition.
func where(exists bool, v float64) float64 {
	if !exists {
		return None
	}
	return v
}
