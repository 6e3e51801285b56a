package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

// referenceFile holds what --help says of every command, on one page.
const referenceFile = "REFERENCE.md"

// TestCommandReference holds the page against the commands; -update writes it.
func TestCommandReference(t *testing.T) {
	got := commandReference()
	if *update {
		if err := os.WriteFile(referenceFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(referenceFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", referenceFile, diff)
	}
}

// commandReference writes the page: exit codes, then each command with its flags.
func commandReference() string {
	var b strings.Builder
	b.WriteString(`# The command

Generated from the code; ` + "`go test ./cmd/wavetank -run TestCommandReference -update`" + ` writes it. What stands in a
scenario file is [the language](../../scenarios/REFERENCE.md).

| exit code | |
| --- | --- |
`)
	for line := range strings.Lines(exitHelp) {
		if code, what, ok := strings.Cut(strings.TrimSpace(line), " "); ok && code[0] >= '0' && code[0] <= '9' {
			fmt.Fprintf(&b, "| %s | %s |\n", code, strings.TrimSpace(what))
		}
	}
	for _, c := range newRoot(&system{}).Commands() {
		if c.IsAvailableCommand() {
			writeCommand(&b, c)
		}
	}
	return b.String()
}

func writeCommand(b *strings.Builder, c *cobra.Command) {
	text := c.Long
	if text == "" {
		text = c.Short
	}
	fmt.Fprintf(b, "\n## %s\n\n```text\n%s\n\n%s\n", c.CommandPath(), c.UseLine(), strings.TrimRight(text, "\n"))
	if c.Example != "" {
		fmt.Fprintf(b, "\n%s\n", strings.TrimRight(c.Example, "\n"))
	}
	if flags := c.LocalFlags().FlagUsages(); strings.TrimSpace(flags) != "" {
		fmt.Fprintf(b, "\n%s\n", strings.TrimRight(flags, "\n"))
	}
	b.WriteString("```\n")
}
