package scenarios

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wavetank/report/judge"
)

func mustPrecision(t *testing.T, text string) judge.Precision {
	t.Helper()
	p, err := judge.ParsePrecision(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPlayUntil: replications are added at looks until a figure is known well
// enough, the same ones as if all had been asked for at once.
func TestPlayUntil(t *testing.T) {
	s := mustLoad(t, small, Options{})
	for _, tc := range []struct {
		precision string
		most      int
		seeds     int
		imprecise string
	}{
		{"requests: 90%", 64, 4, ""},
		{"requests: 6%", 64, 16, ""},
		{"requests: 0.1%", 16, 16, "not reached"},
		{"requests: 0.1%", 0, 4, "not reached"},
		{"silent_bad: 1", 64, 4, "no strategy has a value"},
	} {
		r, err := s.PlayUntil(context.Background(), s.Seeds(4), Sampling{Precision: []judge.Precision{mustPrecision(t, tc.precision)}, SeedsMax: tc.most}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Seeds) != tc.seeds || r.Asked != tc.seeds || r.Partial {
			t.Errorf("%s up to %d: %d seeds, want %d", tc.precision, tc.most, len(r.Seeds), tc.seeds)
		}
		said := strings.Join(r.Imprecise, "; ")
		if (said == "") != (tc.imprecise == "") || !strings.Contains(said, tc.imprecise) {
			t.Errorf("%s up to %d: %q, want %q", tc.precision, tc.most, said, tc.imprecise)
		}
		if said != "" && !slices.ContainsFunc(r.Warnings, func(w judge.Warning) bool { return w.Text == r.Imprecise[0] }) {
			t.Errorf("%s up to %d: nobody is told: %v", tc.precision, tc.most, r.Warnings)
		}
		once, err := s.Play(context.Background(), s.Seeds(tc.seeds), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(once.Strategies, r.Strategies, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s: not the runs of %d seeds at once:\n%s", tc.precision, tc.seeds, diff)
		}
	}
	if len(s.Warnings) != 0 {
		t.Errorf("a run left warnings in its scenario: %v", s.Warnings)
	}
}

// TestPlayUntilProgress counts on over the looks.
func TestPlayUntilProgress(t *testing.T) {
	s := mustLoad(t, small, Options{})
	var mu sync.Mutex
	last, total := 0, 0
	tell := func(done, all int) { last, total = max(last, done), max(total, all) }
	q := Sampling{Precision: []judge.Precision{mustPrecision(t, "requests: 0.1%")}, SeedsMax: 4}
	if _, err := s.PlayUntil(context.Background(), s.Seeds(1), q, func(done, all int) { mu.Lock(); defer mu.Unlock(); tell(done, all) }); err != nil {
		t.Fatal(err)
	}
	if want := 4 * len(s.Strategies); last != want || total != want {
		t.Errorf("progress ends at %d of %d, want %d", last, total, want)
	}
}

// TestWhoIsReference: who is not there is no reference.
func TestWhoIsReference(t *testing.T) {
	if s := mustLoad(t, small, Options{Strategies: []string{"ideal=clairvoyant", "mine"}}); s.reference() != 1 {
		t.Errorf("the bound is the reference")
	}
	if s := mustLoad(t, small, Options{Strategies: []string{"naive", "mine"}, Reference: "mine"}); s.reference() != 1 {
		t.Errorf("the reference is number %d, want 1", s.reference())
	}
}
