package report

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// missing is what a table prints for a value that does not exist.
const missing = "-"

// inUnit writes a metric's value as people read it, with its unit; a value that
// does not exist is a dash.
func inUnit(u Unit, v float64) string {
	switch {
	case bad(v):
		return missing
	case math.Abs(v) > 1e15:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case u == Rate:
		return percent(v)
	case u == Seconds:
		return seconds(v)
	case u == Dollars:
		return dollars(v)
	case u == Scale:
		return scaled(v)
	}
	return count(v)
}

// seconds writes a time in three digits: 45 ms, 0.6 s, 30.7 s, 2m47s, 1h02m.
func seconds(s float64) string {
	switch a := math.Abs(s); {
	case a == 0:
		return "0 s"
	case a < 0.0995:
		return digits(s*1000, 3) + " ms"
	case a < 60.05:
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	case a < 3599.5:
		n := int64(math.Round(s))
		return strconv.FormatInt(n/60, 10) + "m" + pad2(n%60) + "s"
	}
	n := int64(math.Round(s / 60))
	return thousands(n/60) + "h" + pad2(n%60) + "m"
}

// intervalInUnit writes a figure with half its interval's width, both to the digit
// that the interval makes doubtful.
func intervalInUnit(u Unit, f *Summary) string {
	half := f.Half()
	if !(half > 0) || half > 1e12 || math.Abs(f.Mean) > 1e12 {
		return inUnit(u, f.Mean)
	}
	scale, unit := 1.0, ""
	switch {
	case u == Rate:
		scale, unit = 100, " %"
	case u == Seconds && math.Abs(f.Mean) < 60.05:
		unit = " s"
	case u == Seconds:
		return seconds(f.Mean) + " ±" + seconds(half)
	}
	text := digits(half*scale, 2)
	if half*scale >= 99.5 {
		text = whole(half * scale)
	}
	decimals := 0
	if _, after, ok := strings.Cut(text, "."); ok {
		decimals = len(after)
	}
	mean := fixed(f.Mean*scale, decimals)
	if u == Dollars {
		mean = "$" + mean
	}
	return mean + unit + " ±" + text
}

// halfInUnit writes half an interval's width beside the figure that it belongs to: in
// that figure's unit, which is not said twice.
func halfInUnit(u Unit, of, half float64) string {
	a := math.Abs(of)
	switch {
	case u == Rate:
		return strings.TrimSuffix(inUnit(u, half), " %")
	case u != Seconds || bad(of) || a >= 60.05:
		return inUnit(u, half)
	case a < 0.0995 && a > 0:
		half *= 1000
	}
	return count(half)
}

func pad2(n int64) string {
	s := strconv.FormatInt(max(n, -n), 10)
	if len(s) < 2 {
		return "0" + s
	}
	return s
}

// percent writes a share with one decimal, and with more where one would round
// it to a 0 or a 100 that it is not.
func percent(v float64) string {
	p := v * 100
	for decimals := 1; decimals < 6; decimals++ {
		s := strconv.FormatFloat(p, 'f', decimals, 64)
		if r, _ := strconv.ParseFloat(s, 64); (r != 0 || p == 0) && (r != 100 || p == 100) {
			return s + " %"
		}
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + " %"
}

// percentShort writes a share for a sentence: whole percents where they do.
func percentShort(v float64) string {
	p := v * 100
	if math.Abs(p) > 1e6 {
		return inUnit(Rate, v)
	}
	if r := math.Round(p); (r != 0 || p == 0) && (r != 100 || p == 100) {
		return strconv.FormatFloat(r, 'f', 0, 64) + " %"
	}
	return percent(v)
}

// count writes a number of things, which is a mean over seeds: whole from ten
// on, else with a decimal where it is not whole, and never 0 when it is not.
func count(v float64) string {
	a := math.Abs(v)
	switch {
	case a >= 9.95 || a == math.Trunc(a):
		return whole(v)
	case a >= 0.05:
		return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
	}
	return digits(v, 1)
}

// whole rounds to a whole number with separated thousands.
func whole(v float64) string { return fixed(math.Round(v)+0, 0) }

// fixed writes a number with so many decimals and separated thousands.
func fixed(v float64, decimals int) string {
	text, fraction, dot := strings.Cut(strconv.FormatFloat(v, 'f', decimals, 64), ".")
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n == 0 { // beyond whole numbers, or the sign of -0.3
		return strconv.FormatFloat(v, 'f', decimals, 64)
	}
	if dot {
		fraction = "." + fraction
	}
	return thousands(n) + fraction
}

// dollars writes money in three digits, whole from a hundred on.
func dollars(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "$0"
	case a >= 99.95:
		return "$" + whole(v)
	}
	return "$" + digits(v, 3)
}

// scaled writes a plain number in three digits, whole from a hundred on.
func scaled(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0"
	case a >= 99.95:
		return whole(v)
	}
	return digits(v, 3)
}

// digits writes v with n significant digits and without an exponent.
func digits(v float64, n int) string {
	if v == 0 {
		return "0"
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', n-1, 64), 64)
	decimals := n - 1 - int(math.Floor(math.Log10(math.Abs(r))))
	return strconv.FormatFloat(r, 'f', max(0, min(decimals, 12)), 64)
}

// thousands writes a whole number with a comma at every third digit.
func thousands(n int64) string {
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

// clock writes a moment of a run, mm:ss or h:mm:ss.
func clock(d time.Duration) string {
	n := int64(d.Round(time.Second) / time.Second)
	if n < 3600 {
		return pad2(n/60) + ":" + pad2(n%60)
	}
	return strconv.FormatInt(n/3600, 10) + ":" + pad2(n/60%60) + ":" + pad2(n%60)
}

// span writes a duration as people say it: 40 min, 90 s, 1h30m.
func span(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	case d < 2*time.Hour && d%time.Minute == 0:
		return strconv.FormatInt(int64(d/time.Minute), 10) + " min"
	case d%time.Hour == 0:
		return thousands(int64(d/time.Hour)) + " h"
	}
	return seconds(d.Seconds())
}
