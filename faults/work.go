package faults

import "time"

// Work is told beforehand, so that a scenario which asks for too much is refused
// and not played: each kind says what it knows of itself, and whoever loads
// documents adds up.

// Restless is implemented by faults and laws whose state changes by itself.
type Restless interface {
	// Changes returns how often a state may change in a stretch of time, and how often
	// it does, on average.
	Changes(d time.Duration) (ticks, changes float64)
}

// Silent is implemented by faults that may leave attempts without an answer.
type Silent interface{ Silences() bool }

// Laborious is implemented by laws and traffic that take their time to compile.
type Laborious interface {
	// Labour returns how long that takes, about, without the parts.
	Labour() time.Duration
}

// LabourOf returns how long a law takes to compile, about, without its parts.
func LabourOf(l Law) time.Duration {
	switch l := l.(type) {
	case *Constant:
		return 0
	case Laborious:
		return l.Labour()
	}
	return tableTime
}

// What compiling takes, about, on one core.
const (
	tableTime  = time.Millisecond      // of a table of quantiles
	gammaTime  = 40 * time.Millisecond // of one whose quantiles are searched for
	sampleTime = 200 * time.Nanosecond // of a measurement that is sorted
)

// Changes implements Restless: down and up again.
func (f *Flap) Changes(d time.Duration) (ticks, changes float64) {
	n := 2 * float64(d) / (f.Down.mean() + f.Up.mean())
	return n, n
}

// Changes implements Restless.
func (b *Bursts) Changes(d time.Duration) (ticks, changes float64) {
	if b.Every <= 0 {
		return 0, 0
	}
	ticks = float64(d) / float64(b.Every)
	bad, good := float64(b.ToBad), float64(b.ToGood)
	return ticks, 2 * ticks * bad * good / (bad + good)
}

// Changes implements Restless.
func (l *GilbertElliott) Changes(d time.Duration) (ticks, changes float64) {
	return (&Bursts{ToBad: l.ToBad, ToGood: l.ToGood, Every: l.Every}).Changes(d)
}

// Silences implements Silent.
func (*Hang) Silences() bool { return true }

// Silences implements Silent.
func (f *Flap) Silences() bool { return f.As == "hang" }

// Silences implements Silent.
func (f *Outage) Silences() bool { return f.Kinds.Hang > 0 }

// Labour implements Laborious.
func (*Gamma) Labour() time.Duration { return gammaTime }

// Labour implements Laborious: each part is asked at the edges of all.
func (l *Mixture) Labour() time.Duration {
	return time.Duration(len(l.Parts)*len(l.Parts)) * tableTime
}

// Labour implements Laborious.
func (l *Empirical) Labour() time.Duration {
	return tableTime + time.Duration(len(l.Amounts()))*sampleTime
}

// mean is the mean of what a span draws, in nanoseconds.
func (s Span) mean() float64 { return float64((float64(s.Min) + float64(s.Max)) / 2) }
