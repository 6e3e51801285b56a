package report

import (
	"math/bits"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Latencies are counted in microseconds from 1 to 24 hours, in the buckets of an
// HDR histogram. Those of requests have three digits: 0.1 % at worst, below
// every interval over seeds. Those of providers' answers have two, 1 % at worst.
const (
	latencyMax     = 24 * 3600 * 1e6
	requestDigits  = 3
	providerDigits = 2
)

// latencies counts into an HDR histogram's buckets, in half the memory and a
// third of the time: a run touches one line of the cache per request, and the
// library is asked for quantiles once, at the run's end. A bucket holds 4e9
// requests, more than a run has.
type latencies struct {
	counts []uint32
	digits int
	half   uint // log2 of the buckets in each octave but the first
	n      int64

	scratch *hdrhistogram.Histogram
}

func newLatencies(digits int) *latencies {
	// Ten to the digits, twice, must be told apart below the first octave's end.
	two := 2
	for range digits {
		two *= 10
	}
	l := &latencies{digits: digits, half: uint(bits.Len(uint(two-1))) - 1}
	l.counts = make([]uint32, l.bucket(latencyMax)+1)
	return l
}

// bucket is the index of a value's bucket: octave by octave, so many in each.
func (l *latencies) bucket(v uint64) int {
	octave := max(0, bits.Len64(v)-int(l.half)-1)
	return octave<<l.half + int(v>>uint(octave))
}

// lowest is the smallest value of a bucket.
func (l *latencies) lowest(bucket int) int64 {
	octave := max(0, bucket>>l.half-1)
	return int64(bucket-octave<<l.half) << uint(octave)
}

// record counts nanoseconds; what lies beyond the range counts at its end.
func (l *latencies) record(ns int64) {
	l.counts[l.bucket(uint64(min((ns+500)/1000, latencyMax)))]++
	l.n++
}

func (l *latencies) reset() {
	if l.n > 0 {
		clear(l.counts)
		l.n = 0
	}
}

// add sums another's counts, of as many digits, into these.
func (l *latencies) add(o *latencies) {
	if o.n == 0 {
		return
	}
	for k, c := range o.counts {
		l.counts[k] += c
	}
	l.n += o.n
}

var percents = []float64{50, 90, 99, 99.9}

// quantiles returns the latencies at percents, in seconds.
func (l *latencies) quantiles() [4]float64 {
	m := l.histogram().ValueAtPercentiles(percents)
	var out [4]float64
	for i, p := range percents {
		out[i] = float64(m[p]) / 1e6
	}
	return out
}

// histogram returns the counts as the library keeps them.
func (l *latencies) histogram() *hdrhistogram.Histogram {
	if l.scratch == nil {
		l.scratch = hdrhistogram.New(1, latencyMax, l.digits)
	}
	l.scratch.Reset()
	for k, c := range l.counts {
		if c == 0 {
			continue
		}
		if err := l.scratch.RecordValues(l.lowest(k), int64(c)); err != nil {
			panic("report: a counted latency does not fit the histogram")
		}
	}
	return l.scratch
}
