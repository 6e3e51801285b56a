package words

import (
	"slices"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// ResultRemarks are the notes without their layout: what is missing, what never
// happened, what lints found.
func ResultRemarks(r *judge.Result) []string {
	var out []string
	if r.Partial {
		out = append(out, "interrupted: "+FinishedRuns(r)+", results are partial")
	}
	for i := range r.Scenario.Timeline {
		if r.Fired(i) == 0 && len(r.Seeds) > 0 && len(r.Strategies) > 0 {
			f := &r.Scenario.Timeline[i]
			out = append(out, "the fault "+f.Kind+" on "+TargetNames(&r.Scenario, f)+" never met a call")
		}
	}
	if means := IllMeans(&r.Scenario); means != "" && slowTrip(r) {
		out = append(out, means+", which alone makes trips on slow answers true")
	}
	for _, w := range r.Warnings {
		out = append(out, warningPlace(&w)+w.Text)
	}
	return out
}

// slowTrip reports whether some trip is true by the truth's limit alone.
func slowTrip(r *judge.Result) bool {
	for i := range r.Strategies {
		for k := range r.Strategies[i].Runs {
			if slices.ContainsFunc(r.Strategies[i].Runs[k].Trips, func(t measure.Trip) bool { return t.Slow }) {
				return true
			}
		}
	}
	return false
}

// FinishedRuns says how many runs there are, of how many where some are missing.
func FinishedRuns(r *judge.Result) string {
	if r.Asked > 0 {
		return strconv.Itoa(len(r.Seeds)) + " of " + measure.Plural(r.Asked, "run")
	}
	return measure.Plural(len(r.Seeds), "run")
}

// TargetNames joins the names of whom a fault strikes.
func TargetNames(sc *measure.Scenario, f *measure.Fault) string {
	var names []string
	for _, t := range f.Targets {
		names = append(names, sc.Providers[t])
	}
	return strings.Join(names, " and ")
}

func warningPlace(w *judge.Warning) string {
	switch {
	case w.File == "":
		return ""
	case w.Line == 0:
		return w.File + ": "
	}
	return w.File + ":" + strconv.Itoa(w.Line) + ": "
}

// PresetTrust sums up the presets' versions and unverified numbers.
func PresetTrust(r *judge.Result) string {
	oldest, newest, unverified := "", "", 0
	for i := range r.Strategies {
		s := &r.Strategies[i]
		unverified += s.Unverified
		if v := s.Version; v != "" {
			if oldest == "" || v < oldest {
				oldest = v
			}
			newest = max(newest, v)
		}
	}
	if oldest == "" {
		return ""
	}
	text := "presets of " + oldest
	if newest != oldest {
		text += " to " + newest
	}
	if unverified > 0 {
		text += ", " + measure.Plural(unverified, "number") + " chosen where sources give none"
	}
	return text
}
