package faults

import (
	"encoding"
	"strings"
	"testing"
	"time"
)

func TestShareText(t *testing.T) {
	for _, row := range []struct {
		text string
		want Share
		err  string
	}{
		{"0.2%", 0.002, ""}, {"0.002", 0.002, ""}, {"100%", 1, ""}, {" 1 ", 1, ""}, {"0", 0, ""},
		{"5", 0, "did you mean 5%?"}, {"101%", 0, "between 0 and 1"}, {"-1%", 0, "between 0 and 1"},
		{"NaN", 0, "no share"}, {"", 0, "no share"}, {"half", 0, "no share"}, {"1e300", 0, "between 0 and 1"},
	} {
		var s Share
		err := s.UnmarshalText([]byte(row.text))
		if row.err == "" && (err != nil || s != row.want) {
			t.Errorf("%q reads as %g, %v, want %g", row.text, s, err, row.want)
		}
		if row.err != "" && (err == nil || !strings.Contains(err.Error(), row.err)) {
			t.Errorf("%q reads as %g, %v, want an error with %q", row.text, s, err, row.err)
		}
	}
}

func TestShareThreshold(t *testing.T) {
	for _, row := range []struct {
		share Share
		want  uint64
	}{{0, 0}, {0.5, 1 << 63}, {0.25, 1 << 62}, {1, 1<<64 - 1}} {
		if got := row.share.threshold(); got != row.want {
			t.Errorf("threshold of %g = %d, want %d", row.share, got, row.want)
		}
	}
}

func TestSpanText(t *testing.T) {
	for _, row := range []struct {
		text string
		want Span
		ok   bool
	}{
		{"20m", Span{20 * time.Minute, 20 * time.Minute}, true},
		{"15m..25m", Span{15 * time.Minute, 25 * time.Minute}, true},
		{"15m .. 25m", Span{15 * time.Minute, 25 * time.Minute}, true},
		{"25m..15m", Span{}, false}, {"-1s", Span{}, false}, {"5", Span{}, false}, {"..", Span{}, false},
	} {
		var s Span
		if err := s.UnmarshalText([]byte(row.text)); (err == nil) != row.ok || row.ok && s != row.want {
			t.Errorf("%q reads as %v, %v", row.text, s, err)
		}
	}
}

func TestSpanDraw(t *testing.T) {
	s := Span{time.Minute, 3 * time.Minute}
	for _, row := range []struct {
		u    uint64
		want time.Duration
	}{{0, time.Minute}, {1 << 63, 2 * time.Minute}, {1<<64 - 1, 3*time.Minute - 1}} {
		if got := s.Draw(row.u); got != row.want {
			t.Errorf("Draw(%d) = %s, want %s", row.u, got, row.want)
		}
	}
}

// texts are all values that files write as text.
func texts() []interface {
	encoding.TextUnmarshaler
	encoding.TextMarshaler
} {
	return []interface {
		encoding.TextUnmarshaler
		encoding.TextMarshaler
	}{new(Share), new(Span), new(Amount), new(Hint), new(LimitHint), new(Counting), new(Structured), new(Severity), new(Silence), new(ErrorBody)}
}

// FuzzUnmarshalText: what is read can be written and read again, and then stands
// for the same.
func FuzzUnmarshalText(f *testing.F) {
	for _, s := range []string{"0.2%", "15m..25m", "600ms", "600", "exact", "none", "2s", "fixed", "json_mode", "drawn", "1e400", "00", "-0.0", "1e-12", "", "\x00", "9e8", "0.1s..0.3s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		again := texts()
		for i, v := range texts() {
			if v.UnmarshalText([]byte(s)) != nil {
				continue
			}
			written, err := v.MarshalText()
			if err != nil {
				t.Fatalf("%T of %q cannot be written: %v", v, s, err)
			}
			if err := again[i].UnmarshalText(written); err != nil {
				t.Fatalf("%T of %q is written as %q and not read again: %v", v, s, written, err)
			}
			if twice, _ := again[i].MarshalText(); string(twice) != string(written) {
				t.Fatalf("%T of %q is written as %q, then as %q", v, s, written, twice)
			}
		}
	})
}
