package page

import (
	"strconv"
	"strings"

	"wavetank/chain/printable"
	"wavetank/report/judge"
	"wavetank/report/measure"
	"wavetank/report/words"
)

// pageProduct is the winner in one of the forms in which it is put to use.
type pageProduct struct {
	Title, Text, Reason string
	Open                bool
}

// pageProducts are those that there are, and why the others are not.
func pageProducts(t *judge.Tuning) (out []pageProduct) {
	p := &t.Products
	for _, one := range []pageProduct{
		{"A strategy document, ready to run (-o strategy=best.yaml)", printable.Text(string(p.Strategy)), "", true},
		{"The breaker as gobreaker.Settings (-o gobreaker=breaker.go)", printable.Text(string(p.Gobreaker)), p.GobreakerReason, false},
		{"A patch of the configuration that was imported (-o patch=best.diff)", printable.Text(string(p.Patch)), p.PatchReason, false},
	} {
		if one.Text != "" || one.Reason != "" {
			out = append(out, one)
		}
	}
	return out
}

// searchTable says how the winner was found, for those who want to know whether
// to believe it.
func searchTable(t *judge.Tuning) *pageTable {
	o := t.Outcome
	out := &pageTable{Caption: "Step by step", Corner: "step", Head: []pageHead{{"what was done", true}}}
	add := func(name, text string) {
		if text != "" {
			out.Rows = append(out.Rows, pageRow{Name: name, Cells: []pageCell{{Text: text, Class: "wrap"}}})
		}
	}
	add("settings", settingsWords(t))
	add("halving", rungWords(t))
	add("left out", leftOutWords(t))
	add("requirements", strings.Join(t.Require, ", "))
	add("scenarios", suiteWords(t))
	add("front", frontWords(t))
	add("contest", contestWords(t))
	add("seeds", seedWords(t))
	if o.Partial {
		add("held out", "nothing: the search was cut short")
	} else if h := o.Held; h != nil {
		add("held out", measure.Plural(h.Replications, "run")+" of the winner and of each rival on seeds that no choice has seen")
		add("optimism", optimismWords(t))
	}
	return out
}

func settingsWords(t *judge.Tuning) string {
	if len(t.Axes) == 0 {
		return words.LookedText(t)
	}
	var parts []string
	for i := range t.Axes {
		text := t.Axes[i].Name + " " + measure.Plural(len(t.Axes[i].Labels), "value")
		if t.Axes[i].Log {
			text += " on a log scale"
		}
		parts = append(parts, text)
	}
	return words.LookedText(t) + ": " + strings.Join(parts, " × ")
}

func rungWords(t *judge.Tuning) string {
	var parts []string
	for _, r := range t.Outcome.Rungs {
		parts = append(parts, measure.Plural(r.Points, "setting")+" × "+measure.Plural(r.Replications, "run"))
	}
	if len(parts) > 1 {
		return strings.Join(parts, ", then ") + "; who belongs to the layers that nobody beats goes on"
	}
	return strings.Join(parts, "")
}

func leftOutWords(t *judge.Tuning) string {
	var parts []string
	if n := t.Outcome.Invalid; n > 0 {
		parts = append(parts, measure.Plural(n, "setting")+" "+words.Agree(n, "makes", "make")+" no strategy")
	}
	if n := t.Outcome.Infeasible; n > 0 {
		parts = append(parts, measure.Plural(n, "setting")+" "+words.Agree(n, "breaks", "break")+" a requirement")
	}
	return strings.Join(parts, ", ")
}

func suiteWords(t *judge.Tuning) string {
	if len(t.Scenarios) < 2 {
		return ""
	}
	var names []string
	for i := range t.Scenarios {
		names = append(names, t.Scenarios[i].Name)
	}
	return "the " + words.Overs[t.Over] + " of " + strings.Join(names, ", ")
}

func frontWords(t *judge.Tuning) string {
	all, front := len(t.Outcome.Front), len(t.Front())
	if all == 0 {
		return ""
	}
	text := measure.Plural(front, "point") + " whose means no other point beats in everything"
	if all > front {
		text += ", and " + measure.FormatThousands(int64(all-front)) + " more that are beaten, but not by their intervals"
	}
	return text
}

func contestWords(t *judge.Tuning) string {
	c := &t.Outcome.Contest
	if c.Finalists < 2 {
		return ""
	}
	text := measure.Plural(c.Finalists, "finalist") + " on common seeds (Kim and Nelson), a score of " + measure.Scaled(c.Delta) + " of the front's width does not matter; after " +
		measure.Plural(c.Replications, "run")
	switch {
	case c.Settled && len(c.Left) < 2:
		return text + " the winner was told from all others"
	case c.Settled:
		return text + " the last " + strconv.Itoa(len(c.Left)) + " differ by less than matters"
	}
	return text + " " + strconv.Itoa(len(c.Left)) + " were not told apart"
}

func seedWords(t *judge.Tuning) string {
	text := "from " + strconv.FormatUint(t.Seeds[0], 10)
	if t.Seeds[1] != t.Seeds[0] {
		text += ", held out from " + strconv.FormatUint(t.Seeds[1], 10)
	}
	return text
}

// optimismWords say by how much the search's figures were better than the
// held-out ones: whoever looks for the best finds luck as well.
func optimismWords(t *judge.Tuning) string {
	var parts []string
	for i := range t.Outcome.Held.Optimism {
		if i < len(t.Objectives) {
			parts = append(parts, words.ObjectiveShort(&t.Objectives[i])+" "+words.ObjectiveChange(&t.Objectives[i], &t.Outcome.Held.Optimism[i]))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "the search's figures of the winner were better than the held-out ones by " + strings.Join(parts, ", ")
}
