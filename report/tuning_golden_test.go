package report

import (
	"bytes"
	"testing"

	"wavetank/report/judge"
	"wavetank/report/words"
)

// TestTuningGoldens holds what people and programs read of a search.
func TestTuningGoldens(t *testing.T) {
	for _, tc := range []struct {
		file, format string
		tuning       *judge.Tuning
		view         words.View
	}{
		{"table.txt", "table", syntheticTuning(), words.View{}},
		{"table-wide.txt", "table", syntheticTuning(), words.View{Wide: true}},
		{"table-60.txt", "table", syntheticTuning(), words.View{Width: 60}},
		{"table-color.txt", "table", syntheticTuning(), words.View{Color: true}},
		{"table-one.txt", "table", tuningOne(), words.View{}},
		{"table-two.txt", "table", tuningTwo(), words.View{}},
		{"table-none.txt", "table", tuningInfeasible(), words.View{}},
		{"table-partial.txt", "table", tuningPartial(), words.View{}},
		{"table-regret.txt", "table", tuningRegret(), words.View{Quiet: true}},
		{"table-keep.txt", "table", tuningKeep(), words.View{Quiet: true}},
		{"table-tie.txt", "table", tuningTie(), words.View{Quiet: true}},
		{"table-crowded.txt", "table", crowdedTuning(), words.View{Quiet: true}},
		{"tuning.md", "md", syntheticTuning(), words.View{}},
		{"tuning-wide.md", "md", tuningTwo(), words.View{Wide: true}},
		{"tuning.csv", "csv", syntheticTuning(), words.View{}},
		{"tuning.json", "json", syntheticTuning(), words.View{}},
		{"best.yaml", "strategy", syntheticTuning(), words.View{}},
	} {
		goldenTuning(t, tc.file, tc.format, tc.tuning, tc.view)
	}
}

// goldenTuning writes a tuning twice and compares it with the file.
func goldenTuning(t *testing.T, file, format string, tuning *judge.Tuning, v words.View) {
	t.Helper()
	got := renderTuning(t, format, tuning, v)
	if again := renderTuning(t, format, tuning, v); !bytes.Equal(got, again) {
		t.Errorf("%s: the same tuning gave other bytes", file)
	}
	goldenBytes(t, "tuning/"+file, got)
}

func renderTuning(t *testing.T, format string, tuning *judge.Tuning, v words.View) []byte {
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
