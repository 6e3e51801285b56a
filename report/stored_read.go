package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"wavetank/chain"
	"wavetank/faults"
)

// ReadResults reads what the format json writes: one result, or several. The
// name is that of the file, for errors, which say line and column. Means and
// intervals come from the values by seed; the strips of the screen and what was
// compared with a baseline are not in a file. A file of another schema version or
// model is refused.
func ReadResults(name string, r io.Reader) ([]*Result, error) {
	data, err := io.ReadAll(io.LimitReader(r, readBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := &document{name: name, data: data}
	root := d.parse()
	if d.err != nil {
		return nil, d.err
	}
	var out []*Result
	if root.kind == treeObject && root.at("runs") != nil {
		d.version(root)
		for _, v := range d.list(root, "runs", true) {
			out = append(out, d.result(&v))
		}
	} else {
		out = append(out, d.result(root))
	}
	if d.err == nil && len(out) == 0 {
		d.fail(0, "it holds no result")
	}
	if d.err != nil {
		return nil, d.err
	}
	return out, nil
}

// version refuses other versions of the format.
func (d *document) version(t *tree) {
	if v := d.want(t, "schema_version", treeNumber, true); v != nil && d.numberOf(v, "schema_version") != schemaVersion {
		d.fail(int(v.from), "schema version %s is unknown: this build reads %d", d.data[v.from:v.to], schemaVersion)
	}
}

// result reads one result. It stops at the first mistake.
func (d *document) result(t *tree) *Result {
	r := &Result{}
	if t.kind != treeObject || t.at("schema_version") == nil {
		d.fail(int(t.from), "this is no result: wavetank run -o json writes one")
		return r
	}
	d.version(t)
	if v := d.want(t, "model", treeNumber, true); v != nil && d.numberOf(v, "model") != Model {
		d.fail(int(v.from), "it is of model %s, and this build plays model %d: the same seed may give other numbers, so play it again", d.data[v.from:v.to], Model)
	}
	if sc := d.want(t, "scenario", treeObject, true); sc != nil {
		r.Scenario = d.scenario(sc)
	}
	r.Seeds = d.seeds(t)
	r.Partial, r.Again = d.flag(t, "partial"), d.texts(t, "again")
	for _, v := range d.list(t, "warnings", false) {
		r.Warnings = append(r.Warnings, Warning{File: d.text(&v, "file", false), Line: int(d.whole(&v, "line", 1<<31)), Text: d.text(&v, "text", true)})
	}
	for _, v := range d.list(t, "strategies", true) {
		if d.err != nil {
			return r
		}
		s := d.strategy(r, &v)
		if r.Strategy(s.Name) != nil {
			d.fail(int(v.from), "two strategies are called %s", s.Name)
		}
		r.Strategies = append(r.Strategies, s)
	}
	r.Imprecise = d.texts(t, "imprecise")
	d.comparisons(r, t)
	for _, v := range d.list(t, "expectations", false) {
		r.Expectations = append(r.Expectations, d.expectation(&v))
	}
	return r
}

// seeds reads the seeds, each of them once.
func (d *document) seeds(t *tree) (out []uint64) {
	seen := map[uint64]bool{}
	for _, v := range d.list(t, "seeds", true) {
		text := string(d.data[v.from:v.to])
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			d.fail(int(v.from), "%s is no seed", text)
		} else if seen[seed] {
			d.fail(int(v.from), "the seed %s stands twice", text)
		}
		seen[seed] = true
		out = append(out, seed)
	}
	return out
}

func (d *document) scenario(t *tree) Scenario {
	sc := Scenario{Name: d.text(t, "name", true), Hash: d.text(t, "hash", true), File: d.text(t, "file", false),
		Title: d.text(t, "title", false), Rate: d.text(t, "rate", false),
		Duration: d.seconds(t, "duration"), SLO: d.seconds(t, "slo"), Providers: d.texts(t, "providers")}
	for _, v := range d.list(t, "timeline", false) {
		f := Fault{Kind: d.text(&v, "kind", true), At: d.span(&v, "at"), For: d.span(&v, "for")}
		for _, target := range d.list(&v, "targets", true) {
			f.Targets = append(f.Targets, int(d.wholeOf(&target, "targets", int64(len(sc.Providers))-1)))
		}
		sc.Timeline = append(sc.Timeline, f)
	}
	return sc
}

// span reads the least and the greatest of a range.
func (d *document) span(t *tree, key string) (s faults.Span) {
	ends := d.list(t, key, true)
	if len(ends) != 2 {
		d.fail(int(t.from), "%s: expected the least and the greatest time", key)
		return s
	}
	return faults.Span{Min: d.secondsOf(&ends[0], key), Max: d.secondsOf(&ends[1], key)}
}

// strategy reads one strategy's runs.
func (d *document) strategy(r *Result, t *tree) Strategy {
	s := Strategy{Name: d.text(t, "name", true), Preset: d.text(t, "preset", false), Version: d.text(t, "version", false),
		Unverified: int(d.whole(t, "unverified", 1<<20)), Hash: d.text(t, "hash", false), Summary: d.text(t, "summary", false),
		Ideal: d.flag(t, "ideal"), HasBreaker: d.flag(t, "has_breaker"),
		File: d.text(t, "file", false), Line: int(d.whole(t, "line", 1<<31))}
	if d.room -= len(r.Seeds) * (len(metrics) + len(r.Scenario.Providers)*len(providerMetrics)); d.room < 0 {
		d.fail(int(t.from), "no result is as large as this")
		return s
	}
	s.Runs = make([]Run, len(r.Seeds))
	for i := range s.Runs {
		run := &s.Runs[i]
		run.Seed, run.Values, run.Against = r.Seeds[i], nones(len(metrics)), Shares{none, none}
		for range r.Scenario.Providers {
			run.Providers = append(run.Providers, nones(len(providerMetrics)))
		}
	}
	if m := d.want(t, "metrics", treeObject, true); m != nil {
		d.figures(m, len(r.Seeds), MetricIndex, func(seed, metric int, v float64) { s.Runs[seed].Values[metric] = v })
	}
	d.members(r, &s, d.want(t, "providers", treeObject, false))
	for i, touched := range d.list(t, "fired", false) {
		if i >= len(s.Runs) || len(touched.items()) > len(r.Scenario.Timeline) {
			d.fail(int(touched.from), "fired: a list for each seed, of a number for each line of the timeline")
			break
		}
		for _, v := range touched.items() {
			s.Runs[i].Fired = append(s.Runs[i].Fired, d.wholeOf(&v, "fired", 1<<53))
		}
	}
	d.trips(r, &s, t)
	return s
}

// figures reads values by seed. Names that this build does not know are of a
// later one.
func (d *document) figures(t *tree, seeds int, find func(string) (int, bool), set func(seed, metric int, v float64)) {
	for i, name := range t.inner.keys {
		metric, known := find(name)
		f := &t.inner.items[i]
		if !known || f.kind == treeNull || !d.is(f, treeObject, name) {
			continue
		}
		values := d.list(f, "per_seed", true)
		if len(values) != seeds {
			d.fail(int(f.from), "%s: %d values for %d seeds", name, len(values), seeds)
			return
		}
		for seed := range values {
			set(seed, metric, d.numberOf(&values[seed], name))
		}
	}
}

// members reads the figures of each provider.
func (d *document) members(r *Result, s *Strategy, t *tree) {
	if t == nil {
		return
	}
	for i, name := range t.inner.keys {
		f, at := &t.inner.items[i], slices.Index(r.Scenario.Providers, name)
		if at < 0 {
			d.fail(int(f.from), "the scenario has no provider %q", name)
		}
		if d.err != nil || !d.is(f, treeObject, name) {
			return
		}
		d.figures(f, len(s.Runs), ProviderMetricIndex, func(seed, metric int, v float64) { s.Runs[seed].Providers[at][metric] = v })
	}
}

// trips puts trips back to their seeds. How many were left out is known of all
// runs together.
func (d *document) trips(r *Result, s *Strategy, t *tree) {
	labels := []string{TrueTrip.String(), StaleTrip.String(), SpuriousTrip.String()}
	for _, v := range d.list(t, "trips", false) {
		seed, _ := strconv.ParseUint(string(d.raw(&v, "seed")), 10, 64)
		run, provider := slices.Index(r.Seeds, seed), slices.Index(r.Scenario.Providers, d.text(&v, "provider", true))
		label := slices.Index(labels, d.text(&v, "label", true))
		if run < 0 || provider < 0 || label < 0 {
			d.fail(int(v.from), "a trip of a seed, a provider or a label that does not exist")
		}
		if d.err != nil {
			return
		}
		s.Runs[run].Trips = append(s.Runs[run].Trips, Trip{At: chain.Instant(d.seconds(&v, "at")), Provider: provider, Label: TripLabel(label),
			Reason: d.text(&v, "reason", false), Badness: d.number(&v, "badness"), Counted: int(d.whole(&v, "counted", 1<<31))})
	}
	if omitted := d.whole(t, "trips_omitted", 1<<53); omitted > 0 && len(s.Runs) > 0 {
		s.Runs[0].TripsOmitted = int(omitted)
	}
}

// raw is a number as written.
func (d *document) raw(t *tree, key string) []byte {
	v := d.want(t, key, treeNumber, true)
	if v == nil {
		return nil
	}
	return d.data[v.from:v.to]
}

// expectation reads a rule and its verdict.
func (d *document) expectation(t *tree) Expectation {
	e := Expectation{Rule: d.text(t, "rule", true), Why: d.text(t, "why", false), Detail: d.text(t, "detail", false),
		File: d.text(t, "file", false), Line: int(d.whole(t, "line", 1<<31)), Observed: none, Limit: none, Half: none,
		Advisory: d.text(t, "severity", false) == "advisory"}
	verdict := slices.Index([]string{"pass", "fail", "skipped", "inconclusive"}, d.text(t, "verdict", true))
	if verdict < 0 {
		d.fail(int(t.from), "unknown verdict of the rule %s", e.Rule)
		return e
	}
	e.Verdict = Verdict(verdict)
	if on := d.text(t, "on", false); on != "" {
		if err := e.On.UnmarshalText([]byte(on)); err != nil {
			d.fail(int(t.from), "%v", err)
		}
	}
	switch v := t.at("observed"); {
	case v == nil:
	case v.kind == treeText:
		e.Text = d.textOf(v, "observed")
	default:
		e.Observed = d.numberOf(v, "observed")
	}
	return e
}

// nones are values that do not exist.
func nones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = none
	}
	return out
}
