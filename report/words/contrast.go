package words

import (
	"math"
	"strconv"
	"strings"

	"wavetank/report/judge"
	"wavetank/report/measure"
)

// ContrastTitle says what the figures of a comparison are.
func (k *Ranked) ContrastTitle(all []judge.Contrast) string {
	text := "against " + all[0].Against + ", on the same seeds: differences"
	if k.Wide {
		text += " and their 95 % intervals"
	}
	text += "; " + MarkEqual + " none shown at 5 %"
	if rivals := len(contrastNames(all)); rivals > 1 {
		text += ", adjusted for " + measure.FormatThousands(int64(rivals)) + " strategies (Holm)"
	}
	return text
}

// VersusColumns are the metrics and the strategies of comparisons.
func (k *Ranked) VersusColumns(all []judge.Contrast) (cols []Column, rows []*measure.Strategy) {
	cells := map[[2]string]string{}
	for i := range all {
		c := &all[i]
		cells[[2]string{c.Strategy, c.Metric}] = contrastCell(c, k.Wide)
		if c.Strategy != all[0].Strategy {
			continue
		}
		metric := c.Metric
		cols = append(cols, Column{Metric: metric, Phase: strings.HasSuffix(metric, ".during"),
			cell: func(_ *judge.Result, t *measure.Strategy) string { return cells[[2]string{t.Name, metric}] }})
	}
	names := contrastNames(all)
	for _, t := range k.Rank.Order {
		if names[t.Name] {
			rows = append(rows, t)
		}
	}
	return cols, rows
}

func contrastNames(all []judge.Contrast) map[string]bool {
	out := map[string]bool{}
	for i := range all {
		out[all[i].Strategy] = true
	}
	return out
}

// contrastCell is a difference where one is shown, with its interval where all is told.
func contrastCell(c *judge.Contrast, wide bool) string {
	switch {
	case !c.Exists():
		return measure.Missing
	case !c.Shown:
		return MarkEqual
	case !wide:
		return FormatSigned(measure.UnitOf(c.Metric), c.Diff.Mean)
	}
	return difference(measure.UnitOf(c.Metric), &c.Diff)
}

// difference writes a difference with its sign and its interval.
func difference(u measure.Unit, d *measure.Summary) string {
	if d.Method == measure.Likelihood { // which is not symmetric
		return FormatSigned(u, d.Mean) + " [" + FormatSigned(u, d.Low) + ", " + FormatSigned(u, d.High) + "]"
	}
	return changeInUnit(u, d)
}

// changeInUnit writes a difference with its sign and half its interval's width.
func changeInUnit(u measure.Unit, d *measure.Summary) string {
	magnitude := measure.Summary{Mean: math.Abs(d.Mean), Low: math.Abs(d.Mean) - d.Half(), High: math.Abs(d.Mean) + d.Half()}
	return Sign(d.Mean) + Points(u, measure.FormatInterval(u, &magnitude))
}

// FormatSigned writes a difference with its sign.
func FormatSigned(u measure.Unit, v float64) string {
	return Sign(v) + Points(u, measure.Format(u, math.Abs(v)))
}

// Sign is what stands before a difference.
func Sign(v float64) string {
	switch {
	case v > 0:
		return "+"
	case v < 0:
		return "-"
	}
	return ""
}

// Points writes a difference of rates in percent points, which no reader takes
// for a part of the rate.
func Points(u measure.Unit, text string) string {
	if u != measure.Rate {
		return text
	}
	return strings.Replace(text, " %", " pp", 1)
}

// ContrastLines tell, a line for each strategy, how the slowest percent differs,
// what common seeds were worth there, and how single requests fared.
func (k *Ranked) ContrastLines(all []judge.Contrast) (out []string) {
	decisive := "latency_p99"
	if len(k.Scenario.Timeline) > 0 {
		decisive += ".during"
	}
	for _, t := range k.Rank.Order {
		for i := range all {
			c := &all[i]
			if c.Strategy != t.Name || c.Metric != decisive {
				continue
			}
			text := c.Strategy + " against " + c.Against
			if c.Exists() {
				text += ": " + c.Metric + " " + contrastSentence(c)
			}
			if better, worse := judge.Shares(t); better.Exists() {
				text += ", " + measure.FormatPercentShort(better.Mean) + " of requests better, " + measure.FormatPercentShort(worse.Mean) + " worse"
			}
			out = append(out, text)
		}
	}
	return out
}

// contrastSentence is a difference and how it was found.
func contrastSentence(c *judge.Contrast) string {
	text := difference(measure.UnitOf(c.Metric), &c.Diff)
	if !c.Shown {
		text = MarkEqual + " " + text
	}
	return text + " (" + ContrastHow(c) + ")"
}

// ContrastHow says how a difference was found, and what common seeds were worth.
func ContrastHow(c *judge.Contrast) string {
	var words []string
	switch {
	case c.Diff.Method == measure.NoMethod:
		return "one run shows nothing"
	case c.Diff.Method == measure.Exact:
		return "the same on every seed"
	case c.Diff.Method == measure.NoneSeen:
		return "no difference in " + measure.Plural(c.Diff.N, "run") + "; up to " + measure.FormatPercentShort(c.Diff.Unseen()) + " of runs could differ"
	case c.Paired():
		words = append(words, "paired, r "+strconv.FormatFloat(c.Correlation, 'f', 2, 64)+", "+factor(c.Ratio)+" times fewer replications")
	case math.IsNaN(c.Correlation) && c.Diff.N < 3:
		words = append(words, "two runs have no correlation")
	case math.IsNaN(c.Correlation):
		words = append(words, "not paired: one of the two never varies")
	case c.Correlation > 0:
		words = append(words, "r "+strconv.FormatFloat(c.Correlation, 'f', 2, 64)+", common seeds save nothing")
	default:
		words = append(words, "not paired: r "+strconv.FormatFloat(c.Correlation, 'f', 2, 64))
	}
	if k := c.Diff.Carriers(); c.Diff.Method == measure.Likelihood && k < c.Diff.N {
		words = append(words, measure.Plural(k, "run")+" of "+measure.FormatThousands(int64(c.Diff.N))+" carry it, up to "+
			measure.FormatPercentShort(c.Diff.Unseen())+" could be of a kind not seen")
	}
	return strings.Join(words, ", ")
}

// factor writes a factor in two digits, and in whole ones from ten on.
func factor(v float64) string {
	if v < 9.95 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return measure.Whole(v)
}
