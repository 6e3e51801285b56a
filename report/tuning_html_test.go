package report

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"wavetank/chain/printable"
	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/page"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// TestTuningPages wants the same bytes twice, and no name that becomes markup,
// of whatever there is to show.
func TestTuningPages(t *testing.T) {
	for name, tuning := range allTunings() {
		page := renderTuning(t, "html", tuning, words.View{})
		if !bytes.Equal(page, renderTuning(t, "html", tuning, words.View{})) {
			t.Errorf("%s: other bytes the second time", name)
		}
		for _, bad := range []string{"<b>&", "<b>\"", "ZgotmplZ", "NaN", "%!", "<nil>", "Inf", "\x1b", "\x00"} {
			if bytes.Contains(page, []byte(bad)) {
				t.Errorf("%s: the page holds %s", name, bad)
			}
		}
		if len(page) > 1_000_000 {
			t.Errorf("%s: %d bytes", name, len(page))
		}
	}
}

// TestTuningWithoutFigures wants a page and a picture where figures have no value.
func TestTuningWithoutFigures(t *testing.T) {
	nobody := tune.Estimate{Mean: math.NaN(), Low: math.NaN(), High: math.NaN()}
	for name, spoil := range map[string]func(*tune.Outcome){
		"a rival":    func(o *tune.Outcome) { o.Held.Rivals[1].Values[0], o.Held.Rivals[1].Diff[0] = nobody, nobody },
		"the winner": func(o *tune.Outcome) { o.Front[o.Winner].Values[1] = nobody },
		"the first":  func(o *tune.Outcome) { o.Front[0].Values[0] = nobody },
		"nobody but 1": func(o *tune.Outcome) {
			for i := range o.Front[1:] {
				o.Front[1+i].Values[1] = nobody
			}
		},
		"now": func(o *tune.Outcome) { o.Current.Values[0] = nobody },
		"all": func(o *tune.Outcome) {
			for _, f := range append(pointers(o.Front), &o.Current) {
				f.Values[0] = nobody
			}
			for i := range o.Held.Rivals {
				o.Held.Rivals[i].Values[0], o.Held.Rivals[i].Diff[0] = nobody, nobody
			}
			o.Held.Winner[0] = nobody
		},
	} {
		tuning := tuningTwo()
		spoil(tuning.Outcome)
		for _, format := range []string{"html", "svg"} {
			if text := renderTuning(t, format, tuning, words.View{}); bytes.Contains(text, []byte("NaN")) {
				t.Errorf("%s: %s holds NaN", name, format)
			}
		}
	}
}

// TestTuningPageEscapes wants text of every kind to stay text.
func TestTuningPageEscapes(t *testing.T) {
	const text = `"'><script>alert(1)</script><img src=x onerror=alert(2)></style></title><!--`
	tuning := harmfulTuning()
	tuning.Strategy.Name, tuning.Scenarios[0].Name, tuning.Rivals[1], tuning.Axes[0].Name = text, text, text, text
	for i := range tuning.Axes[1].Labels {
		tuning.Axes[1].Labels[i] += text
	}
	tuning.Products = judge.TuningProducts{Strategy: []byte(text), Gobreaker: []byte(text), PatchReason: text}
	page := string(renderTuning(t, "html", tuning, words.View{}))
	for _, bad := range []string{"<script>alert", "<img", "</style></title>", "<!--"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page of hostile names holds %s", bad)
		}
	}
}

// TestTuningPageFetchesNothing looks for whatever makes a browser ask for more.
func TestTuningPageFetchesNothing(t *testing.T) {
	page := string(renderTuning(t, "html", syntheticTuning(), words.View{}))
	if !strings.Contains(page, `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"`) {
		t.Error("the page does not forbid to fetch")
	}
	page = strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "") // a name, not an address
	for _, m := range regexp.MustCompile(`(?i)https?:|//[a-z]+\.|@import|\ssrc=|url\([^#]|href="[^#d][^"]*"|localStorage|fetch\(`).FindAllString(page, -1) {
		t.Errorf("the page holds %s", m)
	}
}

// TestTuningPageHoldsFront wants each point of the front in each drawing of it,
// in the table, and its figures on demand.
func TestTuningPageHoldsFront(t *testing.T) {
	for name, tuning := range allTunings() {
		page := page.NewTuningPage(printable.Copy(tuning, line))
		text := string(renderTuning(t, "html", tuning, words.View{}))
		for _, front := range page.Fronts {
			for _, d := range front.Sizes {
				seen := map[string]int{}
				for _, dot := range d.Marks {
					seen[dot.Class]++
				}
				if n := seen["front"] + seen["faint"] + seen["winner"]; n != len(tuning.Outcome.Front) {
					t.Errorf("%s, %s: %d points of %d", name, d.Class, n, len(tuning.Outcome.Front))
				}
			}
		}
		for i := range tuning.Outcome.Front {
			if !strings.Contains(text, `">`+words.FrontNumber(i)) {
				t.Errorf("%s: the table lacks %s", name, words.FrontNumber(i))
			}
			value := words.ObjectiveShort(&tuning.Objectives[0]) + "\t" + figure.WithInterval(tuning.Objectives[0].Unit, &tuning.Outcome.Front[i].Values[0])
			if !strings.Contains(text, value) {
				t.Errorf("%s: nothing says %q", name, value)
			}
		}
	}
}

// TestTuningPageParts wants the parts that a search has, and no others.
func TestTuningPageParts(t *testing.T) {
	for _, c := range []struct {
		name         string
		tuning       *judge.Tuning
		have, lacked []string
	}{
		{"full", syntheticTuning(), []string{"SHIP", "front", "held", "matters", "alone", "heat", "search", "take", "again"}, nil},
		{"one", tuningOne(), []string{"SHIP", "front", "held", "matters", "alone", "search"}, []string{"heat"}},
		{"partial", tuningPartial(), []string{"LEAD", "front", "matters", "search"}, []string{"alone", "heat"}},
		{"infeasible", tuningInfeasible(), []string{"NONE", "front", "search"}, nil},
		{"nothing", &judge.Tuning{Outcome: &tune.Outcome{}}, []string{"NONE", "search"}, []string{"front", "held", "matters", "alone", "heat", "take", "again"}},
	} {
		page := string(renderTuning(t, "html", c.tuning, words.View{}))
		for _, part := range c.have {
			if !strings.Contains(page, `<h2 id="`+part+`"`) && !strings.Contains(page, `<b class="word `+part+`">`+part) {
				t.Errorf("%s: the page lacks %s", c.name, part)
			}
		}
		for _, part := range c.lacked {
			if strings.Contains(page, `<h2 id="`+part+`"`) {
				t.Errorf("%s: the page has %s", c.name, part)
			}
		}
	}
}

// TestForestAxis wants zero on it, and those far off at its edge.
func TestForestAxis(t *testing.T) {
	diff := func(means ...float64) (out []tune.Rival) {
		for _, m := range means {
			out = append(out, tune.Rival{Diff: []tune.Estimate{about(m, 0.05, 20)}})
		}
		return out
	}
	for _, c := range []struct {
		what  string
		means []float64
		off   []int
	}{
		{"all alike", []float64{-3, -4, -5}, []int{0, 0, 0}},
		{"one far off", []float64{-3, 4, -500}, []int{0, 0, -1}},
		{"nothing differs", []float64{0, 0}, []int{0, 0}},
		{"no value", []float64{math.NaN()}, []int{0}},
	} {
		a := figure.ForestAxis(measure.Seconds, diff(c.means...), 0)
		if !(a.Low < 0 && a.High > 0) {
			t.Errorf("%s: the axis reaches from %v to %v", c.what, a.Low, a.High)
		}
		for i, m := range c.means {
			if got := a.Beyond(m); got != c.off[i] {
				t.Errorf("%s: %v lies at %d", c.what, m, got)
			}
		}
	}
}

// TestStepRows wants the best values of an axis without an order, and the
// winner's own wherever it stands.
func TestStepRows(t *testing.T) {
	tuning := syntheticTuning()
	s := &tuning.Outcome.Sensitivity[0]
	axis := &tuning.Axes[0]
	for i := len(axis.Labels); i < 30; i++ {
		axis.Labels = append(axis.Labels, "order "+strconv.Itoa(i))
		for k := range s.Steps {
			s.Steps[k] = append(s.Steps[k], about(1+float64(i)/100, 0.02, 20))
			s.Signs[k] = append(s.Signs[k], tune.Better)
		}
	}
	s.Steps[0][7].Mean = math.NaN()
	p := figure.StepRows(tuning, s, 0)
	if len(p.Rows) != figure.RowsShown+1 || p.Rows[0].Name != "order 6" || p.Rows[figure.RowsShown].Class != "own" {
		t.Errorf("%d rows, the first is %s, the last %s", len(p.Rows), p.Rows[0].Name, p.Rows[len(p.Rows)-1].Class)
	}
	if !strings.Contains(p.Note, "17 more") {
		t.Errorf("the note says %q", p.Note)
	}
}
