package report

import (
	"bytes"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// pngDPI is twice what screens once had, so that a picture of 1,584 pixels is
// sharp in a column of half of that.
const pngDPI = 144

// pngRows bounds the memory of a picture: this many scenarios take 150 MB.
const pngRows = 40

func writeSVG(w io.Writer, r *Report) error {
	f, err := runsFigure(r)
	if err != nil {
		return err
	}
	return writeVectors(w, f)
}

func writePNG(w io.Writer, r *Report) error {
	if n := len(r.Results); n > pngRows {
		return fmt.Errorf("a picture holds at most %d scenarios, and these are %d: svg takes more", pngRows, n)
	}
	f, err := runsFigure(r)
	if err != nil {
		return err
	}
	return writePixels(w, f)
}

func writeTuningSVG(w io.Writer, t *Tuning, _ View) error {
	return writeVectors(w, searchFigure(printableTuning(t)))
}

func writeTuningPNG(w io.Writer, t *Tuning, _ View) error {
	return writePixels(w, searchFigure(printableTuning(t)))
}

// writeVectors draws a figure as SVG. Its text is set in a font that the reader
// has: the one measured with, or one of the same widths.
func writeVectors(w io.Writer, f *drawing) error {
	c := vgsvg.New(vg.Length(f.Width), vg.Length(f.Height))
	pen{draw.New(c)}.draw(f)
	return writeCanvas(w, c)
}

// writePixels draws a figure as PNG.
func writePixels(w io.Writer, f *drawing) error {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(f.Width), vg.Length(f.Height)), vgimg.UseDPI(pngDPI))
	pen{draw.New(c)}.draw(f)
	return writeCanvas(w, vgimg.PngCanvas{Canvas: c})
}

// writeCanvas writes a picture once it is whole.
func writeCanvas(w io.Writer, c io.WriterTo) error {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
