package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// drawing is what draws: plots, fonts, pictures and tables.
var drawing = []string{"gonum.org/v1/plot", "codeberg.org/go-fonts", "codeberg.org/go-latex", "codeberg.org/go-pdf", "git.sr.ht/~sbinet/gg",
	"github.com/ajstarks/svgo", "github.com/golang/freetype", "golang.org/x/image", "github.com/olekukonko"}

// TestTidyLinks demands that who imports what others build on links nothing that
// draws: neither a service that asks through our client, nor a test of a chain.
func TestTidyLinks(t *testing.T) {
	for _, pkg := range []string{"chain/client", "scenarios/simtest"} {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			list := exec.Command("go", "list", "-deps", "wavetank/"+pkg)
			out, notes, err := programOutput(list)
			if err != nil {
				t.Fatalf("%v\n%s", err, notes)
			}
			deps := strings.Fields(out)
			if !slices.Contains(deps, "wavetank/chain") {
				t.Errorf("lists no wavetank/chain: does it list what it should?\n%s", out)
			}
			for _, dep := range deps {
				if slices.ContainsFunc(drawing, func(d string) bool { return dep == d || strings.HasPrefix(dep, d+"/") }) {
					t.Errorf("links %s", dep)
				}
			}
		})
	}
}
