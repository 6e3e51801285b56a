package report

import (
	"strconv"
	"strings"
)

// remarks are the notes without their layout: what is missing, what never
// happened, what lints found.
func (r *Result) remarks() []string {
	var out []string
	if r.Partial {
		out = append(out, "interrupted: "+r.finished()+", results are partial")
	}
	for i := range r.Scenario.Timeline {
		if r.fired(i) == 0 && len(r.Seeds) > 0 && len(r.Strategies) > 0 {
			f := &r.Scenario.Timeline[i]
			out = append(out, "the fault "+f.Kind+" on "+r.Scenario.targets(f)+" never met a call")
		}
	}
	for _, w := range r.Warnings {
		out = append(out, w.place()+w.Text)
	}
	return out
}

func (r *Result) finished() string {
	if r.Asked > 0 {
		return strconv.Itoa(len(r.Seeds)) + " of " + plural(r.Asked, "run")
	}
	return plural(len(r.Seeds), "run")
}

func (sc *Scenario) targets(f *Fault) string {
	var names []string
	for _, t := range f.Targets {
		names = append(names, sc.Providers[t])
	}
	return strings.Join(names, " and ")
}

func (w *Warning) place() string {
	switch {
	case w.File == "":
		return ""
	case w.Line == 0:
		return w.File + ": "
	}
	return w.File + ":" + strconv.Itoa(w.Line) + ": "
}

// trust sums up the presets' versions and unverified numbers.
func (r *Result) trust() string {
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
