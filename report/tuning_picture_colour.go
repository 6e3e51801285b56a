package report

import (
	"image/color"
	"math"
)

// cividis is a scale of colours from dark to bright whose steps look alike to
// people with and without a defect of colour vision (Nuñez, Anderton and Renslow
// 2018), at ten equal distances.
var cividis = [...]color.NRGBA{
	{R: 0x00, G: 0x22, B: 0x4e, A: 0xff}, {R: 0x12, G: 0x35, B: 0x70, A: 0xff}, {R: 0x3b, G: 0x49, B: 0x6c, A: 0xff},
	{R: 0x57, G: 0x5d, B: 0x6d, A: 0xff}, {R: 0x70, G: 0x71, B: 0x73, A: 0xff}, {R: 0x8a, G: 0x86, B: 0x78, A: 0xff},
	{R: 0xa5, G: 0x9c, B: 0x74, A: 0xff}, {R: 0xc3, G: 0xb3, B: 0x69, A: 0xff}, {R: 0xe1, G: 0xcc, B: 0x55, A: 0xff},
	{R: 0xfe, G: 0xe8, B: 0x38, A: 0xff},
}

// heatColor is the colour of a share of the scale, 0 dark, 1 bright.
func heatColor(share float64) color.NRGBA {
	at := min(max(share, 0), 1) * float64(len(cividis)-1)
	k := min(int(at), len(cividis)-2)
	a, b := cividis[k], cividis[k+1]
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*(at-float64(k)))) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xff}
}

// brightness is the relative luminance of WCAG.
func brightness(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// inkOn is the colour of text that is read best on another one: black or white.
func inkOn(c color.NRGBA) color.NRGBA {
	if brightness(c) > 0.179 { // where both have the same contrast
		return color.NRGBA{A: 0xff}
	}
	return paper
}
