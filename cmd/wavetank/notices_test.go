package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// noticesFile holds what the authors of linked modules ask to be told with a
// binary; version --notices prints it.
const noticesFile = "NOTICES.txt"

// linking are the packages that others link: the command and what programs import.
var linking = []string{"./cmd/wavetank", "./chain/client", "./scenarios/simtest"}

// chosen says what no file of a module says: which of several licenses is made use
// of, and what one asks to be said.
var chosen = map[string]struct {
	said  string
	files []string
}{
	"github.com/golang/freetype": {said: "Used under the FreeType License. Portions of this software are copyright (c) The FreeType Project\n(www.freetype.org). All rights reserved.",
		files: []string{"LICENSE", "licenses/ftl.txt"}},
	"github.com/ajstarks/svgo": {said: "By Anthony Starks, unchanged."},
}

// TestNotices holds the file against the modules that are linked on any system;
// -update writes it.
func TestNotices(t *testing.T) {
	got := notices(t)
	if *update {
		if err := os.WriteFile(noticesFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(noticesFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", noticesFile, diff)
	}
}

// notices writes the file: a list of modules, then each license text once.
func notices(t *testing.T) string {
	linked := linkedModules(t)
	paths := slices.Sorted(maps.Keys(linked))
	holders := map[string][]string{} // of each text
	var texts []string
	var list strings.Builder
	for _, p := range paths {
		m := linked[p]
		fmt.Fprintf(&list, "  %s %s\n", p, m.Version)
		for _, text := range licenses(t, m) {
			if holders[text] == nil {
				texts = append(texts, text)
			}
			holders[text] = append(holders[text], p)
		}
	}
	out := "wavetank links these modules, and parts of Go's standard library, each under the terms below.\n\n" + list.String()
	for _, text := range texts {
		out += "\n" + strings.Repeat("=", 80) + "\n" + strings.Join(holders[text], "\n") + "\n\n" + text
	}
	return out
}

// module is one as go list knows it.
type module struct{ Path, Version, Dir string }

// linkedModules are those that any of the packages links on any of three systems.
func linkedModules(t *testing.T) map[string]module {
	t.Helper()
	out := map[string]module{"Go's standard library": {Path: "Go's standard library", Dir: goEnv(t, "GOROOT")}}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", append([]string{"list", "-deps", "-json=Module"}, linking...)...)
		list.Dir, list.Env = top(t), append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		text, notes, err := programOutput(list)
		if err != nil {
			t.Fatalf("%v\n%s", err, notes)
		}
		for d := json.NewDecoder(strings.NewReader(text)); d.More(); {
			var p struct{ Module *module }
			if err := d.Decode(&p); err != nil {
				t.Fatal(err)
			}
			if p.Module != nil && p.Module.Version != "" {
				out[p.Module.Path] = *p.Module
			}
		}
	}
	return out
}

// licenses are the texts that a module comes with. One without any may not be
// linked.
func licenses(t *testing.T, m module) (out []string) {
	t.Helper()
	files := chosen[m.Path].files
	if files == nil {
		entries, err := os.ReadDir(m.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if name := strings.ToUpper(e.Name()); e.Type().IsRegular() && !strings.HasSuffix(name, ".GO") &&
				(strings.HasPrefix(name, "LICEN") || strings.HasPrefix(name, "COPYING") || strings.HasPrefix(name, "NOTICE") || strings.HasPrefix(name, "THIRD_PARTY")) {
				files = append(files, e.Name())
			}
		}
	}
	if len(files) == 0 {
		t.Errorf("%s comes without a license", m.Path)
	}
	if said := chosen[m.Path].said; said != "" {
		out = append(out, said+"\n")
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(m.Dir, f))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))+"\n")
	}
	return out
}
