package fakehttp

import (
	"math"
	"net/http"
	"testing"

	"pgregory.net/rapid"

	"wavetank/chain"
	"wavetank/faults"
)

// TestLabelRoundTrip: what is written is read again.
func TestLabelRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := faults.Ask{
			Request:   rapid.Int64Min(0).Draw(t, "request"),
			Ordinal:   rapid.IntRange(0, math.MaxUint8).Draw(t, "ordinal"),
			Kind:      chain.RequestKind(rapid.IntRange(0, int(chain.NumKinds)-1).Draw(t, "kind")),
			TokensIn:  rapid.Int32Min(0).Draw(t, "in"),
			TokensOut: rapid.Int32Min(0).Draw(t, "out"),
		}
		h := http.Header{}
		Label(h, &want)
		if got, ok, err := readLabel(h); got != want || !ok || err != nil {
			t.Fatalf("%+v is written as %q and read as %+v, %t, %v", want, h.Get(Header), got, ok, err)
		}
	})
}

func TestLabel(t *testing.T) {
	for _, row := range []struct {
		text string
		want faults.Ask
		bad  bool
	}{
		{text: "17 0", want: faults.Ask{Request: 17}},
		{text: "17 3 overlong 600 200", want: faults.Ask{Request: 17, Ordinal: 3, Kind: chain.Overlong, TokensIn: 600, TokensOut: 200}},
		{text: "  17\t255 chat 0 0 ", want: faults.Ask{Request: 17, Ordinal: 255}},
		{text: "9223372036854775807 0", want: faults.Ask{Request: math.MaxInt64}},
		{text: " ", bad: true},
		{text: "17", bad: true},
		{text: "17 0 chat", bad: true},
		{text: "17 0 chat 600 200 1", bad: true},
		{text: "-1 0", bad: true},
		{text: "17 -1", bad: true},
		{text: "17 256", bad: true},
		{text: "first 0", bad: true},
		{text: "1.5 0", bad: true},
		{text: "9223372036854775808 0", bad: true},
		{text: "17 0 chatter 600 200", bad: true},
		{text: "17 0 chat -1 200", bad: true},
		{text: "17 0 chat 600 2147483648", bad: true},
	} {
		got, ok, err := readLabel(http.Header{Header: {row.text}})
		if !ok || (err != nil) != row.bad || !row.bad && got != row.want {
			t.Errorf("%q reads as %+v, %t, %v", row.text, got, ok, err)
		}
	}
	if _, ok, err := readLabel(http.Header{}); ok || err != nil {
		t.Errorf("no label reads as one: %t, %v", ok, err)
	}
}

// FuzzReadLabel: no text panics, and what is taken for a label is one that Label
// writes.
func FuzzReadLabel(f *testing.F) {
	for _, s := range []string{"17 0", "17 0 chat 600 200", "0 255 malformed 1 2", "-1 0", "+1 0", "01 0", "17 0 chat", "\x00", "17  0\n", "99999999999999999999 0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, ok, err := readLabel(http.Header{Header: {s}})
		if err != nil || !ok {
			return
		}
		if a.Request < 0 || a.Ordinal < 0 || a.Ordinal > math.MaxUint8 || a.Kind >= chain.NumKinds || a.TokensIn < 0 || a.TokensOut < 0 {
			t.Fatalf("%q reads as %+v", s, a)
		}
		h := http.Header{}
		Label(h, &a)
		if again, ok, err := readLabel(h); again != a || !ok || err != nil {
			t.Fatalf("%q reads as %+v, then as %+v, %t, %v", s, a, again, ok, err)
		}
	})
}

// TestUnlabelled: who brings no label is named by Identify, or numbered in order
// of coming, and sized by what is asked.
func TestUnlabelled(t *testing.T) {
	named := faults.Ask{Request: 40, Ordinal: 2, TokensIn: 9, TokensOut: 8}
	for _, row := range []struct {
		name     string
		identify func(*http.Request, int) (faults.Ask, error)
		want     []faults.Ask
	}{
		{"nobody names them", nil, []faults.Ask{{Request: 0, TokensIn: 7, TokensOut: 64}, {Request: 1, TokensIn: 7, TokensOut: 64}}},
		{"named", func(*http.Request, int) (faults.Ask, error) { return named, nil }, []faults.Ask{named, named}},
		{"named as the first", func(*http.Request, int) (faults.Ask, error) { return faults.Ask{Ordinal: 1}, nil },
			[]faults.Ask{{Ordinal: 1, TokensIn: 7, TokensOut: 64}, {Ordinal: 1, TokensIn: 7, TokensOut: 64}}},
		{"named as nobody", func(*http.Request, int) (faults.Ask, error) {
			return faults.Ask{Request: -1, Kind: chain.Malformed}, nil
		},
			[]faults.Ask{{Request: 0, Kind: chain.Malformed, TokensIn: 7, TokensOut: 64}, {Request: 1, Kind: chain.Malformed, TokensIn: 7, TokensOut: 64}}},
	} {
		seen, clock := &log{}, newHand()
		clock.turn(1)
		f := newFake(t, world(t, faults.Provider{Latency: millis(0)}, nil), Options{Clock: always{clock}, Observer: seen, Identify: row.identify})
		rt := f.Transport()
		for i, want := range row.want {
			e := f.Endpoint(0)
			r, err := f.Dialect(0).Build(t.Context(), &e, question(false))
			if err != nil {
				t.Fatal(err)
			}
			response, err := rt.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if got := seen.arrived[i].Ask; got != want {
				t.Errorf("%s: request %d is %+v, want %+v", row.name, i, got, want)
			}
		}
	}
}
