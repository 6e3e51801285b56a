package report

import (
	"strconv"
	"strings"
)

// notesShown is how many notes the screen of several scenarios lists when it is
// not wide.
const notesShown = 6

// several is the screen of more than one scenario: a line each, the rules that do
// not hold and the figures that moved, and how to look closer.
func several(r *Report, view View) ([]string, error) {
	s := screen{view: view}
	d, err := drawTable(severalTable(r), view)
	if err != nil {
		return nil, err
	}
	legend := []string{"of the first strategy, while the faults acted"}
	if len(d.left) > 0 {
		legend = append(legend, "no room for "+strings.Join(d.left, ", "))
	}
	if !view.Wide {
		legend = append(legend, "each scenario in full: -v")
	}
	names := scenarioNames(r)
	for i := range d.lines {
		for k, name := range names {
			if rest, is := strings.CutPrefix(d.lines[i], name+gap); is {
				d.lines[i] = paint(view, bold+verdictColour(r.Results[k]), name) + gap + rest
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
		s.ranked = ranked{Result: one}
		s.block(s.footer())
	}
	return s.out, nil
}

// verdictColour is that of a scenario's name.
func verdictColour(r *Result) string {
	if worstCount(r) != verdictCounts(r.Expectations) {
		return red
	}
	return green
}

// severalTable has a row for each scenario: what to ship, the figures that say so,
// what that leaves unsolved, and how its rules came out.
func severalTable(r *Report) *table {
	t := &table{corner: plural(len(r.Results), "scenario"), labels: scenarioNames(r)}
	ship, rules := tableColumn{head: "what to ship", left: true}, tableColumn{head: "rules", left: true}
	figures := []tableColumn{{head: "in time"}, {head: "p99"}, {head: "wasted\ncalls", drop: 1}}
	but, some := tableColumn{head: "but", left: true, drop: 2}, false
	for _, one := range r.Results {
		k := one.Rank()
		h := resultHeadline(one, &k)
		ship.cells = append(ship.cells, tableCell{text: strings.TrimSpace(h.word + " " + h.who), brief: briefWho(&k)})
		phase := ""
		if len(one.Scenario.Timeline) > 0 {
			phase = ".during"
		}
		for i, metric := range []string{one.criteria()[0].metric, "latency_p99" + phase, "wasted_calls"} {
			text := missing
			if len(k.First) > 0 {
				f := k.First[0].Figure(metric)
				text = inUnit(unitOf(metric), f.Mean)
			}
			figures[i].add(text)
		}
		fact := ""
		if c := one.Complaint; c != nil && c.Cause != CauseDiffers {
			fact, _ = ComplaintText(&one.Scenario, c)
		}
		some = some || fact != ""
		but.add(fact)
		rules.cells = append(rules.cells, tableCell{text: ruleCounts(one), brief: worstCount(one)})
	}
	t.cols = append(append([]tableColumn{ship}, figures...), rules)
	if some {
		t.cols = append(t.cols, but)
	}
	return t
}

// briefWho is whom a ranking puts first, and how many share the place.
func briefWho(k *Ranking) string {
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
func ruleCounts(r *Result) string {
	var parts []string
	if text := verdictCounts(r.Expectations); text != "" {
		parts = append(parts, text)
	}
	if n := r.tallyChanges()[Regressed]; n > 0 {
		parts = append(parts, strconv.Itoa(n)+" regressed")
	}
	return strings.Join(parts, ", ")
}

// worstCount is the worst of the counts alone.
func worstCount(r *Result) string {
	n := tallyVerdicts(r.Expectations)
	switch regressed := r.tallyChanges()[Regressed]; {
	case n[Fail] > 0:
		return strconv.Itoa(n[Fail]) + " broken"
	case regressed > 0:
		return strconv.Itoa(regressed) + " regressed"
	}
	return verdictCounts(r.Expectations)
}

// severalRules lists the rules that do not hold under a line that counts all.
func (s *screen) severalRules(r *Report, names []string) []string {
	var all []Expectation
	var out []string
	for i, one := range r.Results {
		all = append(all, one.Expectations...)
		var shown []*Expectation
		for k := range one.Expectations {
			if e := &one.Expectations[k]; e.Verdict != Pass {
				shown = append(shown, e)
			}
		}
		if len(shown) > 0 {
			out = append(append(out, names[i]), s.ruleLines(shown)...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	title := spread("RULES  "+verdictCounts(all), "exit "+strconv.Itoa(ExitCode(r.Results...)), s.view.Width)
	return append([]string{title}, out...)
}

// severalChanges lists what moved against the baselines.
func (s *screen) severalChanges(r *Report, names []string) []string {
	all := &Result{}
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
	shown := changesShown(all)
	hidden := 0
	if !s.view.Wide && len(shown) > regressionsShown {
		shown, hidden = shown[:regressionsShown], len(shown)-regressionsShown
	}
	out := append(heading(changeTitle(all), s.view.Width), s.changeLines(shown)...)
	if hidden > 0 {
		out = append(out, "  "+strconv.Itoa(hidden)+" more (-v lists them)")
	}
	return out
}

// severalNotes say what a reader must know to trust the figures, and of which
// scenario.
func severalNotes(r *Report, names []string, view View) []string {
	var all []string
	for i, one := range r.Results {
		for _, text := range resultRemarks(one) {
			all = append(all, names[i]+": "+text)
		}
	}
	if n := len(all) - notesShown; n > 0 && !view.Wide {
		all = append(all[:notesShown], plural(n, "more note")+": -v")
	}
	return noteLines(all, view.Width)
}

// firstBroken is the first result that fails the command, else the first.
func firstBroken(all []*Result) *Result {
	for _, r := range all {
		if r.exitCode() != 0 {
			return r
		}
	}
	return all[0]
}
