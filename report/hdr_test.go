package report

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"wavetank/report/feeds"
	"wavetank/report/judge"
	"wavetank/report/words"
)

// TestHDR reads the spectrum as HdrHistogram's plotter does, lines of four
// numbers that are no comments, and finds the pooled percentiles in it.
func TestHDR(t *testing.T) {
	r := synthetic(3)
	spectra, err := feeds.Spectra(r)
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(render(t, "hdr", &words.Report{Results: []*judge.Result{r}})), "#[Strategy = ")[1:]
	if len(blocks) != len(r.Strategies) {
		t.Fatalf("%d blocks for %d strategies", len(blocks), len(r.Strategies))
	}
	for i, block := range blocks {
		if !strings.HasPrefix(block, r.Strategies[i].Name+", Scenario = hang-primary, Seeds = 3, Unit = ms]\n") {
			t.Errorf("block %d begins %.60s", i, block)
		}
		var last [4]float64
		median, lines := math.NaN(), 0
		for line := range strings.Lines(block) {
			words := strings.Fields(line)
			if strings.HasPrefix(line, "#") || len(words) != 4 {
				continue
			}
			var v [4]float64
			for k := range v {
				if v[k], err = strconv.ParseFloat(words[k], 64); err != nil {
					v[k] = math.NaN() // the header
				}
			}
			if math.IsNaN(v[0]) {
				continue
			}
			if lines++; v[0] < last[0] || v[1] < last[1] || v[2] < last[2] {
				t.Errorf("%s: %v after %v", r.Strategies[i].Name, v, last)
			}
			if v[1] <= 0.5 {
				median = v[0] / 1000
			}
			last = v
		}
		if want := spectra[i].All.Quantiles()[0]; lines < 20 || math.Abs(median-want) > 1e-3*want {
			t.Errorf("%s: %d lines, a median of %v s, want %v", r.Strategies[i].Name, lines, median, want)
		}
		if most := float64(spectra[i].All.Top()) / 1e6; math.Abs(last[0]-most) > 0.0006 {
			t.Errorf("%s: it ends at %v ms, the longest took %v", r.Strategies[i].Name, last[0], most)
		}
		if last[1] != 1 || int64(last[2]) != spectra[i].All.N {
			t.Errorf("%s: it ends with %v of %d requests", r.Strategies[i].Name, last, spectra[i].All.N)
		}
	}
}
