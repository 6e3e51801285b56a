package printable

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMask holds what is taken for a key, and what is a name.
func TestMask(t *testing.T) {
	for _, secret := range []string{"sk-" + "pl4ntedKEY01", "sk-proj-aB3dE6gH9jK2mN5pQ8", "AIzaSyA1b2C3d4E5f6G7h8I9j0KlMnOpQr", "xai-a1B2c3D4e5F6g7H8i9J0", "gsk_a1B2c3D4e5F6g7H8i9J0k1",
		"hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567", "pplx-0a1b2c3d4e5f6a7b8c9d", "AKIAIOSFODNN7EXAMPLE", "eyJhbGciOiJIUzI1NiJ9.e30.abc", "d41d8cd98f00b204e9800998ecf8427e",
		"3f2504e0-4f89-11d3-9a0c-0305e82c3301", "kJ8+aB3/dE6gH9jK2mN5/pQ8sT1vW4xY7zA0cD3f", "Bearer abc", "https://u:hunter2@host.example"} {
		if got := Mask("a " + secret + " b"); strings.Contains(got, secret) || !strings.Contains(got, Hidden) || !strings.HasPrefix(got, "a ") || !strings.HasSuffix(got, " b") {
			t.Errorf("%s is shown as %q", secret, got)
		}
	}
	for _, name := range []string{"hang-primary", "hf-inference-endpoint", "fw-llama-v3p1-70b", "xai-grok-4-fast", "claude-3-5-sonnet-20241022", "gpt-4o-mini-2024-07-18",
		"accounts/fireworks/models/llama-v3p1-405b-instruct", "/tmp/TestActionOfARepository1234567890/001/mine.yaml", "/srv/runner/work/some-repository/some-repository/chaos/mine.yaml",
		"enforcingConsecutiveLocalOriginFailure", "attempts_per_request.during", "wavetank/scenarios/internal/fixture", "2026-12-01T13:39:42Z", "1_000_000_000_000_000", "os.environ/OPENAI_API_KEY", "============================"} {
		if got := Mask(name); got != name {
			t.Errorf("%s is shown as %q", name, got)
		}
	}
}

// TestDrawnKeys holds how many keys that nothing but their luck gives away are shown.
func TestDrawnKeys(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	const draws = 20_000
	for what, make := range map[string]func([]byte) string{
		"hexadecimal": hex.EncodeToString, "base64": base64.StdEncoding.EncodeToString, "base64 for addresses": base64.RawURLEncoding.EncodeToString,
	} {
		missed := 0
		for range draws {
			b := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, luck.Uint64()), luck.Uint64()), luck.Uint64())
			if k := make(b); strings.Contains(Mask(k), k) {
				missed++
			}
		}
		if missed > draws/1000 {
			t.Errorf("%s: %d of %d are shown", what, missed, draws)
		}
	}
}

// TestLines plants a key where only the lines around it say that it is one, in texts of
// which no tree can be had too.
func TestLines(t *testing.T) {
	const planted = "quite plain words"
	for what, text := range map[string]string{
		"beside its name": "api_key: PLANTED\nb: 1", "in quotes": "a:\n  'api_key': \"PLANTED\"\n  b: 1", "in JSON": "{\"a\": 1,\n \"apiKey\": \"PLANTED\", \"c\": 2}", "in braces": "a: {model: x, token: PLANTED, c: 2}",
		"in a block": "password: |\n  PLANTED\n\n  PLANTED\nb: 1", "in a folded block": "- secret: >-\n    PLANTED\n  b: 1", "in a map": "headers:\n  x: PLANTED\nb: 1", "in a list": "api_keys:\n- PLANTED\n- PLANTED\nb: 1",
		"in a list of braces": "api_keys: [a,\nPLANTED,\nPLANTED]\nb: 1", "in quotes that go on": "token: \"a\nPLANTED\nb\"\nb: 1", "never closed": "token: [a\nb: PLANTED\nPLANTED", "behind an anchor": "x: &k PLANTED\na: {api_key: *k}",
		"in a block behind an anchor": "x: &k\n  y: PLANTED\na:\n  api_key: *k", "of a complex key": "? api_key\n: PLANTED\nb: 1", "in a comment": "a: 1 # api_key: PLANTED", "in a tab": "a:\n\tapi_key: PLANTED",
		"indented too far": "a: 1\n   api_key: PLANTED\nb: [", "two on a line": "{a: {token: PLANTED, api_key: PLANTED", "by a name beside it": "- name: OPENAI_API_KEY\n  value: PLANTED", "as a variable": "OPENAI_API_KEY=PLANTED",
		"with a carriage return": "api_key: PLANTED\r\nb: 1\r\n", "a word on": "a:\n  api_key: one\n    PLANTED\n  b: 1", "cut off": "a:\n  api_key: \"PLANTED",
	} {
		text = strings.ReplaceAll(text, "PLANTED", planted)
		got := Lines(text)
		if strings.Contains(got, "plain") || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%s:\n%s\nis shown as\n%s", what, text, got)
		}
		if strings.Contains(text, "\nb: 1") && !strings.Contains(got, "\nb: 1") {
			t.Errorf("%s: nothing is shown behind it:\n%s", what, got)
		}
	}
	for _, text := range []string{"api_key: os.environ/KEY\nb: 1\n", "a: {api_key: ${KEY}}\n", "max_tokens: 5\nhi: there\n", "why: the key to it\n", "", "\n\n"} {
		if got := Lines(text); got != text {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{"plain": "plain", "é → 世 ±": "é → 世 ±", "a\x1b[31mb": "a [31mb", "a\r\nb": "a  b", "a\u202eb": "a b", "a\u200bb": "a b", "a\u009bb": "a b", "a\xffb": "a\uFFFDb",
		"a\u2028b": "a b", "a\u3164b": "a b", "a\U000E0041b": "a b", "a\u00a0b": "a b"} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Text("a\r\nb\rc\n\x1b"); got != "a\nb c\n " {
		t.Errorf("Text gives %q", got)
	}
}

func TestDisarm(t *testing.T) {
	for in, want := range map[string]string{"::error::x": ": :error::x", "  \t::a::": "  \t: :a::", "a ::b::": "a ::b::", "a\n::b": "a\n: :b", "a\r::b": "a\r: :b", "\u00a0::a": "\u00a0: :a",
		"a ##[error]": "a # #[error]", "###[x]": "## #[x]", "faults::Span": "faults::Span", "::::": ": :::"} {
		if got := Disarm(in); got != want {
			t.Errorf("Disarm(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestStream holds that lines are guarded whole, however they are written.
func TestStream(t *testing.T) {
	var b bytes.Buffer
	s := NewStream(&b, true, true)
	for _, c := range "a\n  ::add-mask::e\nsk-abc1234567890DEF\n" {
		fmt.Fprint(s, string(c))
	}
	fmt.Fprint(s, "\n:")
	fmt.Fprint(s.Own(), "::error::ours\n")
	fmt.Fprint(s, ":")
	fmt.Fprint(s, ":debug::x")
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := "a\n  : :add-mask::e\n(hidden)\n\n:::error::ours\n: :debug::x"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	if _, err := fmt.Fprintln(NewStream(failing{}, true, false), "x"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the writer's error is %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestCopy holds that a copy reaches every text, and leaves the original alone.
func TestCopy(t *testing.T) {
	type word string
	type inner struct {
		Text  word
		Count []int
	}
	type outer struct {
		Inner  *inner
		None   *inner
		List   [][]inner
		Map    map[string]inner
		Array  [2]string
		Do     func() string
		hidden string
	}
	in := outer{Inner: &inner{"a", []int{1}}, List: [][]inner{{{Text: "b"}}}, Map: map[string]inner{"k": {Text: "c"}}, Array: [2]string{"d", "e"}, Do: func() string { return "f" }, hidden: "g"}
	out := Copy(in, strings.ToUpper)
	if got := fmt.Sprint(*out.Inner, out.None, out.List, out.Map, out.Array, out.Do(), out.hidden); got != "{A [1]} <nil> [[{B []}]] map[K:{C []}] [D E]fg" {
		t.Error(got)
	}
	if in.Inner.Text != "a" || in.List[0][0].Text != "b" || in.Map["k"].Text != "c" || &in.Inner.Count[0] != &out.Inner.Count[0] {
		t.Error("the original changed, or what holds no text was copied")
	}
}
