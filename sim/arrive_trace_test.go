package sim

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

const threeRows = "TIMESTAMP,ContextTokens,GeneratedTokens\r\n" +
	"2023-11-16 18:15:46.6805900,374,44\r\n" +
	"2023-11-16 18:15:50.9951690,396,109\r\n" +
	"2023-11-16 18:15:51.0000001,879,55\r\n"

func traceOf(t *testing.T, a *Trace, csv string) *Trace {
	t.Helper()
	a.File = "t.csv"
	if err := a.ReadFile(func(string) ([]byte, error) { return []byte(csv), nil }); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestTrace keeps every one of the recorded digits: 100 ns.
func TestTrace(t *testing.T) {
	for _, row := range []struct {
		why  string
		a    *Trace
		want []chain.Instant
	}{
		{"as recorded", &Trace{Scale: 1}, []chain.Instant{0, 4_314_579_000, 4_319_410_100}},
		{"no scale is one", &Trace{}, []chain.Instant{0, 4_314_579_000, 4_319_410_100}},
		{"half the time", &Trace{Scale: 0.5}, []chain.Instant{0, 2_157_289_500, 2_159_705_050}},
		{"two rows", &Trace{Scale: 1, Limit: 2}, []chain.Instant{0, 4_314_579_000}},
	} {
		got := play(t, traceOf(t, row.a, threeRows), 1, -time.Minute, time.Minute)
		if len(got) != len(row.want) {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
			continue
		}
		for i := range got {
			if got[i] != row.want[i] {
				t.Errorf("%s: arrival %d at %s, want %s", row.why, i, got[i], row.want[i])
			}
		}
	}
}

func TestTraceSizes(t *testing.T) {
	a := traceOf(t, &Trace{}, "\xef\xbb\xbfGeneratedTokens,ContextTokens,TIMESTAMP\n44,374,2023-11-16T18:15:46Z\n100,9,2023-11-16T18:15:47Z\n")
	c, err := a.Clock(0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if in, out := c.(Sizer).Size(0); in != 374 || out != 44 {
		t.Errorf("sizes %d and %d, want 374 and 44", in, out)
	}
	table, err := a.TokensOut().Table()
	if err != nil {
		t.Fatal(err)
	}
	if lo, hi := table.Draw(1<<62), table.Draw(3<<62); lo != 44*time.Second || hi != 100*time.Second {
		t.Errorf("answer sizes at a quarter and three quarters: %s and %s, want 44 and 100 tokens", lo, hi)
	}
}

func TestTraceRefuses(t *testing.T) {
	head := "TIMESTAMP,ContextTokens,GeneratedTokens\n"
	for _, row := range []struct{ csv, want string }{
		{"", "no header"},
		{"TIMESTAMP,ContextTokens\n", "line 1: no column GeneratedTokens"},
		{head + "yesterday,1,2\n", "line 2: TIMESTAMP is no timestamp"},
		{head + "2023-11-16 18:15:46,1,x\n", "line 2: GeneratedTokens is no count"},
		{head + "2023-11-16 18:15:46,-1,2\n", "line 2: ContextTokens is no count"},
		{head + "2023-11-16 18:15:46,1,2\n2023-11-16 18:15:45,1,2\n", "line 3: is earlier"},
		{head + "2023-11-16 18:15:46,1\n", "wrong number of fields"},
	} {
		a := &Trace{File: "t.csv"}
		err := a.ReadFile(func(string) ([]byte, error) { return []byte(row.csv), nil })
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want it to say %q", row.csv, err, row.want)
		}
	}
	gone := errors.New("gone")
	if err := (&Trace{}).ReadFile(func(string) ([]byte, error) { return nil, gone }); !errors.Is(err, gone) {
		t.Errorf("reader's error is lost: %v", err)
	}
}

// TestAzureTrace reads the real thing where it is at hand.
func TestAzureTrace(t *testing.T) {
	dir := os.Getenv("WAVETANK_TRACES")
	if dir == "" {
		t.Skip("WAVETANK_TRACES names no folder with the Azure traces")
	}
	for _, row := range []struct {
		file string
		rows int
	}{{"azure-llm-2023-conv.csv", 19366}, {"azure-llm-2023-code.csv", 8819}} {
		a := &Trace{File: row.file}
		err := a.ReadFile(func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, name)) })
		if err != nil {
			t.Fatal(err)
		}
		if got := len(play(t, a, 1, 0, 2*time.Hour)); got != row.rows {
			t.Errorf("%s: %d arrivals, want %d", row.file, got, row.rows)
		}
	}
}
