package picture

import (
	"bytes"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/words"
)

// PngDPI is twice what screens once had, so that a picture of 1,584 pixels is
// sharp in a column of half of that.
const PngDPI = 144

// PngRows bounds the memory of a picture: this many scenarios take 150 MB.
const PngRows = 40

// WriteSVG draws the runs: latency over time, and its distribution.
func WriteSVG(w io.Writer, r *words.Report) error {
	f, err := figure.RunsFigure(r)
	if err != nil {
		return err
	}
	return writeVectors(w, f)
}

// WritePNG draws the same in pixels.
func WritePNG(w io.Writer, r *words.Report) error {
	if n := len(r.Results); n > PngRows {
		return fmt.Errorf("a picture holds at most %d scenarios, and these are %d: svg takes more", PngRows, n)
	}
	f, err := figure.RunsFigure(r)
	if err != nil {
		return err
	}
	return writePixels(w, f)
}

// WriteSearchSVG draws a search: the front, rivals, heat maps.
func WriteSearchSVG(w io.Writer, t *judge.Tuning, _ words.View) error {
	return writeVectors(w, figure.SearchFigure(t))
}

// WriteSearchPNG draws the same in pixels.
func WriteSearchPNG(w io.Writer, t *judge.Tuning, _ words.View) error {
	return writePixels(w, figure.SearchFigure(t))
}

// writeVectors draws a figure as SVG. Its text is set in a font that the reader
// has: the one measured with, or one of the same widths.
func writeVectors(w io.Writer, f *figure.Drawing) error {
	c := vgsvg.New(vg.Length(f.Width), vg.Length(f.Height))
	pen{draw.New(c)}.draw(f)
	return writeCanvas(w, c)
}

// writePixels draws a figure as PNG.
func writePixels(w io.Writer, f *figure.Drawing) error {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(f.Width), vg.Length(f.Height)), vgimg.UseDPI(PngDPI))
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
