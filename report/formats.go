package report

import (
	"fmt"
	"io"
	"slices"

	"wavetank/chain/printable"
	"wavetank/report/explain"
	"wavetank/report/feeds"
	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/markdown"
	"wavetank/report/measure"
	"wavetank/report/page"
	"wavetank/report/picture"
	"wavetank/report/screen"
	"wavetank/report/stored"
	"wavetank/report/words"
)

// Format is one way to write a document of a kind. The same document gives the
// same bytes, and the writer's first error comes back.
type Format[F any] struct {
	Name    string // that -o takes
	Summary string // one line, lower case, no full stop
	Write   F
	Needs   []*measure.Need // what it must see of the runs, beside the figures
	Binary  bool            // it is no text
}

// Table is the formats of one kind of document, sorted by name.
type Table[F any] []Format[F]

// Lookup returns the format of a name.
func (t Table[F]) Lookup(name string) (Format[F], error) {
	for _, f := range t {
		if f.Name == name {
			return f, nil
		}
	}
	return Format[F]{}, fmt.Errorf("unknown kind %q", name)
}

// Names are the formats' names.
func (t Table[F]) Names() (out []string) {
	for _, f := range t {
		out = append(out, f.Name)
	}
	return out
}

// NeedsOf returns what formats of these names must see of the runs, each once.
func (t Table[F]) NeedsOf(names ...string) (out []*measure.Need) {
	for _, f := range t {
		for _, n := range f.Needs {
			if slices.Contains(names, f.Name) && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// Formats are those of a comparison. A new one is a row here, and a function in
// the package of its medium.
var Formats = Table[func(io.Writer, *words.Report) error]{
	{Name: "attempts", Summary: "every attempt as a line of JSON, for other tools", Write: masked(stored.WriteAttempts)},
	{Name: "bench", Summary: "a line per strategy and seed in Go's benchmark format, for benchstat", Write: shown(feeds.WriteBench)},
	{Name: "csv", Summary: "one line per strategy and metric, for spreadsheets", Write: shown(feeds.WriteCSV)},
	{Name: "github", Summary: "annotations for GitHub Actions on the lines of rules, the worst ten", Write: shown(feeds.WriteGitHub)},
	{Name: "golden-md", Summary: "a report to commit: what changes is a changed line in a pull request", Write: shown(markdown.WriteGolden)},
	{Name: "hdr", Summary: "latency percentiles up to the last request, for HdrHistogram's plotter", Write: shown(feeds.WriteHDR), Needs: []*measure.Need{feeds.SeesSpectra}},
	{Name: "html", Summary: "one page with plots that opens anywhere and fetches nothing", Write: shown(page.Write), Needs: []*measure.Need{figure.SeesTapes}},
	{Name: "json", Summary: "every figure with its interval and seeds, for programs", Write: masked(stored.Write)},
	{Name: "junit", Summary: "rules and regressions as test cases in JUnit XML, for CI", Write: shown(feeds.WriteJUnit)},
	{Name: "md", Summary: "the screen's figures as Markdown, for pull requests", Write: shown(markdown.Write)},
	{Name: "openmetrics", Summary: "every figure as a gauge in OpenMetrics text, for Prometheus", Write: shown(feeds.WriteOpenMetrics)},
	{Name: "png", Summary: "the same picture in pixels, which another kind of processor may shade otherwise", Write: shown(picture.WritePNG), Needs: []*measure.Need{figure.SeesTapes}, Binary: true},
	{Name: "svg", Summary: "latency over time and its distribution, a picture", Write: shown(picture.WriteSVG), Needs: []*measure.Need{figure.SeesTapes}},
	{Name: "table", Summary: "the screen: what to ship, the rules, the figures", Write: shown(screen.Write)},
}

// TuningFormats are those of a search.
var TuningFormats = Table[func(io.Writer, *judge.Tuning, words.View) error]{
	{Name: "csv", Summary: "one line per point and objective, for spreadsheets", Write: shownSearch(feeds.WriteSearchCSV)},
	{Name: "gobreaker", Summary: "the winner's breaker as a gobreaker.Settings literal", Write: shownSearch(feeds.WriteGobreaker)},
	{Name: "html", Summary: "one page that draws the front and what matters, and fetches nothing", Write: shownSearch(page.WriteSearch)},
	{Name: "json", Summary: "everything that the search found, for programs", Write: maskedSearch(stored.WriteSearch)},
	{Name: "md", Summary: "the screen's figures as Markdown, for pull requests", Write: shownSearch(markdown.WriteSearch)},
	{Name: "patch", Summary: "the winner as a diff of the configuration that was imported", Write: shownSearch(feeds.WritePatch)},
	{Name: "png", Summary: "the same picture in pixels, which another kind of processor may shade otherwise", Write: shownSearch(picture.WriteSearchPNG), Binary: true},
	{Name: "strategy", Summary: "the winner as a strategy document, ready to run", Write: shownSearch(feeds.WriteWinner)},
	{Name: "svg", Summary: "the front with the setting in force and rivals, and heat maps, a picture", Write: shownSearch(picture.WriteSearchSVG)},
	{Name: "table", Summary: "the screen: what to ship, the front, what matters", Write: shownSearch(screen.WriteSearch)},
}

// ExplanationFormats are those of one request's story; alone leaves out the run's.
var ExplanationFormats = Table[func(w io.Writer, e *explain.Explanation, v words.View, alone bool) error]{
	{Name: "html", Summary: "one page that draws the request and the run, and fetches nothing", Write: func(w io.Writer, e *explain.Explanation, _ words.View, _ bool) error {
		return page.WriteExplanation(PrintableExplanation(e), w)
	}},
	{Name: "json", Summary: "the explanation for programs", Write: func(w io.Writer, e *explain.Explanation, _ words.View, _ bool) error {
		return stored.WriteExplanation(printable.Copy(e, printable.Mask), w)
	}},
	{Name: "table", Summary: "the explanation on the screen", Write: func(w io.Writer, e *explain.Explanation, v words.View, alone bool) error {
		return screen.WriteExplanation(PrintableExplanation(e), w, v, alone)
	}},
}
