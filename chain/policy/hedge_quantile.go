package policy

import (
	"errors"
	"slices"
	"time"

	"wavetank/chain"
)

func init() {
	Hedges.Register("quantile", "one more attempt when the newest is older than most answers took", func() Hedge {
		return &QuantileHedge{MaxExtra: 1, Window: 1000, MinSamples: 50, Floor: time.Millisecond}
	})
}

// QuantileHedge learns its delay: the quantile of what the last successful
// answers took (Dean and Barroso, The Tail at Scale; Finagle's backup requests).
// Before MinSamples of them nothing is hedged.
type QuantileHedge struct {
	Quantile   Ratio         `yaml:"quantile" required:"true" doc:"part of the answers that are faster than the delay, in thousandths"`
	MaxExtra   int           `yaml:"max_extra" doc:"extra attempts of one call; default 1"`
	Window     int           `yaml:"window" doc:"answers that are remembered; default 1000 (assumed)"`
	MinSamples int           `yaml:"min_samples" doc:"answers before the first hedge; default 50 (assumed)"`
	Floor      time.Duration `yaml:"floor" doc:"shortest delay; default 1ms, as Finagle's"`
	Ceiling    time.Duration `yaml:"ceiling" doc:"longest delay; 0 is no bound"`
}

func (h *QuantileHedge) Check() error {
	err := errors.Join(within("max_extra", h.MaxExtra, 1, chain.MaxAttempts-1), within("window", h.Window, 1, 1<<16),
		within("min_samples", h.MinSamples, 1, h.Window), positive("floor", h.Floor), limit("ceiling", h.Ceiling, h.Floor))
	if h.Quantile <= 0 || h.Quantile >= milli {
		err = errors.Join(err, errors.New("quantile: lies between 0 and 1 and is neither"))
	}
	return err
}

func (h *QuantileHedge) Build() chain.Hedge { c := *h; return &c }

// Delay implements chain.Hedge, for a chain that has learned nothing.
func (h *QuantileHedge) Delay() (time.Duration, int) { return chain.NoHedge, h.MaxExtra }

func (h *QuantileHedge) MakeHedge() chain.LearningHedge { return &learned{h: h, delay: chain.NoHedge} }

// learned keeps the last answers twice: as they came, and sorted.
type learned struct {
	h      *QuantileHedge
	ring   []time.Duration
	sorted []time.Duration
	next   int
	delay  time.Duration
}

func (l *learned) Delay() (time.Duration, int) { return l.delay, l.h.MaxExtra }

func (l *learned) Took(_ chain.Instant, d time.Duration) {
	if len(l.ring) < l.h.Window {
		l.ring = append(l.ring, d)
	} else {
		i, _ := slices.BinarySearch(l.sorted, l.ring[l.next])
		l.sorted = slices.Delete(l.sorted, i, i+1)
		l.ring[l.next] = d
	}
	l.next = (l.next + 1) % l.h.Window
	i, _ := slices.BinarySearch(l.sorted, d)
	l.sorted = slices.Insert(l.sorted, i, d)
	if n := len(l.sorted); n >= l.h.MinSamples {
		rank := (int64(l.h.Quantile)*int64(n) + milli - 1) / milli // the smallest that so many are not above
		l.delay = clip(max(l.sorted[rank-1], l.h.Floor), l.h.Ceiling)
	}
}
