package report

import (
	"errors"
	"io"
)

// ErrNoProduct is wrapped by what says why the winner cannot be had in a form.
var ErrNoProduct = errors.New("report: the winner has no such form")

// noProduct is a reason in a user's words.
type noProduct struct{ text string }

func (e noProduct) Error() string { return e.text }
func (e noProduct) Unwrap() error { return ErrNoProduct }

func writeWinner(w io.Writer, t *Tuning, _ View) error {
	return writeProduct(w, t.Products.Strategy, "no strategy document", "no setting was found")
}

func writeGobreaker(w io.Writer, t *Tuning, _ View) error {
	return writeProduct(w, t.Products.Gobreaker, "no gobreaker.Settings", t.Products.GobreakerReason)
}

func writePatch(w io.Writer, t *Tuning, _ View) error {
	return writeProduct(w, t.Products.Patch, "no patch", t.Products.PatchReason)
}

// writeProduct writes a text, or says why there is none.
func writeProduct(w io.Writer, text []byte, what, reason string) error {
	if len(text) == 0 {
		if reason != "" {
			what += ": " + plainLine(reason)
		}
		return noProduct{what}
	}
	_, err := w.Write(text)
	return err
}
