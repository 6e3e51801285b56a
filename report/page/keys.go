package page

import "wavetank/report/measure"

// pageKey says what a colour or a sign stands for.
type pageKey struct{ Class, Text string }

// pageKeys are the keys of a section's panels: only what is drawn in one.
type pageKeys struct {
	Labels []pageKey // of attempts
	Trips  []pageKey
	Strips []pageKey
	Plots  bool
	SLO    string
	Shade  bool
}

// labelClasses are the colours of labels; the two of futile share one.
var labelClasses = [measure.NumLabels]string{measure.Useful: "useful", measure.Duplicate: "duplicate", measure.Late: "late", measure.Invalid: "invalid",
	measure.FutileDiscovery: "futile", measure.FutileRepeat: "futile", measure.Throttled: "throttled", measure.Impatient: "impatient", measure.DoomedUndetected: "undetected",
	measure.DoomedKnown: "known", measure.DoomedProbe: "probe", measure.Unlucky: "unlucky"}

// labelTitles say what became of an attempt.
var labelTitles = [measure.NumLabels]string{measure.Useful: "useful", measure.Duplicate: "duplicate of a hedge", measure.Late: "late", measure.Invalid: "invalid answer",
	measure.FutileDiscovery: "futile, the first", measure.FutileRepeat: "futile again", measure.Throttled: "throttled", measure.Impatient: "our own timeout",
	measure.DoomedUndetected: "doomed, not yet known", measure.DoomedKnown: "doomed, known", measure.DoomedProbe: "doomed probe", measure.Unlucky: "unlucky"}

// keys finds what the panels of a section use.
func (b *sectionBuilder) keys(p *pageSection) *pageKeys {
	k := &pageKeys{Shade: len(p.Shade) > 0}
	used := map[string]bool{}
	for _, panel := range p.Panels {
		k.Plots = k.Plots || len(panel.Plots) > 0
		for _, plot := range panel.Plots {
			use(used, plot.Shapes)
		}
		for _, l := range append(panel.Trips, panel.Strips...) {
			use(used, l.Shapes)
		}
	}
	for l := len(stacked) - 1; l >= 0; l-- {
		class, text := labelClasses[stacked[l]], labelTitles[stacked[l]]
		if class == "futile" {
			text = "futile"
		}
		if used[class] {
			k.Labels, used[class] = append(k.Labels, pageKey{class, text}), false
		}
	}
	for _, word := range tripWords {
		if used["trip-"+word] {
			k.Trips = append(k.Trips, pageKey{"trip-" + word, word})
		}
	}
	for _, s := range []pageKey{{"ill", "ill in truth"}, {"fail", "calls on them fail"}, {"skip", "skipped"}, {"ask", "probe"}} {
		if used[s.Class] {
			k.Strips = append(k.Strips, s)
		}
	}
	if b.Scenario.SLO > 0 {
		k.SLO = measure.Span(b.Scenario.SLO)
	}
	return k
}

// use notes the classes of shapes.
func use(used map[string]bool, shapes []pageShape) {
	for i := range shapes {
		used[shapes[i].Class] = true
	}
}
