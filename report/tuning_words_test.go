package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"wavetank/report/figure"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/screen"
	"wavetank/report/words"
	"wavetank/sim/tune"
)

// TestTuningHeadline holds the word, by what the search came to.
func TestTuningHeadline(t *testing.T) {
	broke := tuningKeep() // the setting in force is beaten in nothing, but breaks a requirement
	broke.Outcome.Held.Rivals[0].Kept[0] = false
	same := tuningTie()
	same.Changes = nil
	unheld := syntheticTuning()
	unheld.Outcome.Held = &tune.Held{}
	each := tuningInfeasible()
	each.Outcome.Broken = nil
	for about, c := range map[string]struct {
		tuning     *judge.Tuning
		word, says string
	}{
		"full":                     {syntheticTuning(), "SHIP", "p99 30.2 s -> 3.2 s (-27.0 s ±1.1)"},
		"keep":                     {tuningKeep(), "KEEP", "nothing found is shown to beat it"},
		"requirement":              {broke, "SHIP", "five-provider breaks success_rate >= 99.9%"},
		"no change":                {same, "KEEP", "no setting was found that is better"},
		"tie":                      {tuningTie(), "TIE", "80 runs do not tell it from #5 (breaker.trip.failures=3)"},
		"partial":                  {tuningPartial(), "LEAD", "cut short"},
		"not held out":             {unheld, "LEAD", "nothing was held out"},
		"infeasible":               {tuningInfeasible(), "NONE", "success_rate >= 99.9% in friday-evening: the best comes to 99.6 %"},
		"infeasible, each is kept": {each, "NONE", "though some keeps each of them"},
	} {
		h := words.TuningHeadline(c.tuning)
		if text := strings.Join(h.Clauses, ", "); h.Word != c.word || !strings.Contains(text, c.says) {
			t.Errorf("%s: %s %s: %s; want %s with %q", about, h.Word, h.Who, text, c.word, c.says)
		}
	}
}

// TestTuningBut holds what the winner does not solve.
func TestTuningBut(t *testing.T) {
	tuning := syntheticTuning()
	h := tuning.Outcome.Held
	h.Kept[1] = false
	h.Rivals[2].Sign[2] = tune.Behind
	h.Rivals[3].Sign[0] = tune.Behind // which breaks a requirement: no reason to prefer it
	got := strings.Join(words.TuningBut(tuning), "\n")
	want := `it breaks silent_bad <= current on 20 held-out runs
resilience4j has better wasted per 1k (26.0)
the search was optimistic: its p99 is 3.1 s, held out it is 3.2 s (+0.100 s ±0.090)`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	h.Rivals[1].Sign[1], h.Rivals[1].Values[1].Mean = tune.Behind, 0.63 // the setting in force is cheaper still
	if again := strings.Join(words.TuningBut(tuning), "\n"); again != want {
		t.Errorf("a rival tells what the headline has told:\n%s", again)
	}
	h.Optimism[0].Low = -0.01
	if got := strings.Join(words.TuningBut(tuning), "\n"); strings.Contains(got, "optimistic") {
		t.Errorf("optimism within chance is told: %s", got)
	}
}

// TestTuningDirection turns an objective over: what was the best is the worst,
// unless regret is measured, of which less is always better.
func TestTuningDirection(t *testing.T) {
	range0 := func(t *judge.Tuning) (best, worst string) {
		cols := words.RangeColumns(t, 0, true)
		return cols[0].Cells[3].Text, cols[1].Cells[3].Text
	}
	tuning := syntheticTuning()
	if best, worst := range0(tuning); best != "2.8 s at 2s" || worst != "55.8 s at 60s" {
		t.Errorf("lower is better: %s to %s", best, worst)
	}
	before := figure.HeatShader(tuning, tuning.Outcome.Heat)(2.8)
	tuning.Objectives[0].Better = measure.Higher
	if best, worst := range0(tuning); best != "55.8 s at 60s" || worst != "2.8 s at 2s" {
		t.Errorf("higher is better: %s to %s", best, worst)
	}
	if turned := figure.HeatShader(tuning, tuning.Outcome.Heat); before != 0 || turned(2.8) != len(figure.Shades)-1 || turned(130) != 0 {
		t.Error("the shades do not turn with the direction")
	}
	if why := strings.Join(words.TuningWhy(tuning), "\n"); !strings.Contains(why, "#5 instead: 0.6 s more p99 and $0.0100 less cost per 1k and 4.00 less wasted per 1k for nothing") {
		t.Errorf("the exchange does not turn with the direction:\n%s", why)
	}
	tuning.Over = tune.Regret
	if best, worst := range0(tuning); best != "2.8 s at 2s" || worst != "55.8 s at 60s" {
		t.Errorf("regret: %s to %s", best, worst)
	}
}

// TestTuningNoFigure holds a rival that is no strategy in this suite, and a
// setting in force without a value.
func TestTuningNoFigure(t *testing.T) {
	tuning := syntheticTuning()
	nobody := tune.Estimate{Mean: math.NaN(), Low: math.NaN(), High: math.NaN()}
	for _, i := range []int{0, 1} {
		r := &tuning.Outcome.Held.Rivals[i]
		for o := range r.Values {
			r.Values[o], r.Diff[o], r.Sign[o] = nobody, nobody, tune.Unclear
		}
		r.Kept = make([]bool, len(r.Kept))
	}
	for _, kind := range tuningText {
		text := string(renderTuning(t, kind, tuning, words.View{Wide: true}))
		if strings.Contains(text, "NaN") || strings.Contains(text, `"mean": null`) || strings.Contains(text, "litellm breaks") {
			t.Errorf("%s tells of who has no figure:\n%s", kind, text)
		}
	}
	if notes := strings.Join(words.HeldNotes(tuning, false), "\n"); !strings.Contains(notes, "litellm has no such figure") {
		t.Errorf("the notes do not say it: %s", notes)
	}
}

// TestInitials shortens lists of names, and nothing else.
func TestInitials(t *testing.T) {
	tuning := &judge.Tuning{Axes: []tune.Axis{{Labels: []string{"openai > openrouter > groq", "groq > openai"}}, {Labels: []string{"5s", "1m 30s"}}}}
	if short := words.AxisInitials(tuning, 0); short("openrouter > openai") != "openr>opena" || short("groq") != "gr" {
		t.Errorf("%s, %s", short("openrouter > openai"), short("groq"))
	}
	if got := strings.Join(words.InitialsLegend(tuning, []int{0, 1}), ""); got != "gr groq, opena openai, openr openrouter" {
		t.Errorf("legend %q", got)
	}
	if words.AxisInitials(tuning, 1) != nil {
		t.Error("durations are shortened")
	}
}

// TestRequirementUnit reads the metric that a requirement is about.
func TestRequirementUnit(t *testing.T) {
	for text, want := range map[string]measure.Unit{"success_rate >= 99.9%": measure.Rate, "hang-primary/latency_p99.during < 5s": measure.Seconds,
		"cost_per_1k <= current * 1.1": measure.Dollars, "": measure.Scale, "anything": measure.Scale} {
		if got := words.RequirementUnit(text); got != want {
			t.Errorf("requirementUnit(%q) = %v, want %v", text, got, want)
		}
	}
}

// TestContinued wants a command that a shell reads as it was, a flag beside its
// value.
func TestContinued(t *testing.T) {
	got := strings.Join(screen.Continued([]string{"wavetank", "tune", "a b", "--vary", "order", "--subsets", "--seed", "1"}, 24), "\n")
	want := "wavetank tune 'a b' \\\n--vary order --subsets \\\n--seed 1"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTuningManyRivals lists the setting in force and those that are hard to
// beat, and counts the rest.
func TestTuningManyRivals(t *testing.T) {
	tuning := syntheticTuning()
	h := tuning.Outcome.Held
	for i := range 20 {
		r := h.Rivals[0]
		r.Sign, r.Kept = []tune.Sign{tune.Better, tune.Better, tune.Better}, []bool{i%2 == 0, true}
		h.Rivals, tuning.Rivals = append(h.Rivals, r), append(tuning.Rivals, "easy")
	}
	h.Rivals[20].Sign = []tune.Sign{tune.Behind, tune.Unclear, tune.Better}
	if got := words.Contenders(tuning, false); !slices.Equal(got, []int{0, 1, 2, 4, 6, 20}) {
		t.Errorf("listed are %v", got)
	}
	if n := len(words.Contenders(tuning, true)); n != 24 {
		t.Errorf("a wide screen lists %d", n)
	}
	if notes := strings.Join(words.HeldNotes(tuning, false), "\n"); !strings.Contains(notes, "18 more rivals: 11 that break a requirement, 7 beaten in everything") {
		t.Errorf("notes:\n%s", notes)
	}
}

// TestTuningAlternatives names, for each objective, the cheapest point that is
// better in it by more than does not matter.
func TestTuningAlternatives(t *testing.T) {
	tuning := syntheticTuning()
	if got := words.ExchangePoints(tuning); !slices.Equal(got, []int{1, 6, 4}) {
		t.Errorf("alternatives %v", got)
	}
	tuning.Outcome.Contest.Delta = 0.1 // of the front's width, which in cost no point gains
	if got := words.ExchangePoints(tuning); !slices.Equal(got, []int{0, 4}) {
		t.Errorf("alternatives %v, where more does not matter", got)
	}
}

// TestTuningExchange says what another point gains and costs in words of the two
// figures, whatever they are.
func TestTuningExchange(t *testing.T) {
	for want, gain := range map[string]measure.Metric{
		"#1 instead: 1.0 pp more in time would cost $1.00 of cost per 1k":   measure.Catalogue[measure.Index["slo_rate"]],
		"#1 instead: 0.5 s less p99 would cost $1.00 of cost per 1k":        measure.Catalogue[measure.Index["latency_p99"]],
		"#1 instead: 0.5 fewer false trips would cost $1.00 of cost per 1k": measure.Catalogue[measure.Index["spurious_trips"]],
	} {
		tuning := tuningTwo()
		o := tuning.Outcome
		win, other := &o.Front[o.Winner], &o.Front[0]
		tuning.Objectives[0].Metric = gain
		win.Values[0].Mean, other.Values[0].Mean, win.Values[1].Mean, other.Values[1].Mean = 1, 0.5, 1, 2
		if gain.Better == measure.Higher {
			for i := range o.Front {
				o.Front[i].Values[0].Mean = 0.9
			}
			win.Values[0].Mean, other.Values[0].Mean = 0.95, 0.96
		}
		if got := words.TuningWhy(tuning); !slices.Contains(got, want) {
			t.Errorf("%q, want %q among them", got, want)
		}
	}
	all := strings.Join(words.TuningWhy(syntheticTuning()), "\n")
	for _, word := range []string{"knee", "farthest", "plane", "for each"} {
		if strings.Contains(all, word) {
			t.Errorf("%q is no word for anybody's figures:\n%s", word, all)
		}
	}
}

// TestTuningEnds says where the winner lies at an end of what was searched, unless
// nothing lies beyond or the axis moves nothing.
func TestTuningEnds(t *testing.T) {
	tuning := syntheticTuning()
	win := &tuning.Outcome.Front[tuning.Outcome.Winner]
	win.Settings = slices.Clone(win.Settings)
	win.Settings[1], win.Settings[2], win.Settings[3] = 7, 0, 2
	got := strings.Join(words.TuningRemarks(tuning), "\n")
	if want := "the winner lies at the end of a range: breaker.open.base=5m is the most that was tried and breaker.trip.failures=2 is the least that was tried: what lies beyond may be better still"; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tuning.Axes[2].At = []float64{0, 3, 5, 8}
	for o := range tuning.Outcome.Sensitivity[1].Signs {
		for v := range tuning.Outcome.Sensitivity[1].Signs[o] {
			tuning.Outcome.Sensitivity[1].Signs[o][v] = tune.Same
		}
	}
	if got := strings.Join(words.TuningRemarks(tuning), "\n"); strings.Contains(got, "end of a range") {
		t.Errorf("an end beyond which nothing is, and one that moves nothing: %s", got)
	}
}

// TestTuningRivalsDecided: where the winner was decided on, a rival that is better in
// something is told only if it beats the winner by the decision.
func TestTuningRivalsDecided(t *testing.T) {
	tuning := syntheticTuning()
	tuning.Outcome.How = tune.Decided
	rival := &tuning.Outcome.Held.Rivals[2]
	rival.Sign[2] = tune.Behind
	for choice, want := range map[tune.Sign]bool{tune.Better: false, tune.Unclear: false, tune.Behind: true} {
		rival.Choice = choice
		if got := strings.Join(words.TuningBut(tuning), "\n"); strings.Contains(got, "resilience4j has better") != want {
			t.Errorf("%s: %s", choice, got)
		}
	}
}
