package report

import (
	"context"
	"io"

	"wavetank/chain/printable"
	"wavetank/report/explain"
	"wavetank/report/judge"
	"wavetank/report/words"
)

// Whatever stands in a document, media draw it without what a terminal, a runner or
// another reader would obey, and without what looks like a key. What programs read
// back says the same texts to the letter, without keys.

// Printable is a report as media for people draw it.
func Printable(r *words.Report) *words.Report { return copied(r, line) }

// PrintableExplanation is Printable for one request's story.
func PrintableExplanation(e *explain.Explanation) *explain.Explanation {
	return printable.Copy(e, line)
}

// line is a text of a report as media for people draw it.
func line(s string) string { return printable.Line(printable.Mask(s)) }

func shown(write func(io.Writer, *words.Report) error) func(io.Writer, *words.Report) error {
	return func(w io.Writer, r *words.Report) error { return write(w, copied(r, line)) }
}

func masked(write func(io.Writer, *words.Report) error) func(io.Writer, *words.Report) error {
	return func(w io.Writer, r *words.Report) error { return write(w, copied(r, printable.Mask)) }
}

// search is how a tuning is written.
type search = func(io.Writer, *judge.Tuning, words.View) error

func shownSearch(write search) search { return searchOf(write, line) }

func maskedSearch(write search) search { return searchOf(write, printable.Mask) }

func searchOf(write search, text func(string) string) search {
	return func(w io.Writer, t *judge.Tuning, v words.View) error {
		t = printable.Copy(t, text)
		p := &t.Products // a patch is masked where it is made, so that it can tell
		p.Strategy, p.Gobreaker = []byte(printable.Lines(string(p.Strategy))), []byte(printable.Mask(string(p.Gobreaker)))
		return write(w, t, v)
	}
}

// copied is a report with other texts. What it is asked to explain goes by the names
// that it had.
func copied(r *words.Report, text func(string) string) *words.Report {
	out := printable.Copy(r, text)
	for i, one := range out.Results {
		ask, was := one.Explain, r.Results[i]
		if ask == nil {
			continue
		}
		one.Explain = func(ctx context.Context, name string) (*explain.Explanation, error) {
			for k := range one.Strategies {
				if one.Strategies[k].Name == name {
					name = was.Strategies[k].Name
					break
				}
			}
			e, err := ask(ctx, name)
			return printable.Copy(e, text), err
		}
	}
	return out
}
