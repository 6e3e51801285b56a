package screen

import (
	"wavetank/report/measure"
	"wavetank/report/words"
)

// ANSI sequences. Everything they say is also said by words or characters.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	plain  = "\x1b[0m"
)

// paint colours a text where the view wants colour. Paint last: sequences count
// as characters.
func paint(v words.View, colour, s string) string {
	if !v.Color || s == "" {
		return s
	}
	return colour + s + plain
}

// paintStrip colours runs of equal characters of a strip.
func paintStrip(v words.View, row string) string {
	if !v.Color {
		return row
	}
	colours := map[rune]string{measure.MarkSick: red, measure.MarkFailing: red, measure.MarkSkipped: yellow, measure.MarkProbe: cyan}
	out, last := "", ""
	for _, c := range row {
		if now := colours[c]; now != last {
			if last != "" {
				out += plain
			}
			out, last = out+now, now
		}
		out += string(c)
	}
	if last != "" {
		out += plain
	}
	return out
}
