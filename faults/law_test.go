package faults

import (
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"wavetank/chain"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// sampleLaws holds laws of every registered kind, with the mean each should
// have and, where gonum knows one, an independent quantile.
var sampleLaws = map[string][]sampleLaw{
	"constant": {{law: &Constant{Time(2 * time.Second)}, mean: 2}, {law: &Constant{}, mean: 0}},
	"lognormal": {
		{law: &Lognormal{Time(600 * time.Millisecond), Time(2400 * time.Millisecond)}, mean: 0.6 * math.Exp(0.5*sq(math.Log(4)/2.3263478740408408)),
			quantile: distuv.LogNormal{Mu: math.Log(0.6), Sigma: math.Log(4) / 2.3263478740408408}.Quantile},
		{law: &Lognormal{Time(time.Second), Time(time.Second)}, mean: 1},
	},
	"gamma": {
		{law: &Gamma{Time(time.Second), 0.5}, mean: 1, quantile: distuv.Gamma{Alpha: 4, Beta: 4}.Quantile},
		{law: &Gamma{Time(time.Second), 3}, mean: 1, meanTo: 0.02},
		{law: &Gamma{Time(time.Second), 0}, mean: 1},
	},
	"exponential": {{law: &Exponential{Time(3 * time.Second)}, mean: 3, quantile: distuv.Exponential{Rate: 1. / 3}.Quantile}},
	"uniform":     {{law: &Uniform{Time(time.Second), Time(3 * time.Second)}, mean: 2, quantile: distuv.Uniform{Min: 1, Max: 3}.Quantile}},
	"weibull": {{law: &Weibull{Time(time.Second), 0.65}, mean: 1,
		quantile: distuv.Weibull{K: 0.65, Lambda: 1 / math.Gamma(1+1/0.65)}.Quantile}},
	"stream": {{law: &Stream{&Exponential{Time(time.Second)}, 300}, mean: 1}},
	"mixture": {
		{law: &Mixture{[]Part{{995, &Lognormal{Time(300 * time.Millisecond), Time(600 * time.Millisecond)}}, {5, &Uniform{Time(20 * time.Second), Time(100 * time.Second)}}}},
			mean: 0.995*0.3*math.Exp(0.5*sq(math.Log(2)/2.3263478740408408)) + 0.005*60, meanTo: 0.01},
		{law: &Mixture{[]Part{{1, &Constant{Time(time.Second)}}, {3, &Constant{Time(5 * time.Second)}}}}, mean: 4, meanTo: 0.01},
	},
	"gilbert_elliott": {{law: &GilbertElliott{Good: &Constant{Time(time.Second)}, Bad: &Exponential{Time(9 * time.Second)}, ToBad: 0.1, ToGood: 0.3, Every: time.Second},
		mean: 0.75*1 + 0.25*9, meanTo: 0.01}},
	"empirical": {{law: &Empirical{Values: []Amount{Time(4 * time.Second), Time(time.Second), Time(2 * time.Second), Time(9 * time.Second)}}, mean: 4, meanTo: 0.01}},
}

type sampleLaw struct {
	law      Law
	mean     float64
	meanTo   float64 // relative; 0 means 1e-3
	quantile func(float64) float64
}

func sq(x float64) float64 { return x * x }

// eachLaw runs a check over the sample laws; a registered kind without one
// fails.
func eachLaw(t *testing.T, check func(t *testing.T, s sampleLaw, table *Table)) {
	for _, e := range Laws.Entries() {
		if len(sampleLaws[e.Kind]) == 0 {
			t.Errorf("the law %s has no sample: add one to sampleLaws", e.Kind)
		}
		for i, s := range sampleLaws[e.Kind] {
			t.Run(fmt.Sprintf("%s/%d", e.Kind, i), func(t *testing.T) {
				if err := CheckTimes(s.law); err != nil {
					t.Fatalf("Check() = %v", err)
				}
				table, err := s.law.Table()
				if err != nil {
					t.Fatalf("Table() = %v", err)
				}
				check(t, s, table)
			})
		}
	}
}

func TestLawMean(t *testing.T) {
	eachLaw(t, func(t *testing.T, s sampleLaw, table *Table) {
		to := s.meanTo
		if to == 0 {
			to = 1e-3
		}
		if got := table.Mean().Seconds(); math.Abs(got-s.mean) > to*s.mean {
			t.Errorf("Mean() = %g, want %g", got, s.mean)
		}
		sum, n := 0.0, 200_000
		l := chain.NewLuck(7)
		for i := range n {
			sum += table.Draw(l.Draw(uint64(i))).Seconds()
		}
		if got := sum / float64(n); math.Abs(got-s.mean) > 0.05*s.mean {
			t.Errorf("the mean of %d draws is %g, want about %g", n, got, s.mean)
		}
	})
}

func TestLawMonotone(t *testing.T) {
	eachLaw(t, func(t *testing.T, _ sampleLaw, table *Table) {
		rapid.Check(t, func(t *rapid.T) {
			u, v := rapid.Uint64().Draw(t, "u"), rapid.Uint64().Draw(t, "v")
			if u > v {
				u, v = v, u
			}
			if a, b := table.Draw(u), table.Draw(v); a > b || a < 0 {
				t.Fatalf("Draw(%d) = %s, Draw(%d) = %s: a larger draw must not be a shorter time", u, a, v, b)
			}
		})
	})
}

// TestLawQuantiles compares draws with the quantile function of an independent
// implementation, from the far lower to the far upper tail.
func TestLawQuantiles(t *testing.T) {
	eachLaw(t, func(t *testing.T, s sampleLaw, table *Table) {
		if s.quantile == nil {
			t.Skip("no independent quantile")
		}
		l := chain.NewLuck(11)
		for i := range 20_000 {
			u := l.Draw(uint64(i)) >> (l.Draw(uint64(i)+1<<40) % 30) // many far tails
			if i%2 == 1 {
				u = ^u
			}
			p := (float64(u>>11) + 0.5) / (1 << 53)
			if min(p, 1-p) < 1.0/(1<<36) {
				continue // the table ends there
			}
			got, want := table.Draw(u).Seconds(), s.quantile(p)
			if math.Abs(got-want) > 1e-4*want+2e-9 {
				t.Fatalf("Draw at p=%g is %.9g, want %.9g", p, got, want)
			}
		}
	})
}

// TestLawAbove holds Above against Draw: P(X > Draw(u)) is 1-u, up to a cell,
// and where the law jumps, on the right side of the jump.
func TestLawAbove(t *testing.T) {
	eachLaw(t, func(t *testing.T, _ sampleLaw, table *Table) {
		l := chain.NewLuck(13)
		for i := range 5_000 {
			u := l.Draw(uint64(i))
			if i%3 == 0 {
				u = ^(u >> (i % 20))
			}
			tail := 1 - (float64(u>>11)+0.5)/(1<<53)
			cell := min(tail, 1-tail)/32 + 1e-11 // two cells
			d := table.Draw(u)
			if above := table.Above(d); above > tail+cell {
				t.Fatalf("Above(%s) = %g, want at most %g", d, above, tail)
			}
			if d > 0 {
				if above := table.Above(d - 1); above < tail-cell {
					t.Fatalf("Above(%s) = %g, want at least %g", d-1, above, tail)
				}
			}
		}
		if got := table.Above(1<<63 - 1); got != 0 {
			t.Errorf("Above(for ever) = %g, want 0", got)
		}
		if got := table.Above(-1); got != 1 {
			t.Errorf("Above(-1) = %g, want 1", got)
		}
	})
}

// TestMixtureIsMixed holds a blend against the share of its parts at many
// times.
func TestMixtureIsMixed(t *testing.T) {
	a, _ := (&Lognormal{Time(time.Second), Time(3 * time.Second)}).Table()
	b, _ := (&Uniform{Time(2 * time.Second), Time(20 * time.Second)}).Table()
	c, _ := (&Constant{Time(5 * time.Second)}).Table()
	mix := blend([]float64{5, 3, 2}, []*Table{a, b, c})
	for at := 100 * time.Millisecond; at < 21*time.Second; at += 77 * time.Millisecond {
		want := 0.5*a.Above(at) + 0.3*b.Above(at) + 0.2*c.Above(at)
		if got := mix.Above(at); math.Abs(got-want) > 4e-3 {
			t.Errorf("Above(%s) = %g, want %g", at, got, want)
		}
	}
}

// TestTableGolden shows a platform on which tables come out otherwise, which
// would change every number of every run.
func TestTableGolden(t *testing.T) {
	for _, e := range Laws.Entries() {
		h := fnv.New64a()
		for _, s := range sampleLaws[e.Kind] {
			table, err := s.law.Table()
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range slices.Concat(table.lower, table.upper) {
				fmt.Fprintln(h, v)
			}
		}
		if got := h.Sum64(); got != tableGoldens[e.Kind] {
			t.Errorf("tables of %s hash to %#x, want %#x", e.Kind, got, tableGoldens[e.Kind])
		}
	}
}

// TestLawDefaults: no law has a default for what it cannot know.
func TestLawDefaults(t *testing.T) {
	for _, e := range Laws.Entries() {
		l := e.New()
		required := false
		for _, f := range reflect.VisibleFields(reflect.TypeOf(l).Elem()) {
			if f.IsExported() && (f.Tag.Get("yaml") == "" || f.Tag.Get("doc") == "") {
				t.Errorf("%s: field %s lacks a yaml or a doc tag", e.Kind, f.Name)
			}
			required = required || f.Tag.Get("required") == "true"
		}
		if !required && l.Check() == nil {
			t.Errorf("%s requires nothing and passes the check with nothing", e.Kind)
		}
	}
}

func TestLawChecks(t *testing.T) {
	for _, row := range []struct {
		name string
		law  Law
	}{
		{"a lognormal without a median", &Lognormal{P99: Time(1)}},
		{"a lognormal whose p99 is below its median", &Lognormal{Median: Time(2), P99: Time(1)}},
		{"a gamma with a negative cv", &Gamma{Time(1), -1}},
		{"a gamma whose cv is no number", &Gamma{Time(1), math.NaN()}},
		{"an exponential below zero", &Exponential{Time(-1)}},
		{"a uniform that runs backwards", &Uniform{Time(2), Time(1)}},
		{"a weibull without a shape", &Weibull{Mean: Time(1)}},
		{"a constant below zero", &Constant{Time(-1)}},
		{"a stream without ttft", &Stream{TokensPerSecond: 1}},
		{"a stream without a rate", &Stream{TTFT: &Constant{}}},
		{"a stream of streams", &Stream{&Stream{&Constant{}, 1}, 1}},
		{"an empty mixture", &Mixture{}},
		{"a mixture without weight", &Mixture{[]Part{{0, &Constant{}}}}},
		{"a mixture with an empty part", &Mixture{[]Part{{1, nil}}}},
		{"a mixture of streams", &Mixture{[]Part{{1, &Stream{&Constant{}, 1}}}}},
		{"a Gilbert-Elliott law without a clock", &GilbertElliott{Good: &Constant{}, Bad: &Constant{}, ToBad: 1}},
		{"a Gilbert-Elliott law that never changes", &GilbertElliott{Good: &Constant{}, Bad: &Constant{}, Every: 1}},
		{"a Gilbert-Elliott law with one state", &GilbertElliott{Good: &Constant{}, ToBad: 1, Every: 1}},
		{"an empirical law of nothing", &Empirical{}},
		{"an empirical law of both", &Empirical{Values: []Amount{Time(1)}, File: "a.csv"}},
		{"an empirical law whose file was not read", &Empirical{File: "a.csv", Unit: "s"}},
		{"a column without a file", &Empirical{Values: []Amount{Time(1)}, Column: "a"}},
		{"a measurement below zero", &Empirical{Values: []Amount{Time(-1)}}},
	} {
		if err := CheckTimes(row.law); err == nil {
			t.Errorf("%s passes the check", row.name)
		}
	}
	if err := CheckTimes(&Uniform{Max: Amount{Nanos: 3e9, Counted: true}}); err == nil {
		t.Error("a bare number passes where a time is due")
	}
	if err := CheckCounts(&Uniform{Max: Time(time.Second)}); err == nil {
		t.Error("a time passes where a count is due")
	}
}
