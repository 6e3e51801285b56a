package judge

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"wavetank/report/measure"
)

// Precision is how well a figure is to be known: half its interval's width, as a
// part of the figure or in the metric's unit.
//
//	precision = metric ":" ( percent | duration | "$" number | number )
type Precision struct {
	Text   string // as written
	Metric string
	Share  float64 // of the figure; 0: Within counts
	Within float64 // in the metric's unit; a rate's 0.01 is one percent point
}

// ParsePrecision reads a precision like "latency_p99: 2%" or "latency_p99: 50ms".
// Nearest finds the known word that an unknown one may stand for; nil finds none.
func ParsePrecision(text string, nearest func(word string, known []string) string) (Precision, error) {
	name, value, ok := strings.Cut(text, ":")
	p := Precision{Text: text, Metric: strings.TrimSpace(name)}
	if !ok {
		return p, errors.New("expected METRIC: HOW CLOSE, as latency_p99: 2% or latency_p99: 50ms")
	}
	if _, err := MetricNamed(p.Metric, nearest); err != nil {
		return p, err
	}
	return p, p.read(strings.TrimSpace(value))
}

// read takes the part behind the colon.
func (p *Precision) read(value string) (err error) {
	unit, into := measure.UnitOf(p.Metric), &p.Within
	if strings.HasSuffix(value, "%") {
		into = &p.Share
		*into, err = percentOf(value)
	} else {
		*into, err = amountOf(value, unit)
	}
	if err != nil || !(*into > 0) || math.IsInf(*into, 0) {
		return fmt.Errorf("%s is no precision of %s: write a part of it, as 2%%, or %s", Quoted(value), p.Metric, precisionForms[unit])
	}
	return nil
}

// precisionForms are absolute precisions by unit.
var precisionForms = map[measure.Unit]string{measure.Count: "a number, as 5", measure.Rate: "a share, as 0.005 for half a percent point",
	measure.Seconds: "a duration, as 50ms", measure.Dollars: "an amount, as $0.01", measure.Scale: "a number, as 0.1"}

// Looks are the numbers of replications after which precision is looked at: the
// first, doubled until the most, which is the last.
func Looks(first, most int) []int {
	var out []int
	for n := first; n < most; n *= 2 {
		out = append(out, n)
	}
	return append(out, max(first, most))
}

// LookLevel is the level of the intervals at each of so many looks. Whoever looks
// often finds a narrow interval by luck, so the 5 % are divided (Bonferroni).
func LookLevel(looks int) float64 { return 1 - significance/float64(looks) }

// Misses says which figures are not known as well as asked, in a clause each: the
// widest figure of each precision, and metrics that nobody has. More replications
// help the former alone: open counts them. Bounds are not asked.
func (r *Result) Misses(asked []Precision, level float64) (clauses []string, open int) {
	for i := range asked {
		p := &asked[i]
		if !r.Any(p.Metric) {
			clauses = append(clauses, "precision "+p.Text+": no strategy has a value of "+p.Metric)
			continue
		}
		var worst *measure.Strategy
		most := 1.0
		for k := range r.Strategies {
			s := &r.Strategies[k]
			if over := p.over(s, level); !s.Ideal && over > most {
				worst, most = s, over
			}
		}
		if worst != nil {
			open++
			clauses = append(clauses, p.miss(worst, level, len(r.Seeds)))
		}
	}
	return clauses, open
}

// Valueless names the strategies that have no value of a metric whose precision
// was asked for, in a clause each; a metric that nobody has is left to Misses.
func (r *Result) Valueless(asked []Precision) (clauses []string) {
	for i := range asked {
		p := &asked[i]
		if !r.Any(p.Metric) {
			continue
		}
		var without []string
		for k := range r.Strategies {
			s := &r.Strategies[k]
			if f := s.Figure(p.Metric); !s.Ideal && !f.Exists() {
				without = append(without, s.Name)
			}
		}
		if len(without) > 0 {
			clauses = append(clauses, "precision "+p.Text+": no value of it in "+strings.Join(without, ", "))
		}
	}
	return clauses
}

// over is how many times wider half an interval is than asked: 0 for a strategy
// without a value, infinite for one with a single value.
func (p *Precision) over(s *measure.Strategy, level float64) float64 {
	f := s.Figure(p.Metric)
	if !f.Exists() {
		return 0
	}
	half := halfAt(&f, level)
	switch limit := p.limit(&f); {
	case math.IsNaN(half):
		return math.Inf(1)
	case half <= limit:
		return 0
	default:
		return half / limit
	}
}

// limit is the half width that is borne.
func (p *Precision) limit(f *measure.Summary) float64 {
	if p.Share > 0 {
		return p.Share * math.Abs(f.Mean)
	}
	return p.Within
}

// miss says how far a figure is from its precision.
func (p *Precision) miss(s *measure.Strategy, level float64, runs int) string {
	f := s.Figure(p.Metric)
	half := halfAt(&f, level)
	got := "no interval"
	switch {
	case measure.Bad(half):
	case p.Share > 0 && f.Mean != 0:
		got = "±" + measure.FormatPercent(half/math.Abs(f.Mean))
	default:
		got = "±" + strings.Replace(measure.Format(measure.UnitOf(p.Metric), half), " %", " points", 1)
	}
	return fmt.Sprintf("precision %s not reached: %s has %s after %s", p.Text, s.Name, got, measure.Plural(runs, "run"))
}

// halfAt is how far an interval of another level goes from the mean; NaN with
// fewer than two values.
func halfAt(s *measure.Summary, level float64) float64 {
	at := measure.SummarizeAt(s.PerSeed, level)
	return at.Half()
}
