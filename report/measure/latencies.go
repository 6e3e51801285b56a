package measure

import (
	"math/bits"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Latencies are counted in microseconds from 1 to 24 hours, in the buckets of an
// HDR histogram. Those of requests have three digits: 0.1 % at worst, below
// every interval over seeds. Those of providers' answers have two, 1 % at worst.
const (
	latencyMax     = 24 * 3600 * 1e6
	RequestDigits  = 3
	ProviderDigits = 2
)

// Latencies counts into an HDR histogram's buckets, in half the memory and a
// third of the time: a run touches one line of the cache per request, and the
// library is asked for quantiles once, at the run's end. A bucket holds 4e9
// requests, more than a run has.
type Latencies struct {
	Counts []uint32
	Digits int
	half   uint // log2 of the buckets in each octave but the first
	N      int64

	tops    []int64 // the largest of each bucket that has any, in nanoseconds; nil where nobody asks
	scratch *hdrhistogram.Histogram
}

// NewLatencies makes an empty count with so many digits, 2 or 3.
func NewLatencies(digits int) *Latencies {
	// Ten to the digits, twice, must be told apart below the first octave's end.
	two := 2
	for range digits {
		two *= 10
	}
	l := &Latencies{Digits: digits, half: uint(bits.Len(uint(two-1))) - 1}
	l.Counts = make([]uint32, l.bucket(latencyMax)+1)
	return l
}

// Exact makes the quantiles those of what was counted, not of its buckets' edges: of
// equal latencies, each is the latency. It is called before the first is counted, and
// returns the latencies.
func (l *Latencies) Exact() *Latencies {
	l.tops = make([]int64, len(l.Counts))
	return l
}

// bucket is the index of a value's bucket: octave by octave, so many in each.
func (l *Latencies) bucket(v uint64) int {
	octave := max(0, bits.Len64(v)-int(l.half)-1)
	return octave<<l.half + int(v>>uint(octave))
}

// Lowest is the smallest value of a bucket.
func (l *Latencies) Lowest(bucket int) int64 {
	octave := max(0, bucket>>l.half-1)
	return int64(bucket-octave<<l.half) << uint(octave)
}

// Record counts nanoseconds; what lies beyond the range counts at its end.
func (l *Latencies) Record(ns int64) {
	ns = min(ns, latencyMax*1000)
	k := l.bucket(uint64(ns / 1000))
	if l.tops != nil && (l.Counts[k] == 0 || ns > l.tops[k]) {
		l.tops[k] = ns
	}
	l.Counts[k]++
	l.N++
}

func (l *Latencies) Reset() {
	if l.N > 0 {
		clear(l.Counts)
		l.N = 0
	}
}

// Add sums another's counts, of as many digits, into these.
func (l *Latencies) Add(o *Latencies) {
	if o.N == 0 {
		return
	}
	for k, c := range o.Counts {
		if c > 0 && l.tops != nil && (l.Counts[k] == 0 || o.top(k) > l.tops[k]) {
			l.tops[k] = o.top(k)
		}
		l.Counts[k] += c
	}
	l.N += o.N
}

var percents = []float64{50, 90, 99, 99.9}

// Quantiles returns the latencies at percents, in seconds: the largest of the bucket
// in which the library finds each; 0 where nothing was counted.
func (l *Latencies) Quantiles() (out [4]float64) {
	i, sum := 0, int64(0)
	for k, c := range l.Counts {
		if c == 0 {
			continue
		}
		for sum += int64(c); i < len(percents) && sum >= l.rank(percents[i]); i++ {
			out[i] = float64(l.top(k)) / 1e9
		}
		if i == len(percents) {
			break
		}
	}
	return out
}

// rank is how many latencies are no longer than a percentile, as the library counts.
func (l *Latencies) rank(percent float64) int64 {
	return min(max(1, int64(float64(percent/100*float64(l.N))+0.5)), l.N)
}

// top is the largest of a bucket, in nanoseconds.
func (l *Latencies) top(bucket int) int64 {
	if l.tops != nil {
		return l.tops[bucket]
	}
	return (l.Lowest(bucket+1) - 1) * 1000
}

// Top is the largest of all, in nanoseconds; 0 where nothing was counted.
func (l *Latencies) Top() int64 {
	for k := len(l.Counts) - 1; k >= 0; k-- {
		if l.Counts[k] > 0 {
			return l.top(k)
		}
	}
	return 0
}

// Histogram returns the counts as the library keeps them.
func (l *Latencies) Histogram() *hdrhistogram.Histogram {
	if l.scratch == nil {
		l.scratch = hdrhistogram.New(1, latencyMax, l.Digits)
	}
	l.scratch.Reset()
	for k, c := range l.Counts {
		if c == 0 {
			continue
		}
		if err := l.scratch.RecordValues(l.Lowest(k), int64(c)); err != nil {
			panic("report: a counted latency does not fit the histogram")
		}
	}
	return l.scratch
}
