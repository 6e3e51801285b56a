package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"wavetank/chain/strategy"
	"wavetank/report"
	"wavetank/scenarios"
)

// section is one part of list.
type section struct {
	name   string
	print  func(io.Writer)
	hidden bool // shown where it is asked for, by name or with --all
}

// sections of list, in order.
var sections = []section{
	{"strategies", listPresets(strategy.Presets), false},
	{"mutants", listPresets(strategy.MutantPresets), true},
	{"faults", listKinds(isFault), false},
	{"policies", listKinds(isPolicy), false},
	{"scenarios", listScenarios, false},
	{"metrics", listMetrics, false},
	{"formats", listFormats, false},
}

func newList(s *system) *cobra.Command {
	var names []string
	for _, x := range sections {
		names = append(names, x.name)
	}
	all := false
	c := &cobra.Command{
		Use:       "list [" + strings.Join(names, "|") + "]",
		Short:     "List what there is to choose from",
		Example:   "  wavetank list\n  wavetank list scenarios",
		Args:      oneOf(names...),
		ValidArgs: names,
		RunE:      func(_ *cobra.Command, args []string) error { return list(s.stdout, args, all) },
	}
	c.Flags().BoolVar(&all, "all", false, "also what is left out else: strategies that are wrong on purpose")
	return c
}

// list prints the section that was asked for, or all that are not hidden.
func list(out io.Writer, args []string, all bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	begun := false
	for _, x := range sections {
		switch {
		case len(args) > 0 && args[0] == x.name:
			x.print(w)
		case len(args) == 0 && (all || !x.hidden):
			if begun {
				fmt.Fprintln(w)
			}
			begun = true
			fmt.Fprintf(w, "%s\n", strings.ToUpper(x.name))
			x.print(w)
		}
	}
	return ours(w.Flush())
}

// listPresets lists presets with how much of each is unverified.
func listPresets(infos func() []strategy.Info) func(io.Writer) {
	return func(w io.Writer) {
		rows := infos()
		name, version := 0, 0
		for _, p := range rows {
			name, version = max(name, len(p.Name)), max(version, len(p.Version))
		}
		room := listWidth - len("  ") - name - len("  ") - version - len("  99?  ")
		for _, p := range rows {
			marks := ""
			if p.Unverified > 0 {
				marks = fmt.Sprintf("%2d?", p.Unverified)
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", p.Name, p.Version, marks, cut(p.Summary, room))
		}
		fmt.Fprintf(w, "  ?: numbers that the source does not give or that nobody checked; see: wavetank show NAME\n")
	}
}

// listWidth is what a line of presets may fill; the rest of a summary is for show.
const listWidth = 100

// cut shortens a text to so many characters, at a space.
func cut(text string, room int) string {
	r := []rune(text)
	if len(r) <= room {
		return text
	}
	short := string(r[:room-1])
	if at := strings.LastIndexByte(short, ' '); at > 0 {
		short = short[:at]
	}
	return strings.TrimRight(short, ",;: ") + "…"
}

func listScenarios(w io.Writer) {
	for _, i := range scenarios.Library() {
		fmt.Fprintf(w, "  %s\t%s\n", i.Name, i.Why)
	}
}

// listMetrics lists figures as rules and flags name them, what screens call them, and
// which way is better.
func listMetrics(w io.Writer) {
	name, word := 0, 0
	all := scenarios.Metrics()
	for _, m := range all {
		name, word = max(name, len(m.Name)), max(word, len(m.Word))
	}
	room := listWidth + 20 - name - word - len("    seconds  neither    ") - len("    ")
	for _, m := range all {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", m.Name, m.Unit, m.Better, m.Word, cut(m.Summary, room))
	}
	fmt.Fprintf(w, "  name, unit, which way is better, what screens call it; in full, with phases: wavetank show metric:NAME\n")
}

func listFormats(w io.Writer) {
	for _, f := range report.Formats {
		fmt.Fprintf(w, "  %s\t%s\n", f.Name, f.Summary)
	}
	fmt.Fprintln(w, "of wavetank tune:")
	for _, f := range report.TuningFormats {
		fmt.Fprintf(w, "  %s\t%s\n", f.Name, f.Summary)
	}
}

// listKinds lists the kinds of parts that a sort takes in.
func listKinds(in func(sort string) bool) func(io.Writer) {
	return func(w io.Writer) {
		names := scenarios.Kinds()
		// Faults first: they are what the section is called after.
		slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
		for _, name := range names {
			if sort, _, _ := strings.Cut(name, ":"); !in(sort) {
				continue
			}
			text, err := scenarios.Describe(name)
			if err != nil {
				continue // Kinds names what Describe knows
			}
			summary, _, _ := strings.Cut(strings.TrimPrefix(text, name), "\n")
			fmt.Fprintf(w, "  %s\t%s\n", name, strings.TrimSpace(summary))
		}
	}
}

func rank(kind string) int {
	if strings.HasPrefix(kind, "fault:") {
		return 0
	}
	return 1
}

func isFault(sort string) bool { return sort == "fault" || sort == "law" || sort == "arrivals" }

func isPolicy(sort string) bool { return !isFault(sort) }
