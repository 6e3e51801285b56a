package report

import (
	"fmt"
	"strconv"
	"strings"
)

// notes say what a reader must know to trust the figures.
func (s *screen) notes() []string {
	if s.view.Quiet {
		return nil
	}
	var out []string
	remarks := s.remarks()
	if text := s.trust(); text != "" && s.squeeze < squeezeNote {
		if !s.wide {
			text += ": -v"
		}
		remarks = append(remarks, text)
	}
	return append(out, noteLines(remarks, s.view.Width)...)
}

// noteLines writes remarks under the word note, each broken to the width.
func noteLines(remarks []string, width int) (out []string) {
	for _, text := range remarks {
		for i, l := range wrap(text, width-noteIndent) {
			before := "note"
			if i > 0 {
				before = ""
			}
			out = append(out, fmt.Sprintf("%-*s%s", noteIndent, before, l))
		}
	}
	return out
}

const noteIndent = 7

// wrap breaks a text at blanks into lines no wider than the width; a longer
// word stays whole, and so does a number with its percent sign.
func wrap(text string, width int) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		if n := len(words); n > 0 && word[0] == '%' {
			words[n-1] += " " + word
			continue
		}
		words = append(words, word)
	}
	var out []string
	for _, word := range words {
		if n := len(out); n > 0 && runes(out[n-1])+1+runes(word) <= width {
			out[n-1] += " " + word
			continue
		}
		out = append(out, word)
	}
	return out
}

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
