package policy

import (
	"encoding"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

func TestFactor(t *testing.T) {
	for text, want := range map[string]Factor{"2": 2000, "1.5": 1500, "0.25": 250, ".5": 500, "1.": 1000, "3.141": 3141, " 2 ": 2000} {
		var f Factor
		if err := f.UnmarshalText([]byte(text)); err != nil || f != want {
			t.Errorf("factor %q = %d, %v, want %d", text, f, err, want)
		}
		out, _ := f.MarshalText()
		var again Factor
		if err := again.UnmarshalText(out); err != nil || again != f {
			t.Errorf("factor %q is written %q and read back %d, %v", text, out, again, err)
		}
	}
	for _, text := range []string{"", ".", "-1", "+1", "1e3", "2x", "1.2345", "1.-5", "1_0", "NaN", "12345678901"} {
		var f Factor
		if err := f.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("factor %q = %d, want an error", text, f)
		}
	}
	for _, c := range []struct {
		f       Factor
		d, want time.Duration
	}{{2000, 3, 6}, {1500, 3, 4}, {999, 1, 0}, {2000, math.MaxInt64, math.MaxInt64}, {2000, math.MaxInt64 / 2, math.MaxInt64 - 1},
		{math.MaxInt64, math.MaxInt64, math.MaxInt64}, {16_000, 1 << 60, math.MaxInt64}, {2000, 0, 0}, {2000, -5, 0}} {
		if got := c.f.times(c.d); got != c.want {
			t.Errorf("Factor(%d).times(%d) = %d, want %d", c.f, c.d, got, c.want)
		}
	}
}

func TestRatio(t *testing.T) {
	for text, want := range map[string]Ratio{"0.2": 200, "20%": 200, "0": 0, "1": 1000, "100%": 1000, "0.5 %": 5, "0.001": 1} {
		var r Ratio
		if err := r.UnmarshalText([]byte(text)); err != nil || r != want {
			t.Errorf("ratio %q = %d, %v, want %d", text, r, err, want)
		}
	}
	for text, hint := range map[string]string{"20": "did you mean 20%", "101%": "between 0 and 1", "-0.1": "zero or more", "0.01%": "too fine", "x": "zero or more"} {
		var r Ratio
		if err := r.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("ratio %q: %v, want an error with %q", text, err, hint)
		}
	}
}

// TestWords reads and writes every word of every type that lists its words.
func TestWords(t *testing.T) {
	for _, v := range []interface {
		encoding.TextUnmarshaler
		encoding.TextMarshaler
		Words() []string
	}{new(Jitter), new(Hint), new(Engine), new(Cover), new(Evidence), new(ClassifyPreset)} {
		for i, w := range v.Words() {
			err := v.UnmarshalText([]byte(w))
			out, err2 := v.MarshalText()
			if err != nil || err2 != nil || string(out) != w || int(reflect.ValueOf(v).Elem().Uint()) != i {
				t.Errorf("%T: %q is read as %v and written %q (%v, %v)", v, w, reflect.ValueOf(v).Elem(), out, err, err2)
			}
		}
		if err := v.UnmarshalText([]byte("no-such-word")); err == nil || !strings.Contains(err.Error(), v.Words()[0]) {
			t.Errorf("%T: an unknown word gives %v, want an error that lists the words", v, err)
		}
	}
	for e, w := range Evidence(0).Words() {
		if got := chain.Evidence(e).String(); got != w {
			t.Errorf("evidence %d is %q here and %q in chain", e, w, got)
		}
	}
	for c, w := range Cover(0).Words() {
		if got := reasonOf(Cover(c)).String(); got != w {
			t.Errorf("cover %d is %q here and %q in chain", c, w, got)
		}
	}
}
