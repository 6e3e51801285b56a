package report

import (
	"bytes"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

func init() {
	registerFormat("png", "the same picture in pixels", writePNG)
}

// pngDPI is twice what screens once had, so that a picture of 1,584 pixels is
// sharp in a column of half of that.
const pngDPI = 144

// pngRows bounds the memory of a picture: this many scenarios take 150 MB.
const pngRows = 40

// writePNG draws the picture with pixels.
func writePNG(w io.Writer, r *Report) error {
	if n := len(r.Results); n > pngRows {
		return fmt.Errorf("a picture holds at most %d scenarios, and these are %d: svg takes more", pngRows, n)
	}
	p, err := newPicture(r)
	if err != nil {
		return err
	}
	c := vgimg.NewWith(vgimg.UseWH(pictureWidth, p.height()), vgimg.UseDPI(pngDPI))
	p.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&b); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
