package page

import (
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strconv"
	"strings"

	"wavetank/report/figure"
)

// pixels writes a length to a tenth.
func pixels(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10+0, 'f', -1, 64) // no -0
}

// svgLine is the d of a path through places.
func svgLine(all []figure.Xy) string {
	var b strings.Builder
	for i, p := range all {
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(pixels(p.X) + " " + pixels(p.Y))
	}
	return b.String()
}

// svgMark is the d of a mark's outline around its middle; empty where its class
// has no shape.
func svgMark(class string) string {
	radius, ok := figure.MarkRadius[class]
	r := pixels(radius)
	switch {
	case !ok:
		return ""
	case class == "current":
		return "M-" + r + "-" + r + "H" + r + "V" + r + "H-" + r + "z"
	case class == "rival":
		return "M-" + r + " 0L0-" + r + "L" + r + " 0L0 " + r + "z"
	}
	return "M-" + r + " 0a" + r + " " + r + " 0 1 1 0 .01z"
}

// cellStyle is the colour of a heat map's cell, and that of its text.
func cellStyle(c color.NRGBA) template.CSS {
	if c.A == 0 {
		return ""
	}
	return template.CSS("background:" + hexOf(c) + ";color:" + hexOf(figure.InkOn(c)))
}

// rampStyle is the scale of colours as a gradient.
func rampStyle() template.CSS {
	out := "background:linear-gradient(to right"
	for _, c := range figure.Cividis {
		out += "," + hexOf(c)
	}
	return template.CSS(out + ")")
}

func hexOf(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
