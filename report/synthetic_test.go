package report

import (
	"math"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// figures are a strategy's means; the runs scatter around them.
type figures map[string]float64

// synthetic makes the result that the goldens show: a hang of the first of two
// providers, six strategies, and as many seeds as asked for.
func synthetic(seeds int) *judge.Result {
	sc := measure.Scenario{
		Name: "hang-primary", Hash: "3f9a1c27d04b", File: "library:hang-primary", Rate: "5 req/s",
		Title:    "The first provider takes calls and never answers, for fifteen to twenty-five minutes.",
		Duration: 40 * time.Minute, SLO: 10 * time.Second, Providers: []string{"sambanova", "openai"},
		Timeline: []measure.Fault{{Kind: "hang", Targets: []int{0},
			At:  faults.Span{Min: 4 * time.Minute, Max: 6 * time.Minute},
			For: faults.Span{Min: 15 * time.Minute, Max: 25 * time.Minute}}},
	}
	r := &judge.Result{Scenario: sc, Again: []string{"wavetank", "run", "hang-primary", "--seed", "1", "--seeds", "20"},
		Replay: replaySynthetic}
	for i := range seeds {
		r.Seeds = append(r.Seeds, uint64(i+1))
	}
	add := func(s measure.Strategy, f figures, strip string) {
		for _, seed := range r.Seeds {
			s.Runs = append(s.Runs, syntheticRun(s, f, seed, strip))
		}
		r.Strategies = append(r.Strategies, s)
	}
	add(measure.Strategy{Name: "naive", Preset: "naive", Version: "2026-07-11", Hash: "aaaaaaaaaaaa"}, figures{"slo_rate": 0.42, "slo_rate.during": 0,
		"latency_p50.during": 30.6, "latency_p99.during": 32, "latency_p50": 1.2, "wasted_calls": 6263, "silent_bad": 155, "cost_per_1k": 0.61},
		"·······!!!!!!!!!!!!!!!!!!!!!!!!!!!!·························")
	add(measure.Strategy{Name: "naive-retry", Preset: "naive-retry", Version: "2026-07-11", Hash: "bbbbbbbbbbbb"}, figures{"slo_rate.during": 0,
		"latency_p50.during": 60, "latency_p99.during": 60, "wasted_calls": 12061, "silent_bad": 31, "cost_per_1k": 0.62},
		"·······!!!!!!!!!!!!!!!!!!!!!!!!!!!!·························")
	add(measure.Strategy{Name: "five-provider", Preset: "five-provider", Version: "2026-07-11", Unverified: 4, Hash: "cccccccccccc", HasBreaker: true},
		figures{"slo_rate.during": 0.973, "latency_p50.during": 0.6, "latency_p99.during": 30.7, "wasted_calls": 354, "silent_bad": 0, "trips": 1,
			"time_to_detect": 31, "time_to_recover": 167, "cost_per_1k": 0.62, "over_hold": 167},
		"·······!!?■?■■■?■■■■■?■■■■■■■■?■■■■■■■?·····················")
	add(measure.Strategy{Name: "ai-memory", Preset: "ai-memory", Version: "2026-06-02", Unverified: 3, Hash: "dddddddddddd", HasBreaker: true},
		figures{"slo_rate.during": 0.638, "latency_p50.during": 0.9, "latency_p99.during": 31.6, "wasted_calls": 2300, "silent_bad": 158, "trips": 41,
			"spurious_trips": 25, "time_to_detect": 30, "time_to_recover": 74, "cost_per_1k": 0.61},
		"·······!!!!■!■!!!!!!■!■!■!!!!■!■!■!··················■······")
	add(measure.Strategy{Name: "gobreaker", Preset: "gobreaker", Version: "2026-07-11", Hash: "eeeeeeeeeeee", HasBreaker: true},
		figures{"slo_rate.during": 0.951, "latency_p50.during": 0.6, "latency_p99.during": 30.7, "wasted_calls": 355, "silent_bad": 158, "trips": 1,
			"time_to_detect": 31, "time_to_recover": 55, "cost_per_1k": 0.61},
		"·······!!■?■?■?■?■?■?■?■?■?■?■?■?■?■························")
	add(measure.Strategy{Name: "clairvoyant", Preset: "clairvoyant", Hash: "ffffffffffff", Ideal: true},
		figures{"slo_rate.during": 1, "latency_p50.during": 0.6, "latency_p99.during": 2.1, "cost_per_1k": 0.61},
		"·······■■■■■■■■■■■■■■■■■■■■■■■■■■■■·························")
	return r
}

// sinceFault makes figures of the time since the fault of those that were given for it,
// unless they were given too.
func sinceFault(v []float64, f figures) {
	at := func(m string) *float64 { return &v[measure.Index[m]] }
	if _, given := f["slo_rate.since"]; !given {
		*at("slo_rate.since") = *at("slo_rate.during")
	}
	if _, given := f["success_rate.since"]; !given {
		*at("success_rate.since") = max(*at("success_rate.during"), *at("slo_rate.since"))
	}
	for _, phase := range []string{"", ".since"} {
		*at("success_rate" + phase) = max(*at("success_rate" + phase), *at("slo_rate" + phase))
		*at("apdex" + phase) = (*at("slo_rate" + phase) + *at("success_rate" + phase)) / 2
	}
}

// syntheticRun scatters the figures by up to one percent, most of it shared by
// all strategies of a seed. Metrics that are not given are 0, times NaN, and
// answered is all.
func syntheticRun(s measure.Strategy, f figures, seed uint64, strip string) measure.Run {
	run := measure.Run{Seed: seed, Values: make([]float64, len(measure.Catalogue)), Fired: []int64{0},
		Against: measure.Shares{Improved: 0.4 + 0.01*scatter(seed, 1), Worsened: 0.02 + 0.01*scatter(seed, 2)}}
	if s.Name == "naive" { // the reference is compared with nobody
		run.Against = measure.Shares{Improved: measure.None, Worsened: measure.None}
	}
	if !s.Ideal {
		run.Fired[0] = int64(f["wasted_calls"])
	}
	for i, m := range measure.Catalogue {
		v, given := f[m.Name]
		switch {
		case given && m.Unit == measure.Count:
			v = math.Round(v * (1 + 0.01*scatter(seed, 0) + 0.002*scatter(seed, hash(s.Name+" "+measure.Catalogue[i].Name))))
		case given && v != 1:
			v *= 1 + 0.01*scatter(seed, 0) + 0.002*scatter(seed, hash(s.Name+" "+measure.Catalogue[i].Name))
		case !given && m.Unit == measure.Seconds:
			v = math.NaN()
		case !given && strings.HasPrefix(m.Name, "success_rate"): // some late, but all answered
			v = 1
		}
		run.Values[i] = v
	}
	sinceFault(run.Values, f)
	for range 2 {
		p := make([]float64, len(measure.ProviderCatalogue))
		for i := range p {
			p[i] = float64(i)
		}
		p[index0("time_to_detect")] = math.NaN()
		run.Providers = append(run.Providers, p)
	}
	if f["trips"] > 0 {
		run.Trips = []measure.Trip{{At: chain.Instant(331e9), Label: measure.SpuriousTrip, Reason: "noise", Badness: 0.002, Counted: 3}}
		run.TripsOmitted = 1
	}
	if seed == 1 {
		run.Strips = []measure.Strip{stripOf(strip, strings.Repeat("·", 7)+strings.Repeat("█", 28)+strings.Repeat("·", 25)),
			stripOf(strings.Repeat("·", 60), strings.Repeat("·", 60))}
	}
	return run
}

func index0(name string) int {
	i, _ := measure.ProviderMetricIndex(name)
	return i
}

// stripOf reads a strip back from its characters.
func stripOf(calls, truth string) measure.Strip {
	var s measure.Strip
	for _, c := range truth {
		s.Sick = append(s.Sick, c == measure.MarkSick)
	}
	for _, c := range calls {
		sent, failed, probes := int32(100), int32(0), int32(0)
		switch c {
		case measure.MarkFailing:
			failed = 100
		case measure.MarkSkipped:
			sent = 0
		case measure.MarkProbe:
			sent, probes = 0, 1
		}
		s.Sent, s.Failed, s.Hung, s.Probes = append(s.Sent, sent), append(s.Failed, failed), append(s.Hung, failed), append(s.Probes, probes)
		s.Cut = append(s.Cut, 0)
		s.Skipped = append(s.Skipped, c == measure.MarkSkipped || c == measure.MarkProbe)
	}
	return s
}

// scatter is a fixed number in [-1, 1) for a seed and a place.
func scatter(seed, place uint64) float64 {
	z := seed*0x9e3779b97f4a7c15 + place*0xbf58476d1ce4e5b9
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64(int64(z^z>>31)) / (1 << 63)
}

func hash(s string) (h uint64) {
	for _, c := range []byte(s) {
		h = h*131 + uint64(c)
	}
	return h
}
