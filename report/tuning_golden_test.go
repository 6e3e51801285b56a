package report

import (
	"bytes"
	"testing"
)

// TestTuningGoldens holds what people and programs read of a search.
func TestTuningGoldens(t *testing.T) {
	for _, tc := range []struct {
		file, format string
		tuning       *Tuning
		view         View
	}{
		{"table.txt", "table", syntheticTuning(), View{}},
		{"table-wide.txt", "table", syntheticTuning(), View{Wide: true}},
		{"table-60.txt", "table", syntheticTuning(), View{Width: 60}},
		{"table-color.txt", "table", syntheticTuning(), View{Color: true}},
		{"table-one.txt", "table", tuningOne(), View{}},
		{"table-two.txt", "table", tuningTwo(), View{}},
		{"table-none.txt", "table", tuningInfeasible(), View{}},
		{"table-partial.txt", "table", tuningPartial(), View{}},
		{"table-regret.txt", "table", tuningRegret(), View{Quiet: true}},
		{"table-keep.txt", "table", tuningKeep(), View{Quiet: true}},
		{"table-tie.txt", "table", tuningTie(), View{Quiet: true}},
		{"table-crowded.txt", "table", crowdedTuning(), View{Quiet: true}},
		{"tuning.md", "md", syntheticTuning(), View{}},
		{"tuning-wide.md", "md", tuningTwo(), View{Wide: true}},
		{"tuning.csv", "csv", syntheticTuning(), View{}},
		{"tuning.json", "json", syntheticTuning(), View{}},
		{"best.yaml", "strategy", syntheticTuning(), View{}},
	} {
		goldenTuning(t, tc.file, tc.format, tc.tuning, tc.view)
	}
}

// goldenTuning writes a tuning twice and compares it with the file.
func goldenTuning(t *testing.T, file, format string, tuning *Tuning, v View) {
	t.Helper()
	got := renderTuning(t, format, tuning, v)
	if again := renderTuning(t, format, tuning, v); !bytes.Equal(got, again) {
		t.Errorf("%s: the same tuning gave other bytes", file)
	}
	goldenBytes(t, "tuning/"+file, got)
}

func renderTuning(t *testing.T, format string, tuning *Tuning, v View) []byte {
	t.Helper()
	e, err := TuningFormats.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := e.Write(&b, tuning, v); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.Bytes()
}
