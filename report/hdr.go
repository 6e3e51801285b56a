package report

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// The spectrum's resolution and unit: five lines while the distance to 100 %
// halves, as other tools print; milliseconds of counted microseconds.
const (
	hdrTicks = 5
	hdrScale = 1000
)

// writeHDR writes the percentile spectrum of each strategy's servable requests
// over all seeds, in milliseconds, as HdrHistogram's plotter reads it. Lines that
// begin with # part the strategies; the plotter takes one of them at a time:
//
//	csplit -z spectrum.hdr '/^#\[Strategy/' '{*}'
func writeHDR(w io.Writer, r *Report) error {
	var b bytes.Buffer
	for _, one := range r.Results {
		spectra, err := one.spectra()
		if err != nil {
			return err
		}
		for i, c := range spectra {
			fmt.Fprintf(&b, "#[Strategy = %s, Scenario = %s, Seeds = %d, Unit = ms]\n",
				plainLine(one.Strategies[i].Name), plainLine(one.Scenario.Name), c.runs)
			if c.all.n == 0 {
				b.WriteString("#[no request]\n")
				continue
			}
			if _, err := c.all.histogram().PercentilesPrint(&b, hdrTicks, hdrScale); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// spectrum is the sim.Sink of what one strategy's servable requests took, over all
// seeds: its memory does not grow with the runs.
type spectrum struct {
	all  *latencies
	runs int
}

// seesSpectra asks for the spectra.
var seesSpectra = &Need{func(*Scenario) Sheet { return &spectrum{all: newLatencies(requestDigits)} }}

// spectra returns each strategy's spectrum.
func (r *Result) spectra() ([]*spectrum, error) {
	return sheetsOf[*spectrum](context.Background(), r, seesSpectra)
}

// Reset implements Sheet.
func (s *spectrum) Reset() {
	s.all.reset()
	s.runs = 0
}

// Add implements Sheet.
func (s *spectrum) Add(other Sheet) {
	o := other.(*spectrum)
	s.all.add(o.all)
	s.runs += o.runs
}

func (s *spectrum) Begin(*faults.World, uint64) { s.runs++ }
func (s *spectrum) Ended(*sim.Attempt)          {}
func (s *spectrum) Moved(*chain.Move)           {}
func (s *spectrum) Close(chain.Instant)         {}

// Finished implements sim.Sink.
func (s *spectrum) Finished(r *sim.Request) {
	if r.Counted && r.Servable {
		s.all.record(int64(r.End - r.Arrived))
	}
}
