package scenarios

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// advised plays a library scenario, shortened, and asks for advice.
func advised(t *testing.T, name string, seeds int, o Options) (*Scenario, *judge.Result) {
	t.Helper()
	o.Duration = 12 * time.Minute
	sc, err := Load(name, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sc.Play(context.Background(), sc.Seeds(seeds), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := sc.Advise(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	return sc, r
}

// TestTrialIsWhatItSays: the argument of a trial, typed, gives the trial's
// figures, also where the strategy came from the command line with settings of
// its own and --set reaches into it.
func TestTrialIsWhatItSays(t *testing.T) {
	for _, tc := range []struct {
		about, scenario string
		o               Options
		arg             string
	}{
		{"a preset by default", "hang-primary", Options{}, "checked=gobreaker,validate={kind: schema}"},
		{"a strategy of the file", "published-60s-outage", Options{Strategies: []string{"retry"}}, "fewer-retries=retry,retry.max=1"},
		{"changed by --set", "hang-primary", Options{Set: []string{"strategies.five-provider.breaker.trip.failures=4"}, Strategies: []string{"five-provider"}}, "faster=five-provider,attempt.total=5s"},
		{"a variant", "hang-primary", Options{Strategies: []string{"faster=five-provider,breaker.trip.failures=2"}},
			"faster-2=five-provider,breaker.trip.failures=2,attempt.total=5s"},
		{"no breaker", "hang-primary", Options{Strategies: []string{"naive"}},
			"guarded=naive,breaker={trip: {kind: consecutive, failures: 3}, open: {kind: constant, base: 30s}, half_open: {kind: single}}"},
	} {
		_, r := advised(t, tc.scenario, 8, tc.o)
		if r.Trial == nil || r.Trial.Arg != tc.arg {
			t.Errorf("%s: tried %s and %v after %+v, want %s", tc.about, trialArg(r), r.Tried, r.Complaint, tc.arg)
			continue
		}
		o := tc.o
		o.Strategies = []string{r.Trial.Arg}
		_, typed := advised(t, tc.scenario, 8, o)
		got := typed.Strategy(r.Trial.Strategy.Name)
		if got == nil {
			t.Errorf("%s: nobody is called %s", tc.about, r.Trial.Strategy.Name)
			continue
		}
		same := []cmp.Option{cmpopts.EquateNaNs(), cmpopts.IgnoreFields(measure.Run{}, "Against", "Strips")}
		if diff := cmp.Diff(got.Runs, r.Trial.Strategy.Runs, same...); diff != "" {
			t.Errorf("%s: %s typed (-) is not what was tried (+):\n%s", tc.about, r.Trial.Arg, diff)
		}
	}
}

func trialArg(r *judge.Result) string {
	if r.Trial == nil {
		return ""
	}
	return r.Trial.Arg
}
