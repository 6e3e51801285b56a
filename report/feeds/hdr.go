package feeds

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
	"wavetank/sim"
)

// The spectrum's resolution and unit: five lines while the distance to 100 %
// halves, as other tools print; milliseconds of counted microseconds.
const (
	hdrTicks = 5
	hdrScale = 1000
)

// WriteHDR writes the percentile spectrum of each strategy's servable requests
// over all seeds, in milliseconds, as HdrHistogram's plotter reads it. Lines that
// begin with # part the strategies; the plotter takes one of them at a time:
//
//	csplit -z spectrum.hdr '/^#\[Strategy/' '{*}'
func WriteHDR(w io.Writer, r *words.Report) error {
	var b bytes.Buffer
	for _, one := range r.Results {
		spectra, err := Spectra(one)
		if err != nil {
			return err
		}
		for i, c := range spectra {
			fmt.Fprintf(&b, "#[Strategy = %s, Scenario = %s, Seeds = %d, Unit = ms]\n",
				one.Strategies[i].Name, one.Scenario.Name, c.Runs)
			if c.All.N == 0 {
				b.WriteString("#[no request]\n")
				continue
			}
			if err := c.print(&b); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// print writes the spectrum. The library prints each bucket's edge: the last one's lies
// beyond the longest latency, which is written in its place.
func (s *Spectrum) print(w *bytes.Buffer) error {
	var b bytes.Buffer
	h := s.All.Histogram()
	if _, err := h.PercentilesPrint(&b, hdrTicks, hdrScale); err != nil {
		return err
	}
	value := func(ms float64) []byte { return fmt.Appendf(nil, "%12.3f", ms) }
	w.Write(bytes.ReplaceAll(b.Bytes(), value(float64(h.Max())/hdrScale), value(float64(s.All.Top())/1e6)))
	return nil
}

// Spectrum is the sim.Sink of what one strategy's servable requests took, over all
// seeds: its memory does not grow with the runs.
type Spectrum struct {
	All  *measure.Latencies
	Runs int
}

// SeesSpectra asks for the spectra.
var SeesSpectra = &measure.Need{New: func(*measure.Scenario) measure.Sheet {
	return &Spectrum{All: measure.NewLatencies(measure.RequestDigits).Exact()}
}}

// Spectra returns each strategy's spectrum.
func Spectra(r *judge.Result) ([]*Spectrum, error) {
	return judge.SheetsOf[*Spectrum](context.Background(), r, SeesSpectra)
}

// Reset implements Sheet.
func (s *Spectrum) Reset() {
	s.All.Reset()
	s.Runs = 0
}

// Add implements Sheet.
func (s *Spectrum) Add(other measure.Sheet) {
	o := other.(*Spectrum)
	s.All.Add(o.All)
	s.Runs += o.Runs
}

func (s *Spectrum) Begin(*faults.World, uint64) { s.Runs++ }
func (s *Spectrum) Ended(*sim.Attempt)          {}
func (s *Spectrum) Moved(*chain.Move)           {}
func (s *Spectrum) Close(chain.Instant)         {}

// Finished implements sim.Sink.
func (s *Spectrum) Finished(r *sim.Request) {
	if r.Counted && r.Servable {
		s.All.Record(int64(r.End - r.Arrived))
	}
}
