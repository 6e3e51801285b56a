package report

import (
	"bytes"
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

func init() {
	registerFormat("svg", "latency over time and its distribution, a picture", writeSVG)
}

// writeSVG draws the picture with vectors. Its text is set in a font that the
// reader has: the one measured with, or one of the same widths.
func writeSVG(w io.Writer, r *Report) error {
	p, err := newPicture(r)
	if err != nil {
		return err
	}
	c := vgsvg.New(pictureWidth, p.height())
	p.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
