package measure

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Number is a float as files hold it: the digits beyond the twelfth, where
// processors differ, are left off.
type Number float64

// Append adds the number as JSON.
func (n Number) Append(out []byte) []byte {
	if v := float64(n); v == math.Trunc(v) && math.Abs(v) < 1e6 { // beyond that it has an exponent
		return strconv.AppendInt(out, int64(v), 10)
	}
	return strconv.AppendFloat(out, AsWritten(float64(n))+0, 'g', -1, 64)
}

// AsWritten is a value as a file holds it, in twelve digits.
func AsWritten(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if err != nil {
		panic("report: a formatted number that is none: " + err.Error())
	}
	return rounded
}

// Missing is what a table prints for a value that does not exist.
const Missing = "-"

// Format writes a metric's value as people read it, with its unit; a value that
// does not exist is a dash.
func Format(u Unit, v float64) string {
	switch {
	case Bad(v):
		return Missing
	case math.Abs(v) > 1e15:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case u == Rate:
		return FormatPercent(v)
	case u == Seconds:
		return FormatSeconds(v)
	case u == Dollars:
		return FormatDollars(v)
	case u == Scale:
		return Scaled(v)
	}
	return FormatCount(v)
}

// FormatSeconds writes a time in three digits: 45 ms, 0.6 s, 30.7 s, 2m47s, 1h02m.
func FormatSeconds(s float64) string {
	switch a := math.Abs(s); {
	case a == 0:
		return "0 s"
	case a < 0.0995:
		return Digits(s*1000, 3) + " ms"
	case a < 60.05:
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	case a < 3599.5:
		n := int64(math.Round(s))
		return strconv.FormatInt(n/60, 10) + "m" + pad2(n%60) + "s"
	}
	n := int64(math.Round(s / 60))
	return FormatThousands(n/60) + "h" + pad2(n%60) + "m"
}

// noise is the part of a figure below which half an interval's width is what sums of
// floats leave, and no spread.
const noise = 1e-9

// FormatInterval writes a figure with half its interval's width, both to the digit
// that the interval makes doubtful. A figure that is the same in all runs has three
// digits.
func FormatInterval(u Unit, f *Summary) string {
	half := f.Half()
	switch {
	case half <= noise*math.Abs(f.Mean) && f.Mean != 0:
		return Format(u, f.Mean) + " ±0"
	case !(half > 0) || half > 1e12 || math.Abs(f.Mean) > 1e12:
		return Format(u, f.Mean)
	}
	scale, unit := 1.0, ""
	switch {
	case u == Rate:
		scale, unit = 100, " %"
	case u == Seconds && math.Abs(f.Mean) < 60.05:
		unit = " s"
	case u == Seconds:
		return FormatSeconds(f.Mean) + " ±" + FormatSeconds(half)
	}
	text := Digits(half*scale, 2)
	if half*scale >= 99.5 {
		text = Whole(half * scale)
	}
	decimals := 0
	if _, after, ok := strings.Cut(text, "."); ok {
		decimals = len(after)
	}
	mean := Fixed(f.Mean*scale, decimals)
	if u == Dollars {
		mean = "$" + mean
	}
	return mean + unit + " ±" + text
}

// FormatHalf writes half an interval's width beside the figure that it belongs to: in
// that figure's unit, which is not said twice.
func FormatHalf(u Unit, of, half float64) string {
	a := math.Abs(of)
	switch {
	case half <= noise*a:
		return "0"
	case u == Rate:
		return strings.TrimSuffix(Format(u, half), " %")
	case u != Seconds || Bad(of) || a >= 60.05:
		return Format(u, half)
	case a < 0.0995 && a > 0:
		half *= 1000
	}
	return FormatCount(half)
}

func pad2(n int64) string {
	s := strconv.FormatInt(max(n, -n), 10)
	if len(s) < 2 {
		return "0" + s
	}
	return s
}

// FormatPercent writes a share with one decimal, and with more where one would round
// it to a 0 or a 100 that it is not.
func FormatPercent(v float64) string {
	p := v * 100
	for decimals := 1; decimals < 6; decimals++ {
		s := strconv.FormatFloat(p, 'f', decimals, 64)
		if r, _ := strconv.ParseFloat(s, 64); (r != 0 || p == 0) && (r != 100 || p == 100) {
			return s + " %"
		}
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + " %"
}

// FormatPercentShort writes a share for a sentence: whole percents where they do.
func FormatPercentShort(v float64) string {
	p := v * 100
	if math.Abs(p) > 1e6 {
		return Format(Rate, v)
	}
	if r := math.Round(p); (r != 0 || p == 0) && (r != 100 || p == 100) {
		return strconv.FormatFloat(r, 'f', 0, 64) + " %"
	}
	return FormatPercent(v)
}

// FormatCount writes a number of things, which is a mean over seeds: whole from ten
// on, else with a decimal where it is not whole, and never 0 when it is not.
func FormatCount(v float64) string {
	a := math.Abs(v)
	switch {
	case a >= 9.95 || a == math.Trunc(a):
		return Whole(v)
	case a >= 0.05:
		return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
	}
	return Digits(v, 1)
}

// Whole rounds to a whole number with separated thousands.
func Whole(v float64) string { return Fixed(math.Round(v)+0, 0) }

// Fixed writes a number with so many decimals and separated thousands.
func Fixed(v float64, decimals int) string {
	text, fraction, dot := strings.Cut(strconv.FormatFloat(v, 'f', decimals, 64), ".")
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n == 0 { // beyond whole numbers, or the sign of -0.3
		return strconv.FormatFloat(v, 'f', decimals, 64)
	}
	if dot {
		fraction = "." + fraction
	}
	return FormatThousands(n) + fraction
}

// FormatDollars writes money in three digits, whole from a hundred on.
func FormatDollars(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "$0"
	case a >= 99.95:
		return "$" + Whole(v)
	}
	return "$" + Digits(v, 3)
}

// Scaled writes a plain number in three digits, whole from a hundred on.
func Scaled(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0"
	case a >= 99.95:
		return Whole(v)
	}
	return Digits(v, 3)
}

// Digits writes v with n significant digits and without an exponent.
func Digits(v float64, n int) string {
	if v == 0 {
		return "0"
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', n-1, 64), 64)
	decimals := n - 1 - int(math.Floor(math.Log10(math.Abs(r))))
	return strconv.FormatFloat(r, 'f', max(0, min(decimals, 12)), 64)
}

// FormatThousands writes a whole number with a comma at every third digit.
func FormatThousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Clock writes a moment of a run, mm:ss or h:mm:ss.
func Clock(d time.Duration) string {
	n := int64(d.Round(time.Second) / time.Second)
	if n < 3600 {
		return pad2(n/60) + ":" + pad2(n%60)
	}
	return strconv.FormatInt(n/3600, 10) + ":" + pad2(n/60%60) + ":" + pad2(n%60)
}

// Span writes a duration as people say it: 40 min, 90 s, 1h30m.
func Span(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	case d < 2*time.Hour && d%time.Minute == 0:
		return strconv.FormatInt(int64(d/time.Minute), 10) + " min"
	case d%time.Hour == 0:
		return FormatThousands(int64(d/time.Hour)) + " h"
	}
	return FormatSeconds(d.Seconds())
}

// Plural writes a count with its noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return FormatThousands(int64(n)) + " " + noun + "s"
}
