package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"wavetank/chain"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/stored"
	"wavetank/report/words"
	"wavetank/sim"
)

// line of attempts, as far as the tests read it.
type attemptLine struct {
	Strategy  string
	Seed      uint64
	Provider  string
	Label     string
	Sent, End json.Number
	Billed    float64
	Warmup    bool
	Probe     bool
	Fault     *string
}

// TestAttemptsAddUp counts the lines again, and wants the figures.
func TestAttemptsAddUp(t *testing.T) {
	r := replayed(t, 3)
	type where struct {
		strategy string
		seed     uint64
	}
	counts, waited, billed := map[where]map[string]float64{}, map[where]float64{}, map[where]float64{}
	lines := bufio.NewScanner(bytes.NewReader(render(t, "attempts", &words.Report{Results: []*judge.Result{r}})))
	faulty, warm := 0, 0
	for lines.Scan() {
		var l attemptLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if l.Warmup {
			warm++
			continue
		}
		if l.Fault != nil && *l.Fault == "hang" {
			faulty++
		}
		at := where{l.Strategy, l.Seed}
		if counts[at] == nil {
			counts[at] = map[string]float64{}
		}
		counts[at][l.Label]++
		counts[at]["attempts"]++
		sent, _ := l.Sent.Float64()
		end, _ := l.End.Float64()
		if l.Label != "useful" {
			waited[at] += end - sent
		}
		billed[at] += l.Billed
	}
	for i := range r.Strategies {
		s := &r.Strategies[i]
		for k, seed := range r.Seeds {
			at := where{s.Name, seed}
			for metric, got := range map[string]float64{"attempts": counts[at]["attempts"], "useful": counts[at]["useful"],
				"wasted.doomed.undetected": counts[at]["doomed.undetected"], "wasted.unlucky": counts[at]["unlucky"],
				"wasted.futile.discovery": counts[at]["futile.discovery"], "wasted.futile.repeat": counts[at]["futile.repeat"], "wasted_seconds": waited[at]} {
				if want := s.Runs[k].Values[measure.Index[metric]]; math.Abs(got-want) > 1e-6*max(1, want) {
					t.Errorf("%s, seed %d: %s = %v by the lines, %v by the figures", s.Name, seed, metric, got, want)
				}
			}
		}
	}
	if faulty == 0 || warm == 0 {
		t.Errorf("%d lines name the fault, %d are of the warm-up", faulty, warm)
	}
}

// replayed is a result whose figures are those of its replay, in which some
// requests are malformed.
func replayed(t *testing.T, seeds int) *judge.Result {
	t.Helper()
	r := synthetic(seeds)
	r.Replay = replayIn(mixedSetup)
	for i := range r.Strategies {
		for k, seed := range r.Seeds {
			a := measure.NewAccumulator(mixedSetup(), chain.Instant(r.Scenario.SLO))
			if err := r.Replay(t.Context(), i, seed, a); err != nil {
				t.Fatal(err)
			}
			r.Strategies[i].Runs[k] = a.Run()
		}
	}
	return r
}

// TestAttemptsStop wants a full disk to end the replay, not only the output.
func TestAttemptsStop(t *testing.T) {
	r := synthetic(20)
	played := 0
	replay := r.Replay
	r.Replay = func(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error {
		played++
		return replay(ctx, strategy, seed, sink)
	}
	if err := stored.WriteAttempts(&broken{1 << 20}, &words.Report{Results: []*judge.Result{r}}); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if all := len(r.Strategies) * len(r.Seeds); played > all/4 {
		t.Errorf("%d of %d runs were played for a file of 1 MiB", played, all)
	}
}

func TestAppendNano(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 1: "0.000000001", -1: "-0.000000001", 1500000000: "1.5", -60e9: "-60",
		2400123456789: "2400.123456789", math.MaxInt64: "9223372036.854775807"} {
		if got := string(stored.AppendNano(nil, n)); got != want {
			t.Errorf("appendNano(%d) = %s, want %s", n, got, want)
		}
	}
}
