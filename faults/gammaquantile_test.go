package faults

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// TestGammaQuantile puts quantiles back into the tails, from evenly spaced
// (shape 2500) to bursts (shape 0.0025), and compares with gonum's inverse.
func TestGammaQuantile(t *testing.T) {
	for _, shape := range []float64{2500, 100, 4, 1, 0.5, 0.1, 0.01, 0.0025} {
		quantile := GammaQuantile(shape)
		last := 0.0
		for _, p := range []float64{0x1p-37, 1e-6, 0.01, 0.25, 0.5, 0.5 + 1e-9, 0.75, 0.99, 1 - 1e-6, 1 - 0x1p-37, 1 - 0x1p-53} {
			x := quantile(p)
			if x < last || math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("shape %g: quantile(%g) = %g, after %g", shape, p, x, last)
			}
			last = x
			if x < 1e-250 {
				continue
			}
			got, want := mathext.GammaIncReg(shape, x), p
			if p > 0.5 {
				got, want = mathext.GammaIncRegComp(shape, x), 1-p
			}
			if math.Abs(got/want-1) > 1e-11 {
				t.Errorf("shape %g: quantile(%g) = %g, of tail %g", shape, p, x, got)
			}
			if theirs := mathext.GammaIncRegInv(shape, p); x > 1e-15 && p > 1e-5 && p < 1-1e-7 && math.Abs(theirs/x-1) > 1e-8 {
				t.Errorf("shape %g: quantile(%g) = %g, gonum says %g", shape, p, x, theirs)
			}
		}
	}
}

func BenchmarkGammaTable(b *testing.B) {
	l := Gamma{Mean: Time(1e9), CV: 9}
	for b.Loop() {
		if _, err := l.Table(); err != nil {
			b.Fatal(err)
		}
	}
}
