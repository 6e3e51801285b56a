package report

import (
	"bytes"
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

func init() {
	registerTuning("svg", "the front with the setting in force and rivals, and heat maps, a picture", writeTuningSVG)
}

// writeTuningSVG draws the picture with vectors.
func writeTuningSVG(w io.Writer, t *Tuning, _ View) error {
	p := newTuningPicture(t.printable())
	c := vgsvg.New(p.size())
	p.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
