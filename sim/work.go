package sim

import (
	"slices"
	"time"

	"wavetank/faults"
)

// Volume is how much traffic comes in a stretch of time, about.
type Volume struct {
	Requests float64
	Peak     float64 // requests a second, where most come
	Pieces   float64 // of time that the clock walks through, whether something comes in them or not
	Users    int     // of a closed loop
}

// Measured is implemented by arrivals that can tell their volume before they are
// compiled. Those that come in a warm-up, which lies before zero, count too.
type Measured interface {
	Volume(warmup, duration time.Duration) Volume
}

// level is the volume of an even rate.
func level(rate float64, warmup, duration time.Duration) Volume {
	return Volume{Requests: rate * seconds(warmup+duration), Peak: rate}
}

// Volume implements Measured.
func (a *Constant) Volume(warmup, duration time.Duration) Volume {
	rate := a.Rate
	if a.Every > 0 {
		rate = 1 / seconds(a.Every)
	}
	return level(rate, warmup, duration)
}

// Volume implements Measured.
func (a *Poisson) Volume(warmup, duration time.Duration) Volume {
	return level(a.Rate, warmup, duration)
}

// Volume implements Measured.
func (a *Gamma) Volume(warmup, duration time.Duration) Volume {
	return level(a.Rate, warmup, duration)
}

// Volume implements Measured.
func (a *Ramp) Volume(warmup, duration time.Duration) Volume {
	rising := min(seconds(duration), seconds(a.Over))
	top := a.From + (a.To-a.From)*rising/seconds(a.Over)
	n := float64(a.From*seconds(warmup)) + float64((a.From+top)/2*rising) + float64(a.To*(seconds(duration)-rising))
	return Volume{Requests: n, Peak: max(a.From, top)}
}

// Volume implements Measured.
func (a *Steps) Volume(warmup, duration time.Duration) Volume {
	v := Volume{Requests: a.Steps[0].Rate * seconds(warmup), Peak: a.Steps[0].Rate}
	var round float64 // of the list, in seconds
	for _, s := range a.Steps {
		round += seconds(s.For)
	}
	left := seconds(duration)
	if rounds := float64(int64(left / max(round, seconds(minStep)))); a.Repeat {
		for _, s := range a.Steps {
			v.Requests += float64(rounds * s.Rate * seconds(s.For))
		}
		v.Pieces, left = rounds*float64(len(a.Steps)), left-float64(rounds*round)
	}
	for i, s := range a.Steps {
		long := min(left, seconds(s.For))
		if i == len(a.Steps)-1 && !a.Repeat {
			long = left
		}
		v.Requests, left, v.Pieces = v.Requests+float64(s.Rate*long), left-long, v.Pieces+1
		if long > 0 || v.Pieces > float64(len(a.Steps)) {
			v.Peak = max(v.Peak, s.Rate)
		}
	}
	return v
}

// Volume implements Measured.
func (a *Bursts) Volume(warmup, duration time.Duration) Volume {
	n := max(0, seconds(duration)-seconds(a.Every)) / seconds(a.Every) // bursts
	v := Volume{Requests: float64(a.Rate*seconds(warmup+duration)) + float64((a.BurstRate-a.Rate)*n*seconds(a.For)), Peak: a.Rate, Pieces: 2 * n}
	if n > 0 {
		v.Peak = max(a.Rate, a.BurstRate)
	}
	return v
}

// Volume implements Measured: of answers that take no time.
func (a *Closed) Volume(warmup, duration time.Duration) Volume {
	think := minThink
	if t, err := a.Think.Table(); err == nil {
		think = max(think, t.Mean())
	}
	v := level(float64(a.Users)/seconds(think), warmup, duration)
	v.Users = a.Users
	return v
}

// Volume implements Measured: rows that come after the end are not played.
func (a *Trace) Volume(_, duration time.Duration) Volume {
	n, _ := slices.BinarySearchFunc(a.rows, duration, func(r row, end time.Duration) int {
		if a.scaled(r.at) < end {
			return -1
		}
		return 1
	})
	return Volume{Requests: float64(n), Peak: float64(n) / max(1, seconds(duration))}
}

// What compiling a law of gaps takes, about.
func gapLabour(cv float64) time.Duration {
	if cv == 0 || cv == 1 {
		return 0
	}
	return faults.LabourOf(&faults.Gamma{})
}

// Labour implements faults.Laborious.
func (a *Gamma) Labour() time.Duration { return gapLabour(a.CV) }

// Labour implements faults.Laborious.
func (a *Steps) Labour() time.Duration { return gapLabour(a.CV) }

// Labour implements faults.Laborious.
func (a *Ramp) Labour() time.Duration { return gapLabour(a.CV) }

// Labour implements faults.Laborious.
func (a *Bursts) Labour() time.Duration { return gapLabour(a.CV) }
