package stored

import (
	"fmt"
	"io"
	"reflect"
	"slices"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
)

// ReadResults reads what the format json writes: one result, or several. The
// name is that of the file, for errors, which say line and column. Means and
// intervals come from the values by seed; the strips of the screen and what was
// compared with a baseline are not in a file. A file of another schema version or
// model is refused.
func ReadResults(name string, r io.Reader) ([]*judge.Result, error) {
	data, err := io.ReadAll(io.LimitReader(r, ReadBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := &document{name: name, data: data}
	root := d.parse()
	if d.err != nil {
		return nil, d.err
	}
	var out []*judge.Result
	if runs := root.at("runs"); runs != nil {
		d.version(root)
		if d.is(runs, treeList, "runs") && len(runs.items()) == 0 {
			d.fail(0, "it holds no result")
		}
		for _, v := range runs.items() {
			out = append(out, d.result(&v))
		}
	} else {
		out = append(out, d.result(root))
	}
	if d.err != nil {
		return nil, d.err
	}
	return out, nil
}

// version refuses other versions of the format.
func (d *document) version(t *tree) {
	if v, n := d.whole(t, "schema_version"); n != schemaVersion && v != nil {
		d.fail(int(v.from), "schema version %s is unknown: this build reads %d", d.data[v.from:v.to], schemaVersion)
	}
}

// whole reads a number before the document that it stands in.
func (d *document) whole(t *tree, key string) (*tree, float64) {
	v := t.at(key)
	if v == nil || v.kind == treeNull {
		d.fail(int(t.from), "the key %q is missing", key)
		return nil, 0
	}
	return v, d.numberOf(v, key)
}

// result reads one result. It stops at the first mistake.
func (d *document) result(t *tree) *judge.Result {
	r := &judge.Result{Line: d.lineOf(int(t.from))}
	if t.at("schema_version") == nil {
		d.fail(int(t.from), "this is no result: wavetank run -o json writes one")
		return r
	}
	d.version(t)
	if v, n := d.whole(t, "model"); n != judge.Model && v != nil {
		d.fail(int(v.from), "it is of model %s, and this build plays model %d: the same seed may give other numbers, so play it again", d.data[v.from:v.to], judge.Model)
	}
	var doc resultDoc
	d.decode(resultShape(), t, reflect.ValueOf(&doc).Elem(), "result")
	if d.err != nil {
		return r
	}
	r.Scenario = d.scenario(&doc.Scenario)
	r.Partial, r.Again, r.Imprecise = doc.Partial, doc.Again, doc.Imprecise
	for i, s := range doc.Seeds {
		if slices.Contains(r.Seeds, uint64(s)) {
			d.fail(int(t.at("seeds").items()[i].from), "the seed %d stands twice", s)
			return r
		}
		r.Seeds = append(r.Seeds, uint64(s))
	}
	for _, w := range doc.Warnings {
		r.Warnings = append(r.Warnings, judge.Warning{File: w.File, Line: w.Line, Text: w.Text})
	}
	for i := range doc.Strategies {
		d.strategy(r, &doc.Strategies[i])
	}
	d.comparisons(r, &doc)
	for i := range doc.Expectations {
		r.Expectations = append(r.Expectations, doc.Expectations[i].read())
	}
	return r
}

func (d *document) scenario(doc *scenarioDoc) measure.Scenario {
	sc := measure.Scenario{Name: doc.Name, Hash: doc.Hash, File: doc.File, Title: doc.Title, Rate: doc.Rate,
		Duration: doc.Duration, SLO: doc.SLO, Limit: doc.Limit, LimitOf: doc.LimitOf, Providers: doc.Providers}
	for _, c := range doc.Decide {
		if _, ok := measure.Index[c.Metric]; !ok {
			d.fail(int(c.Place.from), "metric: %s is none", c.Metric)
		}
		sc.Decide = append(sc.Decide, measure.Decide{Metric: c.Metric, Part: c.Part, Least: c.Least})
	}
	for _, f := range doc.Timeline {
		for i, target := range f.Targets {
			if target >= len(sc.Providers) {
				d.fail(int(f.Place.at("targets").items()[i].from), "targets: %d is no whole number from 0 to %d", target, len(sc.Providers)-1)
			}
		}
		sc.Timeline = append(sc.Timeline, measure.Fault{Kind: f.Kind, Targets: f.Targets,
			At: faults.Span{Min: f.At[0], Max: f.At[1]}, For: faults.Span{Min: f.For[0], Max: f.For[1]}})
	}
	return sc
}

// strategy reads one strategy's runs.
func (d *document) strategy(r *judge.Result, doc *strategyDoc) {
	if r.Strategy(doc.Name) != nil {
		d.fail(int(doc.Place.from), "two strategies are called %s", doc.Name)
	}
	if d.room -= len(r.Seeds) * (len(measure.Catalogue) + len(r.Scenario.Providers)*len(measure.ProviderCatalogue)); d.room < 0 {
		d.fail(int(doc.Place.from), "no result is as large as this")
	}
	if d.err != nil {
		return
	}
	s := measure.Strategy{Name: doc.Name, Preset: doc.Preset, Version: doc.Version, Unverified: doc.Unverified, Hash: doc.Hash,
		Summary: doc.Summary, Ideal: doc.Ideal, HasBreaker: doc.HasBreaker, Counterexample: doc.Counter, File: doc.File, Runs: make([]measure.Run, len(r.Seeds))}
	if doc.Line != nil {
		s.Line = *doc.Line
	}
	for i := range s.Runs {
		run := &s.Runs[i]
		run.Seed, run.Values, run.Against = r.Seeds[i], Nones(len(measure.Catalogue)), measure.Shares{Improved: measure.None, Worsened: measure.None}
		for range r.Scenario.Providers {
			run.Providers = append(run.Providers, Nones(len(measure.ProviderCatalogue)))
		}
	}
	for _, m := range doc.Metrics {
		at, _ := measure.Index[m.Name]
		d.perSeed(s.Runs, m.Name, m.Value, func(run *measure.Run, v float64) { run.Values[at] = v })
	}
	d.members(r, &s, doc)
	d.fired(r, &s, doc)
	d.trips(r, &s, doc)
	r.Strategies = append(r.Strategies, s)
}

// perSeed puts the values of a figure to the runs.
func (d *document) perSeed(runs []measure.Run, name string, f *figureDoc, set func(run *measure.Run, v float64)) {
	switch {
	case f == nil:
		return
	case len(f.PerSeed) != len(runs):
		d.fail(int(f.Place.from), "%s: %d values for %d seeds", name, len(f.PerSeed), len(runs))
		return
	}
	for i, v := range f.PerSeed {
		set(&runs[i], v)
	}
}

// members reads the figures of each provider.
func (d *document) members(r *judge.Result, s *measure.Strategy, doc *strategyDoc) {
	for _, p := range doc.Providers {
		at := slices.Index(r.Scenario.Providers, p.Name)
		if at < 0 {
			d.fail(int(doc.Place.at("providers").at(p.Name).from), "the scenario has no provider %q", p.Name)
			return
		}
		for _, m := range p.Value {
			metric, _ := measure.ProviderMetricIndex(m.Name)
			d.perSeed(s.Runs, m.Name, m.Value, func(run *measure.Run, v float64) { run.Providers[at][metric] = v })
		}
	}
}

func (d *document) fired(r *judge.Result, s *measure.Strategy, doc *strategyDoc) {
	for i, touched := range doc.Fired {
		if i >= len(s.Runs) || len(touched) > len(r.Scenario.Timeline) {
			d.fail(int(doc.Place.at("fired").items()[i].from), "fired: a list for each seed, of a number for each line of the timeline")
			return
		}
		s.Runs[i].Fired = touched
	}
}

// trips puts trips back to their seeds. How many were left out is known of all
// runs together.
func (d *document) trips(r *judge.Result, s *measure.Strategy, doc *strategyDoc) {
	for _, t := range doc.Trips {
		run, provider := slices.Index(r.Seeds, uint64(t.Seed)), slices.Index(r.Scenario.Providers, t.Provider)
		if run < 0 || provider < 0 {
			d.fail(int(t.Place.from), "a trip of a seed, a provider or a label that does not exist")
			return
		}
		s.Runs[run].Trips = append(s.Runs[run].Trips, measure.Trip{At: chain.Instant(t.At), Provider: provider,
			Label:  measure.TripLabel(slices.Index(Vocabularies["label of a trip"], t.Label)),
			Reason: t.Reason, Badness: float64(t.Badness), Counted: t.Counted, Slow: t.Slow})
	}
	if len(s.Runs) > 0 {
		s.Runs[0].TripsOmitted = int(doc.TripsOmitted)
	}
}

// comparisons reads whom the strategies were compared with, and the shares of
// requests that fared better and worse. The rest of it follows from the figures.
func (d *document) comparisons(r *judge.Result, doc *resultDoc) {
	if d.err != nil {
		return
	}
	for _, c := range doc.Comparisons {
		s := r.Strategy(c.Strategy)
		if s == nil {
			d.fail(int(c.Place.from), "a comparison of a strategy that does not exist")
			return
		}
		if c.Reference != "" {
			r.Reference = string(c.Reference)
		}
		d.perSeed(s.Runs, "improved", c.Improved, func(run *measure.Run, v float64) { run.Against.Improved = v })
		d.perSeed(s.Runs, "worsened", c.Worsened, func(run *measure.Run, v float64) { run.Against.Worsened = v })
	}
	if r.ReferenceStrategy() == nil && len(r.Strategies) > 0 && r.Reference != "" {
		d.fail(int(doc.Place.from), "the strategies were compared with %s, which does not exist", r.Reference)
	}
}

// read is a rule and its verdict.
func (e *expectationDoc) read() judge.Expectation {
	out := judge.Expectation{Rule: e.Rule, Why: e.Why, About: e.About, Near: e.Near, Detail: e.Detail, File: e.File, Line: e.Line, Limit: measure.None, Half: measure.None,
		Observed: e.Observed.number, Text: e.Observed.text, Advisory: e.Severity == "advisory",
		Verdict: judge.Verdict(slices.Index(Vocabularies["verdict"], e.Verdict))}
	for _, on := range []judge.Statistic{judge.OnUpper, judge.OnLower} {
		if e.On == on.String() {
			out.On = on
		}
	}
	return out
}

// Nones are values that do not exist.
func Nones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = measure.None
	}
	return out
}
