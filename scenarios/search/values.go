package search

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"wavetank/scenarios"
	"wavetank/sim/tune"
)

// defaultSteps is how many values a range has that does not say: eight of a
// cooldown, as the plan of a search has them.
const defaultSteps = 8

// mostValues bounds one axis: the orders of eight providers.
const mostValues = 50_000

// valuesAxis reads the values of one setting: a list v1,v2,v3, or a range with
// how many values it has and how they lie, A..B [lin|log] [N].
func valuesAxis(path, text string) (tune.Axis, error) {
	low, rest, ranged := strings.Cut(text, "..")
	if !ranged {
		return listAxis(path, text)
	}
	words := strings.Fields(rest)
	if len(words) == 0 {
		return tune.Axis{}, fmt.Errorf("%s: the end of the range is missing", text)
	}
	r := valueRange{low: strings.TrimSpace(low), high: words[0], steps: defaultSteps}
	for _, w := range words[1:] {
		if err := r.word(w); err != nil {
			return tune.Axis{}, err
		}
	}
	return r.axis(path)
}

// listAxis takes values as they are written.
func listAxis(path, text string) (tune.Axis, error) {
	a := tune.Axis{Name: path}
	ordered := true
	seen := map[string]bool{}
	for _, v := range scenarios.SplitCommas(text) {
		v = strings.TrimSpace(v)
		if v == "" {
			return a, errors.New("an empty value between commas")
		}
		if seen[v] {
			return a, fmt.Errorf("%s stands there twice", v)
		}
		seen[v] = true
		at, _, ok := readAmount(v)
		ordered = ordered && ok && (len(a.At) == 0 || at > a.At[len(a.At)-1])
		a.Labels, a.At = append(a.Labels, v), append(a.At, at)
	}
	if !ordered {
		a.At = nil
	} else if n := len(a.At); a.At[0] > 0 && a.At[n-1] >= wide*a.At[0] {
		a.Log = true
	}
	return a, nil
}

// wide is the ratio of its ends from which a range is laid out by ratios.
const wide = 10

// kindOfValue is what a number is written in.
type kindOfValue uint8

const (
	plainNumber kindOfValue = iota
	wholeNumber
	aDuration
	aPercent
)

// readAmount reads a number, a duration or a share: where it lies on a scale.
func readAmount(text string) (float64, kindOfValue, bool) {
	if share, ok := strings.CutSuffix(text, "%"); ok {
		v, err := strconv.ParseFloat(share, 64)
		return v, aPercent, err == nil
	}
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		return float64(v), wholeNumber, true
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v, plainNumber, true
	}
	d, err := time.ParseDuration(text)
	return d.Seconds(), aDuration, err == nil
}

// valueRange is A..B with how it is divided.
type valueRange struct {
	low, high string
	steps     int
	layout    string // lin, log, or empty: by the ratio of the ends
}

func (r *valueRange) word(w string) error {
	if w == "lin" || w == "log" {
		r.layout = w
		return nil
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 2 || n > 1000 {
		return fmt.Errorf("%q after a range: expected lin, log, or how many values, 2 to 1000", w)
	}
	r.steps = n
	return nil
}

// axis lays the values out. They are rounded to two digits that people can say,
// the ends apart.
func (r *valueRange) axis(path string) (tune.Axis, error) {
	a := tune.Axis{Name: path}
	low, kind, ok := readAmount(r.low)
	high, other, ok2 := readAmount(r.high)
	if kind != other && kind != aDuration && other != aDuration && kind != aPercent && other != aPercent {
		kind = plainNumber
		other = plainNumber
	}
	switch {
	case !ok || !ok2 || kind != other:
		return a, fmt.Errorf("%s..%s: expected two numbers, two durations or two shares", r.low, r.high)
	case low >= high:
		return a, fmt.Errorf("%s..%s: the first must be the smaller one", r.low, r.high)
	case r.layout == "log" && low <= 0:
		return a, fmt.Errorf("%s..%s log: a logarithmic range begins above zero", r.low, r.high)
	}
	a.Log = r.layout == "log" || r.layout == "" && low > 0 && high >= wide*low
	for i := range r.steps {
		share := float64(i) / float64(r.steps-1)
		v := low + float64(share*(high-low))
		if a.Log {
			v = low * math.Pow(high/low, share)
		}
		label := r.low
		switch i {
		case 0:
		case r.steps - 1:
			label = r.high
		default:
			label = spell(v, kind)
		}
		at, _, _ := readAmount(label)
		if n := len(a.At); n > 0 && at <= a.At[n-1] {
			continue // rounding has brought two together
		}
		a.Labels, a.At = append(a.Labels, label), append(a.At, at)
	}
	if n := len(a.Labels); a.Labels[n-1] != r.high { // the end had been rounded to before
		a.Labels[n-1], a.At[n-1] = r.high, high
	}
	return a, nil
}

// spell writes a value with two digits, a whole number as one.
func spell(v float64, kind kindOfValue) string {
	switch kind {
	case wholeNumber:
		return strconv.FormatInt(int64(math.Round(v)), 10)
	case aDuration:
		return scenarios.Written(time.Duration(math.Round(twoDigits(v)*1e9/1e3) * 1e3))
	case aPercent:
		return strconv.FormatFloat(twoDigits(v), 'g', -1, 64) + "%"
	}
	return strconv.FormatFloat(twoDigits(v), 'g', -1, 64)
}

// twoDigits rounds to two significant digits.
func twoDigits(v float64) float64 {
	if v == 0 {
		return 0
	}
	text := strconv.FormatFloat(v, 'e', 1, 64)
	out, _ := strconv.ParseFloat(text, 64)
	return out
}

// orderAxis is every order of providers; with subsets, of every part of them too,
// the longer ones first.
func orderAxis(providers []string, subsets bool) (tune.Axis, error) {
	a := tune.Axis{Name: orderPath}
	least := len(providers)
	if subsets {
		least = 1
	}
	for n := len(providers); n >= least; n-- {
		if !orders(providers, n, nil, &a.Labels) {
			return a, fmt.Errorf("%d providers have more than %d orders: list those that are worth it, as --vary 'order=%s > %s,%s > %s'",
				len(providers), mostValues, providers[0], providers[1], providers[1], providers[0])
		}
	}
	return a, nil
}

// orderPath is the axis of orders, and what stands between the names of one.
const (
	orderPath = "order"
	orderThen = " > "
)

// orders appends every arrangement of n of the names, in lexical order of
// places; false where there are too many.
func orders(names []string, n int, begun []string, out *[]string) bool {
	if len(begun) == n {
		*out = append(*out, strings.Join(begun, orderThen))
		return len(*out) <= mostValues
	}
	for _, name := range scenarios.Without(names, begun) {
		if !orders(names, n, append(begun[:len(begun):len(begun)], name), out) {
			return false
		}
	}
	return true
}

// listedOrders reads orders that were written out, as a > b,b > a.
func listedOrders(text string, providers []string) (tune.Axis, error) {
	a := tune.Axis{Name: orderPath}
	for _, order := range strings.Split(text, ",") {
		var names []string
		for _, name := range strings.Split(order, ">") {
			name = strings.TrimSpace(name)
			if name == "" || len(scenarios.Without([]string{name}, providers)) > 0 {
				return a, fmt.Errorf("no provider %q (it may be %s)", name, strings.Join(providers, ", "))
			}
			names = append(names, name)
		}
		a.Labels = append(a.Labels, strings.Join(names, orderThen))
	}
	return a, nil
}
