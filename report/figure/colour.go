package figure

import (
	"image/color"
	"math"
)

// Palette is that of Okabe and Ito (2008), which people tell apart whatever
// colours they see, less its yellow and its black: one is hard to see on white,
// the other is the text's. Two of our own follow it.
var Palette = []color.NRGBA{
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // blue
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // vermilion
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // bluish green
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // reddish purple
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
	{R: 0x3d, G: 0x44, B: 0x4b, A: 0xff}, // slate
	{R: 0x8b, G: 0x6f, B: 0xc0, A: 0xff}, // violet
}

// The colours of what is no strategy: ground, text, lines that lead the eye, what
// stands back.
var (
	Paper = color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	Ink   = color.NRGBA{R: 0x22, G: 0x22, B: 0x22, A: 0xff}
	Faint = color.NRGBA{R: 0xdd, G: 0xdd, B: 0xdd, A: 0xff}
	Gray  = color.NRGBA{R: 0x77, G: 0x77, B: 0x77, A: 0xff}
)

// Cividis is a scale of colours from dark to bright whose steps look alike to
// people with and without a defect of colour vision (Nuñez, Anderton and Renslow
// 2018), at ten equal distances.
var Cividis = [...]color.NRGBA{
	{R: 0x00, G: 0x22, B: 0x4e, A: 0xff}, {R: 0x12, G: 0x35, B: 0x70, A: 0xff}, {R: 0x3b, G: 0x49, B: 0x6c, A: 0xff},
	{R: 0x57, G: 0x5d, B: 0x6d, A: 0xff}, {R: 0x70, G: 0x71, B: 0x73, A: 0xff}, {R: 0x8a, G: 0x86, B: 0x78, A: 0xff},
	{R: 0xa5, G: 0x9c, B: 0x74, A: 0xff}, {R: 0xc3, G: 0xb3, B: 0x69, A: 0xff}, {R: 0xe1, G: 0xcc, B: 0x55, A: 0xff},
	{R: 0xfe, G: 0xe8, B: 0x38, A: 0xff},
}

// HeatColor is the colour of a share of the scale, 0 dark, 1 bright.
func HeatColor(share float64) color.NRGBA {
	at := float64(min(max(share, 0), 1) * float64(len(Cividis)-1))
	k := min(int(at), len(Cividis)-2)
	a, b := Cividis[k], Cividis[k+1]
	mix := func(x, y uint8) uint8 {
		return uint8(math.Round(float64(x) + float64((float64(y)-float64(x))*(at-float64(k)))))
	}
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xff}
}

// Brightness is the relative luminance of WCAG.
func Brightness(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return float64(0.2126*linear(c.R)) + float64(0.7152*linear(c.G)) + float64(0.0722*linear(c.B))
}

// InkOn is the colour of text that is read best on another one: black or white.
func InkOn(c color.NRGBA) color.NRGBA {
	if Brightness(c) > 0.179 { // where both have the same contrast
		return color.NRGBA{A: 0xff}
	}
	return Paper
}

// inkClass is that colour as the class of a text or a line.
func inkClass(c color.NRGBA) string {
	if InkOn(c) == Paper {
		return "on-dark"
	}
	return "on-bright"
}
