package selftest

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"wavetank/scenarios"
)

// TestWorlds plays a few under all laws, on one core and on several: the report is
// the same.
func TestWorlds(t *testing.T) {
	var last *Report
	for _, workers := range []int{1, 3} {
		r, err := Run(context.Background(), Plan{Seed: 1, Count: 12, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if r.Broken != nil {
			t.Fatalf("world %d: %s\n%s", r.World, r.Broken, r.Reduced)
		}
		if diff := cmp.Diff(last, r, cmp.AllowUnexported(Report{}), cmpopts.IgnoreFields(Broken{}, "Text")); last != nil && diff != "" {
			t.Errorf("with %d workers:\n%s", workers, diff)
		}
		if last = r; r.Worlds != 12 || r.Requests < 1000*r.Worlds {
			t.Errorf("%d worlds, %d requests", r.Worlds, r.Requests)
		}
	}
}

// TestEveryKindIsDrawn: a kind that is registered is met.
func TestEveryKindIsDrawn(t *testing.T) {
	var text strings.Builder
	for seed := range uint64(250) {
		doc := Document(seed)
		if seed < 5 && !bytes.Equal(doc, Document(seed)) {
			t.Fatalf("world %d is another one the second time", seed)
		}
		text.Write(doc)
	}
	drawn := strings.NewReplacer(",", " ", "}", " ", "{", " ").Replace(text.String())
	for sort, all := range kinds {
		for _, k := range all {
			if !strings.Contains(drawn, "kind: "+k.name+" ") && !strings.Contains(drawn, "kind: "+k.name+"\n") {
				t.Errorf("no world has a %s of kind %s", sort, k.name)
			}
		}
	}
}

// TestFound plays scenarios that broke a law once.
func TestFound(t *testing.T) {
	files, err := filepath.Glob("testdata/found/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			ref := "./" + filepath.ToSlash(file)
			sc, err := scenarios.Load(ref, scenarios.Options{})
			if strings.HasPrefix(filepath.Base(file), "refused-") {
				if err == nil || !strings.HasPrefix(err.Error(), ref+":") {
					t.Errorf("it loads, or is refused without a place: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := Check(context.Background(), sc, sc.Seeds(2), scenarios.Options{}.Reader(ref))
			if err != nil || r.Broken != nil {
				t.Errorf("%v, %v", r.Broken, err)
			}
		})
	}
}

// TestInterrupted: what was finished is reported.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Run(ctx, Plan{Seed: 1, Workers: 2, Progress: func(worlds, _ int64) {
		if worlds == 2 {
			cancel()
		}
	}})
	if err != context.Canceled || r.Worlds < 2 || r.Worlds > 4 || r.Broken != nil {
		t.Errorf("%v: %+v", err, r)
	}
}

// TestEnough ends the play of worlds that nobody counts.
func TestEnough(t *testing.T) {
	n := 0
	r, err := Run(context.Background(), Plan{Seed: 1, Workers: 1, Enough: func() bool { n++; return n > 3 }})
	if err != nil || r.Worlds != 3 {
		t.Errorf("%v: %+v", err, r)
	}
}
