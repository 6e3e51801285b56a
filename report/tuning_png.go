package report

import (
	"bytes"
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

func init() {
	registerTuning("png", "the same picture in pixels", writeTuningPNG)
}

// writeTuningPNG draws the picture with pixels.
func writeTuningPNG(w io.Writer, t *Tuning, _ View) error {
	p := newTuningPicture(t.printable())
	c := vgimg.NewWith(vgimg.UseWH(p.size()), vgimg.UseDPI(pngDPI))
	p.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
