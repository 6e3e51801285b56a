package feeds

import (
	"errors"
	"io"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// ErrNoProduct is wrapped by what says why the winner cannot be had in a form.
var ErrNoProduct = errors.New("report: the winner has no such form")

// noProduct is a reason in a user's words.
type noProduct struct{ text string }

func (e noProduct) Error() string { return e.text }
func (e noProduct) Unwrap() error { return ErrNoProduct }

// WriteWinner writes the winner as a strategy document.
func WriteWinner(w io.Writer, t *judge.Tuning, _ words.View) error {
	return writeProduct(w, t.Products.Strategy, "no strategy document", "no setting was found")
}

// WriteGobreaker writes the winner's breaker as Go source.
func WriteGobreaker(w io.Writer, t *judge.Tuning, _ words.View) error {
	return writeProduct(w, t.Products.Gobreaker, "no gobreaker.Settings", t.Products.GobreakerReason)
}

// WritePatch writes the winner as a diff of the configuration it came from.
func WritePatch(w io.Writer, t *judge.Tuning, _ words.View) error {
	return writeProduct(w, t.Products.Patch, "no patch", t.Products.PatchReason)
}

// writeProduct writes a text, or says why there is none.
func writeProduct(w io.Writer, text []byte, what, reason string) error {
	if len(text) == 0 {
		if reason != "" {
			what += ": " + reason
		}
		return noProduct{what}
	}
	_, err := w.Write(text)
	return err
}
