package report

import (
	"strconv"
	"strings"
)

// resultRemarks are the notes without their layout: what is missing, what never
// happened, what lints found.
func resultRemarks(r *Result) []string {
	var out []string
	if r.Partial {
		out = append(out, "interrupted: "+finishedRuns(r)+", results are partial")
	}
	for i := range r.Scenario.Timeline {
		if r.fired(i) == 0 && len(r.Seeds) > 0 && len(r.Strategies) > 0 {
			f := &r.Scenario.Timeline[i]
			out = append(out, "the fault "+f.Kind+" on "+targetNames(&r.Scenario, f)+" never met a call")
		}
	}
	for _, w := range r.Warnings {
		out = append(out, warningPlace(&w)+w.Text)
	}
	return out
}

func finishedRuns(r *Result) string {
	if r.Asked > 0 {
		return strconv.Itoa(len(r.Seeds)) + " of " + plural(r.Asked, "run")
	}
	return plural(len(r.Seeds), "run")
}

func targetNames(sc *Scenario, f *Fault) string {
	var names []string
	for _, t := range f.Targets {
		names = append(names, sc.Providers[t])
	}
	return strings.Join(names, " and ")
}

func warningPlace(w *Warning) string {
	switch {
	case w.File == "":
		return ""
	case w.Line == 0:
		return w.File + ": "
	}
	return w.File + ":" + strconv.Itoa(w.Line) + ": "
}

// presetTrust sums up the presets' versions and unverified numbers.
func presetTrust(r *Result) string {
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
		text += ", " + plural(unverified, "number") + " chosen where sources give none"
	}
	return text
}
