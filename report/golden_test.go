package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wavetank/report/judge"
	"wavetank/report/words"
)

var update = flag.Bool("update", false, "write the goldens anew")

// TestGoldens holds what people and programs read, in each format and view.
func TestGoldens(t *testing.T) {
	for _, tc := range []struct {
		file, format string
		report       words.Report
	}{
		{"table-100.txt", "table", words.Report{Results: []*judge.Result{synthetic(20)}}},
		{"table-80.txt", "table", words.Report{Results: []*judge.Result{synthetic(20)}, View: words.View{Width: 80}}},
		{"table-wide.txt", "table", words.Report{Results: []*judge.Result{synthetic(20)}, View: words.View{Wide: true}}},
		{"table-color.txt", "table", words.Report{Results: []*judge.Result{synthetic(20)}, View: words.View{Color: true}}},
		{"table-one-run.txt", "table", words.Report{Results: []*judge.Result{synthetic(1)}}},
		{"table-rules.txt", "table", words.Report{Results: []*judge.Result{ruled(synthetic(20))}}},
		{"table-no-fault.txt", "table", *reports()["no fault"]},
		{"table-no-slo.txt", "table", *reports()["no slo"]},
		{"table-three-ill.txt", "table", *reports()["three ill"]},
		{"result.md", "md", words.Report{Results: []*judge.Result{ruled(synthetic(20))}}},
		{"result.csv", "csv", words.Report{Results: []*judge.Result{synthetic(2)}}},
		{"table-several.txt", "table", words.Report{Results: []*judge.Result{ruled(synthetic(3)), troubled()}, View: words.View{Quiet: true}}},
		{"table-notes.txt", "table", words.Report{Results: []*judge.Result{troubled()}}},
		{"result.json", "json", words.Report{Results: []*judge.Result{ruled(synthetic(2))}}},
	} {
		golden(t, tc.file, tc.format, &tc.report)
	}
}

// troubled is an interrupted run of a scenario whose fault met nobody.
func troubled() *judge.Result {
	r := synthetic(3)
	r.Partial, r.Asked = true, 20
	r.Warnings = []judge.Warning{{File: "library:hang-primary", Line: 12, Text: "the cooldown of five-provider is longer than the outage"}}
	for i := range r.Strategies {
		for k := range r.Strategies[i].Runs {
			r.Strategies[i].Runs[k].Fired = []int64{0}
		}
	}
	return r
}

// golden writes a report twice and compares it with the file.
func golden(t *testing.T, file, format string, r *words.Report) {
	t.Helper()
	got := render(t, format, r)
	if again := render(t, format, r); !bytes.Equal(got, again) {
		t.Errorf("%s: the same report gave other bytes", file)
	}
	goldenBytes(t, file, got)
}

// goldenBytes compares bytes with a file of testdata/golden, or writes it anew.
func goldenBytes(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", file)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", file, diff)
	}
}

func render(t *testing.T, format string, r *words.Report) []byte {
	t.Helper()
	e, err := Formats.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := e.Write(&b, r); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.Bytes()
}
