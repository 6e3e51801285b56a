package screen

import (
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// notesShown is how many notes the screen of several scenarios lists when it is
// not wide.
const notesShown = 6

// several is the screen of more than one scenario: a line each, the rules that do
// not hold and the figures that moved, and how to look closer.
func several(r *words.Report, view words.View) ([]string, error) {
	s := Screen{View: view}
	if err := s.overall(r); err != nil {
		return nil, err
	}
	d, err := drawTable(severalTable(r), view)
	if err != nil {
		return nil, err
	}
	legend := []string{"of the first strategy: answers since the first fault", "p99 while faults acted"}
	if len(d.left) > 0 {
		legend = append(legend, "no room for "+strings.Join(d.left, ", "))
	}
	if !view.Wide {
		legend = append(legend, "each scenario in full: -v")
	}
	names := words.ScenarioNames(r)
	for i := range d.lines {
		for k, name := range names {
			if rest, is := strings.CutPrefix(d.lines[i], name+words.Gap); is {
				d.lines[i] = paint(view, bold+verdictColour(r.Results[k]), name) + words.Gap + rest
				break
			}
		}
	}
	s.block(append(d.lines, wrapParts(legend, view.Width)...))
	s.block(s.severalRules(r, names))
	s.block(s.severalChanges(r, names))
	if !view.Quiet {
		s.block(severalNotes(r, names, view))
	}
	if one := firstBroken(r.Results); !view.Wide && len(one.Again) > 0 {
		s.Ranked = words.Ranked{Result: one}
		s.block(s.footer())
	}
	return s.out, nil
}

// mostAcross is how many scenarios a matrix on the screen has columns for.
const mostAcross = 8

// overall is what to ship over all scenarios, and how each strategy does in each.
func (s *Screen) overall(r *words.Report) error {
	k, lines := words.OverallLines(r)
	if k == nil {
		return nil
	}
	s.block(s.lines(lines))
	if len(r.Results) > mostAcross {
		return nil
	}
	d, err := drawTable(words.Matrix(r, k), s.View)
	if err != nil {
		return err
	}
	s.block(append(d.lines, wrapParts(words.MatrixLegend, s.View.Width)...))
	return nil
}

// verdictColour is that of a scenario's name.
func verdictColour(r *judge.Result) string {
	if worstCount(r) != words.VerdictCounts(r.Expectations) {
		return red
	}
	return green
}

// severalTable has a row for each scenario: what to ship, the figures that say so,
// what that leaves unsolved, and how its rules came out.
func severalTable(r *words.Report) *words.Table {
	t := &words.Table{Corner: measure.Plural(len(r.Results), "scenario"), Labels: words.ScenarioNames(r)}
	ship, rules := words.TableColumn{Head: "what to ship", Left: true}, words.TableColumn{Head: "rules", Left: true}
	figures := []words.TableColumn{{Head: words.Head(r.Results[0].AnswerRate())}, {Head: words.Head("latency_p99")}, {Head: words.Head("wasted_calls"), Drop: 1}}
	but, some := words.TableColumn{Head: "but", Left: true, Drop: 2}, false
	for _, one := range r.Results {
		k := one.Rank()
		h := words.ResultHeadline(one, &k)
		ship.Cells = append(ship.Cells, words.TableCell{Text: strings.TrimSpace(h.Word + " " + h.Who), Brief: briefWho(&k)})
		phase := ""
		if len(one.Scenario.Timeline) > 0 {
			phase = ".during"
		}
		for i, metric := range []string{one.AnswerRate(), "latency_p99" + phase, "wasted_calls"} {
			text := measure.Missing
			if len(k.First) > 0 {
				f := k.First[0].Figure(metric)
				text = measure.Format(measure.UnitOf(metric), f.Mean)
			}
			figures[i].Add(text)
		}
		fact := ""
		if c := one.Complaint; c != nil && c.Cause != judge.CauseDiffers {
			fact, _ = words.ComplaintText(&one.Scenario, c)
		}
		some = some || fact != ""
		but.Add(fact)
		rules.Cells = append(rules.Cells, words.TableCell{Text: ruleCounts(one), Brief: worstCount(one)})
	}
	t.Cols = append(append([]words.TableColumn{ship}, figures...), rules)
	if some {
		t.Cols = append(t.Cols, but)
	}
	return t
}

// briefWho is whom a ranking puts first, and how many share the place.
func briefWho(k *judge.Ranking) string {
	switch n := len(k.First); n {
	case 0:
		return "NONE"
	case 1:
		return k.First[0].Name
	default:
		return k.First[0].Name + " +" + strconv.Itoa(n-1)
	}
}

// ruleCounts counts a scenario's rules, and what moved against the baseline.
func ruleCounts(r *judge.Result) string {
	var parts []string
	here, _ := words.RulesHere(r.Expectations) // the line below the table counts the others
	if text := words.VerdictCounts(here); text != "" {
		parts = append(parts, text)
	}
	if n := r.TallyChanges()[judge.Regressed]; n > 0 {
		parts = append(parts, strconv.Itoa(n)+" regressed")
	}
	return strings.Join(parts, ", ")
}

// worstCount is the worst of the counts alone.
func worstCount(r *judge.Result) string {
	n := judge.TallyVerdicts(r.Expectations)
	switch regressed := r.TallyChanges()[judge.Regressed]; {
	case n[judge.Fail] > 0:
		return strconv.Itoa(n[judge.Fail]) + " broken"
	case regressed > 0:
		return strconv.Itoa(regressed) + " regressed"
	}
	return words.VerdictCounts(r.Expectations)
}

// severalRules lists the rules that do not hold under a line that counts all.
func (s *Screen) severalRules(r *words.Report, names []string) []string {
	var all []judge.Expectation
	var out []string
	for i, one := range r.Results {
		all = append(all, one.Expectations...)
		var shown []*judge.Expectation
		for k := range one.Expectations {
			if e := &one.Expectations[k]; e.Verdict != judge.Pass && !e.Elsewhere() {
				shown = append(shown, e)
			}
		}
		if len(shown) > 0 {
			out = append(append(out, names[i]), s.RuleLines(shown)...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return append(s.ruleTitle(all, "exit "+strconv.Itoa(judge.ExitCode(r.Results...))), out...)
}

// severalChanges lists what moved against the baselines.
func (s *Screen) severalChanges(r *words.Report, names []string) []string {
	all := &judge.Result{}
	for i, one := range r.Results {
		for _, g := range one.Regressions {
			g.Strategy = names[i] + ": " + g.Strategy
			all.Regressions = append(all.Regressions, g)
		}
		if one.BaselineName != "" {
			all.BaselineName = one.BaselineName
		}
	}
	if len(all.Regressions) == 0 {
		return nil
	}
	shown := words.ChangesShown(all)
	hidden := 0
	if !s.View.Wide && len(shown) > regressionsShown {
		shown, hidden = shown[:regressionsShown], len(shown)-regressionsShown
	}
	out := append(heading(words.ChangeTitle(all), s.View.Width), s.changeLines(shown)...)
	if hidden > 0 {
		out = append(out, "  "+strconv.Itoa(hidden)+" more (-v lists them)")
	}
	return out
}

// severalNotes say what a reader must know to trust the figures, and of which
// scenario.
func severalNotes(r *words.Report, names []string, view words.View) []string {
	var all []string
	for i, one := range r.Results {
		for _, text := range words.ResultRemarks(one) {
			all = append(all, names[i]+": "+text)
		}
	}
	if n := len(all) - notesShown; n > 0 && !view.Wide {
		all = append(all[:notesShown], measure.Plural(n, "more note")+": -v")
	}
	return noteLines(all, view.Width)
}

// firstBroken is the first result that fails the command, else the first.
func firstBroken(all []*judge.Result) *judge.Result {
	for _, r := range all {
		if r.ExitCode() != 0 {
			return r
		}
	}
	return all[0]
}
