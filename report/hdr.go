package report

import (
	"bytes"
	"fmt"
	"io"
)

func init() {
	registerFormat("hdr", "latency percentiles up to the last request, for HdrHistogram's plotter", writeHDR)
}

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
		curves, err := one.curves()
		if err != nil {
			return err
		}
		for i, c := range curves {
			fmt.Fprintf(&b, "#[Strategy = %s, Scenario = %s, Seeds = %d, Unit = ms]\n",
				plainLine(one.Strategies[i].Name), plainLine(one.Scenario.Name), c.runs)
			if c.whole.n == 0 {
				b.WriteString("#[no request]\n")
				continue
			}
			if _, err := c.whole.histogram().PercentilesPrint(&b, hdrTicks, hdrScale); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
