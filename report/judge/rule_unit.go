package judge

import "wavetank/report/measure"

// dimension is what an expression measures. Only equal ones compare and add;
// bare numbers pass as counts and, up to 1, as rates.
type dimension uint8

const (
	ofNumber dimension = iota // 0.1, or one count per another
	ofCount
	ofRate
	ofTime
	ofCost
	ofScale // a figure without a unit: attempts per request
)

var dimensionNames = [...]string{"a number", "a count", "a rate", "a time", "a cost", "a ratio"}

// String names the dimension with its article.
func (d dimension) String() string { return dimensionNames[d] }

// dimensionOf is a unit's dimension.
func dimensionOf(u measure.Unit) dimension {
	return [...]dimension{measure.Count: ofCount, measure.Rate: ofRate, measure.Seconds: ofTime, measure.Dollars: ofCost, measure.Scale: ofScale}[u]
}

// unit is what a dimension's values are written in.
func (d dimension) unit() measure.Unit {
	return [...]measure.Unit{ofNumber: measure.Scale, ofCount: measure.Count, ofRate: measure.Rate, ofTime: measure.Seconds, ofCost: measure.Dollars, ofScale: measure.Scale}[d]
}

// meet returns the dimension that two expressions share where they are compared
// or added, and else the one to blame, why, and a hint.
func meet(a, b *node) (d dimension, blame *node, why, hint string) {
	if a.dim == b.dim {
		return a.dim, nil, "", ""
	}
	blame, other := b, a
	if a.bare().kind == literal {
		blame, other = a, b
	}
	if blame.dim != ofNumber && other.dim != ofNumber {
		return 0, blame, blame.dim.String() + " does not compare with " + other.dim.String(), ""
	}
	number, known := a, b
	if b.dim == ofNumber {
		number, known = b, a
	}
	value := number.bare()
	switch known.dim {
	case ofCount, ofScale:
		return known.dim, nil, "", ""
	case ofRate:
		if value.kind != literal || value.value <= 1 {
			return known.dim, nil, "", ""
		}
		return 0, number, "a rate lies between 0 and 1", "write " + value.text + "%"
	case ofTime:
		hint = "write a duration, as 5s"
		if value.kind == literal {
			hint = "write " + value.text + "s"
		}
		return 0, number, "a number does not compare with a time", hint
	}
	hint = "write a cost, as $5"
	if value.kind == literal {
		hint = "write $" + value.text
	}
	return 0, number, "a number does not compare with a cost", hint
}

// times is the dimension of a product: one factor is a number or a rate.
func times(a, b dimension) (dimension, bool) {
	switch {
	case a == ofNumber:
		return b, true
	case b == ofNumber || b == ofRate:
		return a, true
	case a == ofRate:
		return b, true
	}
	return 0, false
}

// per is the dimension of a quotient: by a number or a rate, or of two alike.
func per(a, b dimension) (dimension, bool) {
	switch {
	case a == b:
		return ofNumber, true
	case b == ofNumber || b == ofRate:
		return a, true
	}
	return 0, false
}
