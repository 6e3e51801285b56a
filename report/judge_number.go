package report

import (
	"math"
	"strconv"
)

// number is a float as files hold it: the digits beyond the twelfth, where
// processors differ, are left off.
type number float64

func (n number) append(out []byte) []byte {
	if v := float64(n); v == math.Trunc(v) && math.Abs(v) < 1e6 { // beyond that it has an exponent
		return strconv.AppendInt(out, int64(v), 10)
	}
	return strconv.AppendFloat(out, asWritten(float64(n))+0, 'g', -1, 64)
}

// asWritten is a value as a file holds it, in twelve digits.
func asWritten(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if err != nil {
		panic("report: a formatted number that is none: " + err.Error())
	}
	return rounded
}
