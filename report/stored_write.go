package report

import (
	"io"
	"strconv"
)

func init() {
	registerFormat("json", "every figure with its interval and seeds, for programs", writeJSON)
}

// schemaVersion changes when a reader of the JSON must change.
const schemaVersion = 1

// writeJSON writes the document of one scenario, or a list of them. Times are
// in seconds and no value comes from a wall clock.
func writeJSON(w io.Writer, r *Report) error {
	var doc any
	if len(r.Results) == 1 {
		doc = jsonResult(r.Results[0])
	} else {
		runs := block{}
		for _, one := range r.Results {
			runs = append(runs, jsonResult(one))
		}
		doc = object{{"schema_version", schemaVersion}, {"runs", runs}}
	}
	out, err := appendJSON(nil, doc, "")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

func jsonResult(r *Result) object {
	warnings, strategies, expectations := block{}, block{}, block{}
	for _, w := range r.Warnings {
		warnings = append(warnings, line{{"file", w.File}, {"line", w.Line}, {"text", w.Text}})
	}
	for i := range r.Strategies {
		strategies = append(strategies, jsonStrategy(r, &r.Strategies[i]))
	}
	for i := range r.Expectations {
		expectations = append(expectations, r.Expectations[i].json())
	}
	seeds := r.Seeds
	if seeds == nil {
		seeds = []uint64{}
	}
	out := object{
		{"schema_version", schemaVersion},
		{"model", Model},
		{"scenario", jsonScenario(&r.Scenario)},
		{"again", words(r.Again)},
		{"seeds", seeds},
		{"partial", r.Partial},
		{"warnings", warnings},
		{"imprecise", words(r.Imprecise)},
		{"strategies", strategies},
		{"comparisons", jsonComparisons(r)},
		{"expectations", expectations},
	}
	if r.Regressions == nil {
		return out
	}
	return append(out, member{"baseline", line{{"name", r.BaselineName}}}, member{"regressions", jsonRegressions(r)})
}

// json is a rule and its verdict; how it is judged is told where it is not as
// usual.
func (e *Expectation) json() line {
	out := line{{"rule", e.Rule}, {"observed", e.observed()}, {"verdict", e.Verdict.String()}, {"file", e.File}, {"line", e.Line}}
	if e.Advisory {
		out = append(out, member{"severity", "advisory"})
	}
	if e.On != OnEstimate {
		out = append(out, member{"on", e.On.String()})
	}
	if e.Why != "" {
		out = append(out, member{"why", e.Why})
	}
	if e.Detail != "" {
		out = append(out, member{"detail", e.Detail})
	}
	return out
}

// observed is the left side's number, or the words that stand in its place.
func (e *Expectation) observed() any {
	if e.Text != "" {
		return e.Text
	}
	return number(e.Observed)
}

func jsonStrategy(r *Result, s *Strategy) object {
	figures, providers, trips, omitted := object{}, object{}, block{}, 0
	for _, m := range metrics {
		figures = append(figures, member{m.Name, jsonSummary(s.Figure(m.Name))})
	}
	for p, name := range r.Scenario.Providers {
		o := object{}
		for _, m := range providerMetrics {
			o = append(o, member{m, jsonSummary(s.ProviderFigure(p, m))})
		}
		providers = append(providers, member{name, o})
	}
	for i := range s.Runs {
		run := &s.Runs[i]
		omitted += run.TripsOmitted
		for _, t := range run.Trips {
			trips = append(trips, line{{"seed", run.Seed}, {"provider", r.Scenario.Providers[t.Provider]}, {"at", number(t.At.Seconds())},
				{"label", t.Label.String()}, {"reason", t.Reason}, {"badness", number(t.Badness)}, {"counted", t.Counted}})
		}
	}
	return append(jsonNames(r, s), object{{"metrics", figures}, {"providers", providers}, {"trips", trips}, {"trips_omitted", omitted}}...)
}

// jsonSummary is a figure, nil where no seed has a value. Its mean and interval
// are those of the values as they are written, so that reading them back gives
// the same.
func jsonSummary(s Summary) any {
	s = Summarize(rounded(s.PerSeed))
	if !s.Exists() {
		return nil
	}
	seeds := make([]number, len(s.PerSeed))
	for i, v := range s.PerSeed {
		seeds[i] = number(v)
	}
	return line{{"mean", number(s.Mean)}, {"low", number(s.Low)}, {"high", number(s.High)}, {"per_seed", seeds}}
}

// number is a float that JSON can hold: NaN and Inf are null, and the digits
// beyond the twelfth, where processors differ, are left off.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	if bad(float64(n)) {
		return []byte("null"), nil
	}
	return n.append(nil), nil
}

func (n number) append(out []byte) []byte {
	return strconv.AppendFloat(out, asWritten(float64(n))+0, 'g', -1, 64)
}

// asWritten is a value as a file holds it, in twelve digits.
func asWritten(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if err != nil {
		panic("report: a formatted number that is none: " + err.Error())
	}
	return rounded
}
