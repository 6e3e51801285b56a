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

// sections of list, in order.
var sections = []struct {
	name  string
	print func(io.Writer)
}{
	{"strategies", listStrategies},
	{"faults", listKinds(isFault)},
	{"policies", listKinds(isPolicy)},
	{"scenarios", listScenarios},
	{"formats", listFormats},
}

func newList(s *system) *cobra.Command {
	var names []string
	for _, x := range sections {
		names = append(names, x.name)
	}
	return &cobra.Command{
		Use:       "list [" + strings.Join(names, "|") + "]",
		Short:     "List what there is to choose from",
		Example:   "  wavetank list\n  wavetank list scenarios",
		Args:      oneOf(names...),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
			for _, x := range sections {
				if len(args) > 0 && args[0] != x.name {
					continue
				}
				if len(args) == 0 {
					fmt.Fprintf(w, "%s\n", strings.ToUpper(x.name))
				}
				x.print(w)
				if len(args) == 0 && x.name != sections[len(sections)-1].name {
					fmt.Fprintln(w)
				}
			}
			return ours(w.Flush())
		},
	}
}

func listStrategies(w io.Writer) {
	for _, p := range strategy.Presets() {
		marks := ""
		switch {
		case p.Unverified == 1:
			marks = " (1 unverified number)"
		case p.Unverified > 1:
			marks = fmt.Sprintf(" (%d unverified numbers)", p.Unverified)
		}
		fmt.Fprintf(w, "  %s\t%s\t%s%s\n", p.Name, p.Version, p.Summary, marks)
	}
}

func listScenarios(w io.Writer) {
	for _, i := range scenarios.Library() {
		fmt.Fprintf(w, "  %s\t%s\n", i.Name, i.Why)
	}
}

func listFormats(w io.Writer) {
	for _, e := range report.Formats.Entries() {
		fmt.Fprintf(w, "  %s\t%s\n", e.Kind, e.Summary)
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
