package measure

import "testing"

// TestBook: however long a run is, its book holds so many requests at most, evenly
// chosen by number; runs of any two lengths compare by what both have.
func TestBook(t *testing.T) {
	fateOf := func(n int64, by int64) fate {
		if n%97 == 0 {
			return unanswered
		}
		return fate(n*by%1009) + 1
	}
	written := func(n, by int64) *book {
		var b book
		for k := int64(0); k < n; k += 64 { // requests end out of order
			for i := min(n, k+64) - 1; i >= k; i-- {
				b.write(i, fateOf(i, by))
			}
		}
		return &b
	}
	for _, row := range []struct {
		run, reference int64
		step           int64
	}{{1000, 1000, 1}, {maxFates, maxFates, 1}, {maxFates + 1, maxFates + 1, 2}, {5 * maxFates, 5 * maxFates, 8}, {3 * maxFates, 1000, 4}, {1000, 3 * maxFates, 4}} {
		a, b := written(row.run, 7), written(row.reference, 11)
		if len(a.fates) > maxFates || row.run > maxFates && len(a.fates) < maxFates/2 {
			t.Errorf("of %d requests it holds %d", row.run, len(a.fates))
		}
		n, better, worse := 0.0, 0.0, 0.0
		for i := int64(0); i < min(row.run, row.reference); i += row.step {
			x, y := fateOf(i, 7), fateOf(i, 11)
			n++
			better += float64(Truth(x.better(y)))
			worse += float64(Truth(y.better(x)))
		}
		if got, want := shares(a, b), (Shares{better / n, worse / n}); got != want {
			t.Errorf("runs of %d and %d compare as %v, want %v", row.run, row.reference, got, want)
		}
	}
}
