package wire

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"

	"github.com/google/go-cmp/cmp"
)

// sentAt is a whole second: dates in headers tell no less.
var sentAt = time.Date(2026, 11, 30, 10, 20, 30, 0, time.UTC)

// eachDialect runs a law over every registered dialect.
func eachDialect(t *testing.T, law func(t *testing.T, d Dialect)) {
	t.Helper()
	for _, e := range Dialects.Entries() {
		t.Run(e.Kind, func(t *testing.T) { law(t, e.New()) })
	}
}

// contents are answers that a careless writer or reader spoils.
var contents = []string{
	`{"answer": 42}`, "", " ", "\n", "plain words", "two\nlines\r\n\tand a tab", "```json\n{\"a\": [1, 2]}\n```",
	"naïve café, 漢字, 🌊🌊, \u2028 and \u2029", `back\slash "quotes" <b>&amp;</b>`, "data: [DONE]\n\nevent: error\n", `{"error": {"code": 429}}`,
	strings.Repeat("a long answer of many words, ", 200), "\x01\x1f\x7f", `[DONE]`, "\ufeffbom",
}

// replyOf is a reply with all that a dialect may look at.
func replyOf(o chain.Outcome) Reply {
	return Reply{Outcome: o, Content: []byte(contents[0]), Model: "some-model", Usage: Usage{7, 11}, WithUsage: true, At: sentAt, Number: 9}
}

// manners lists the manners in which an outcome can be told: a page of a proxy
// or an empty body tell no more than a status does.
func manners(o chain.Outcome) (out []Manner) {
	for m := range numManners {
		bare := o.Status >= 300 && o.Class == chain.ClassOfStatus(int(o.Status)) || o.Class == chain.OKInvalid && o.Status == 200
		if bare || m != HTML && m != Blank {
			out = append(out, m)
		}
	}
	return out
}

// told is the outcome that is read back. Silence after the headers has their
// status.
func told(o chain.Outcome, m Manner) chain.Outcome {
	if o.Class == chain.Timeout && o.Status == 0 && m.begun() {
		o.Status = http.StatusOK
	}
	return o
}

// roundTrip renders an outcome in all ways and reads it back.
func roundTrip(t *testing.T, d Dialect, o chain.Outcome) {
	t.Helper()
	for _, m := range manners(o) {
		for _, stream := range []bool{false, true} {
			r := replyOf(o)
			r.Manner, r.Stream = m, stream
			sent := d.Respond(&r)
			checkResponse(t, sent)
			got := d.Read(sent, sentAt)
			if want := told(o, m); got.Outcome != want {
				t.Errorf("%s %d, manner %d, stream %v: read as %+v from %q, want %+v\n%.600s",
					o.Class, o.Status, m, stream, got.Outcome, got.Why, want, sent.Body)
			}
			if !strings.HasPrefix(string(r.Content), string(got.Text)) {
				t.Errorf("%s %d, manner %d, stream %v: text %q is no part of what was said", o.Class, o.Status, m, stream, got.Text)
			}
		}
	}
}

// checkResponse holds what every response keeps.
func checkResponse(t *testing.T, r *Response) {
	t.Helper()
	last := 0
	for _, end := range r.Events {
		if end <= last || end > len(r.Body) || r.Body[end-1] != '\n' {
			t.Fatalf("events end at %v in a body of %d bytes", r.Events, len(r.Body))
		}
		last = end
	}
	if r.Events != nil && r.Break == Whole && last != len(r.Body) {
		t.Errorf("%d bytes lie behind the last event of a whole stream", len(r.Body)-last)
	}
	if none := r.Break == Refused || r.Break == Reset || r.Break == Silent; none != (r.Status == 0) || none && r.Body != nil {
		t.Errorf("break %d with status %d and %d bytes", r.Break, r.Status, len(r.Body))
	}
}

// TestRoundTrip: what a dialect says that it can say is read back.
func TestRoundTrip(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for c := chain.OK; c < chain.NumClasses; c++ {
			for _, status := range d.Statuses(c) {
				roundTrip(t, d, chain.Outcome{Class: c, Status: int16(status)})
			}
		}
	})
}

// TestStatuses: what every provider can say, and what none can.
func TestStatuses(t *testing.T) {
	never := []chain.Class{chain.OKSlow, chain.CallerCancel, chain.CallerDeadline, chain.LocalReject}
	some := map[chain.Class][]int{chain.OK: {200}, chain.OKInvalid: {200}, chain.Timeout: {0, 408}, chain.Connect: {0},
		chain.Truncated: {200}, chain.RateLimit: {429}}
	eachDialect(t, func(t *testing.T, d Dialect) {
		for c := chain.OK; c < chain.NumClasses; c++ {
			got := d.Statuses(c)
			if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Errorf("%s: %v is no sorted set", c, got)
			}
			if slices.Contains(never, c) != (len(got) == 0) {
				t.Errorf("%s: %v", c, got)
			}
			for _, s := range some[c] {
				if !slices.Contains(got, s) {
					t.Errorf("%s: %v lacks %d", c, got, s)
				}
			}
		}
	})
}

// TestBareStatuses: a status that a dialect has no row for says what it says to
// everybody.
func TestBareStatuses(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for status := 300; status <= 599; status++ {
			roundTrip(t, d, chain.Outcome{Class: chain.ClassOfStatus(status), Status: int16(status)})
		}
	})
}

// TestWorldMade: whatever a world makes, each provider can say.
func TestWorldMade(t *testing.T) {
	made := map[chain.Class][]int16{
		chain.RateLimit: {429}, chain.Overload: {529}, chain.Auth: {401, 403}, chain.Quota: {402}, chain.ModelMissing: {404},
		chain.ContextLength: {400, 413}, chain.ContentPolicy: {400}, chain.BadRequest: {400, 409, 422},
		chain.Server: {500, 501, 502, 503, 504, 520, 599}, chain.Timeout: {0, 408}, chain.Truncated: {200}, chain.Connect: {0}, chain.OK: {200},
	}
	eachDialect(t, func(t *testing.T, d Dialect) {
		for c := chain.OK; c < chain.NumClasses; c++ {
			for _, status := range made[c] {
				roundTrip(t, d, chain.Outcome{Class: c, Status: status})
			}
		}
	})
}

// TestHints: a hint is never told too short nor by more than the form's grain
// too long, and what was read once is read again the same.
func TestHints(t *testing.T) {
	hints := []time.Duration{1, time.Millisecond, time.Second, 1500 * time.Millisecond, 5289 * time.Millisecond, time.Minute,
		97*time.Second + 1, 3 * time.Hour, MaxHint - 1, MaxHint, 2 * MaxHint, 1<<63 - 1}
	said := []chain.Outcome{{Class: chain.RateLimit, Status: 429}, {Class: chain.Overload, Status: 529}, {Class: chain.Server, Status: 503}}
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, o := range said {
			for _, h := range hints {
				o.Hint = h
				got := readBack(d, o)
				low, high := min(h, MaxHint), MaxHint
				if h < MaxHint-time.Second {
					high = h + time.Second - 1
				}
				if got.Hint < low || got.Hint > high || got.Class != o.Class || got.Status != o.Status {
					t.Errorf("%s %d, hint %s: read as %+v", o.Class, o.Status, h, got)
				}
				if again := readBack(d, got); again != got {
					t.Errorf("%s %d, hint %s: read as %+v, told again as %+v", o.Class, o.Status, h, got, again)
				}
			}
		}
	})
}

func readBack(d Dialect, o chain.Outcome) chain.Outcome {
	r := replyOf(o)
	return d.Read(d.Respond(&r), sentAt).Outcome
}

// TestContent: what the model says comes back byte for byte, with what else a
// success tells.
func TestContent(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, content := range contents {
			for _, stream := range []bool{false, true} {
				r := replyOf(chain.Outcome{Status: 200})
				r.Content, r.Stream = []byte(content), stream
				got := d.Read(d.Respond(&r), sentAt)
				if string(got.Text) != content || got.Outcome != r.Outcome {
					t.Errorf("stream %v: %q came as %q, %+v from %q", stream, content, got.Text, got.Outcome, got.Why)
				}
				if got.Model != r.Model || got.Usage != r.Usage || got.Finish == "" || got.Why == "" {
					t.Errorf("stream %v: %+v", stream, got)
				}
			}
		}
	})
}

// TestSameBytes: a reply is a value; only its number makes the ids differ.
func TestSameBytes(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, stream := range []bool{false, true} {
			r := replyOf(chain.Outcome{Status: 200})
			r.Stream = stream
			once := d.Respond(&r)
			if diff := cmp.Diff(once, d.Respond(&r)); diff != "" {
				t.Errorf("stream %v: %s", stream, diff)
			}
			if r.Number++; bytes.Equal(once.Body, d.Respond(&r).Body) {
				t.Errorf("stream %v: another number makes the same bytes", stream)
			}
		}
	})
}

// TestCutAnywhere: no part of an answer is one, wherever it breaks off and
// whether or not the connection says so.
func TestCutAnywhere(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, stream := range []bool{false, true} {
			r := replyOf(chain.Outcome{Status: 200})
			r.Stream = stream
			full := d.Respond(&r)
			for n := range full.Body {
				part := *full
				part.Body, part.Break = full.Body[:n], Cut
				got := d.Read(&part, sentAt)
				if want := (chain.Outcome{Class: chain.Truncated, Status: 200}); got.Outcome != want {
					t.Fatalf("stream %v, cut at %d: %+v from %q", stream, n, got.Outcome, got.Why)
				}
				if !strings.HasPrefix(string(r.Content), string(got.Text)) {
					t.Fatalf("stream %v, cut at %d: text %q", stream, n, got.Text)
				}
				part.Break = Whole
				got = d.Read(&part, sentAt)
				if got.Outcome.Class == chain.OK && len(bytes.TrimSpace(full.Body)) > len(bytes.TrimSpace(part.Body)) {
					t.Fatalf("stream %v: the first %d of %d bytes are a success", stream, n, len(full.Body))
				}
			}
		}
	})
}

// TestErrorInStream: what came before an error is kept, and the manner says how
// much that is.
func TestErrorInStream(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, c := range []chain.Class{chain.Server, chain.Overload, chain.RateLimit, chain.Truncated} {
			if !slices.Contains(d.Statuses(c), 200) {
				continue
			}
			length := map[Manner]int{}
			for _, m := range []Manner{Early, Midway, BeforeEnd} {
				r := replyOf(chain.Outcome{Class: c, Status: 200})
				r.Content, r.Stream, r.Manner = []byte(strings.Repeat("word ", 40)), true, m
				length[m] = len(d.Read(d.Respond(&r), sentAt).Text)
			}
			if length[Early] != 0 || length[Midway] == 0 || length[Midway] >= 200 || length[BeforeEnd] != 200 {
				t.Errorf("%s: %v bytes of 200 came before it, by manner", c, length)
			}
		}
	})
}

var plainWhy = regexp.MustCompile(`^[A-Za-z0-9_. ]{1,80}$`)

// TestWhyHoldsNoSecret: a provider that echoes the key in any of its fields
// brings it into no reason.
func TestWhyHoldsNoSecret(t *testing.T) {
	const key = "0123456789abcdef0123456789abcdef"
	bodies := []string{
		`{"error":{"message":"KEY","type":"KEY","code":"KEY","param":"KEY","status":"KEY"}}`, `[{"error":{"status":"KEY","message":"KEY"}}]`,
		`{"object":"error","message":"KEY","type":"KEY","code":"KEY"}`, `{"message":"KEY","type":"KEY","code":"KEY","param":"KEY"}`,
		`{"type":"error","error":{"type":"KEY","message":"KEY"}}`, `{"error":"KEY"}`, `KEY`, `{"KEY":"KEY"}`, `{"detail":[{"loc":["KEY"],"msg":"KEY","type":"KEY"}]}`,
		`{"id":"KEY","choices":[{"message":{"content":"x"},"finish_reason":"KEY"}]}`, `{"choices":[],"error":{"message":"KEY","code":"KEY"}}`,
		`{"object":"response","status":"incomplete","incomplete_details":{"reason":"KEY"}}`, `{"candidates":[{"finishReason":"KEY","content":{"parts":[]}}]}`,
		`{"promptFeedback":{"blockReason":"KEY"}}`, `{"type":"message","content":[],"stop_reason":"KEY"}`,
	}
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, status := range []int{200, 400, 401, 429, 500} {
			for _, body := range bodies {
				body = strings.ReplaceAll(body, "KEY", key)
				for _, r := range []*Response{{Status: status, Body: []byte(body)}, {Status: status, Body: []byte("data: " + body + "\n\n")}} {
					if got := d.Read(r, sentAt); !plainWhy.MatchString(got.Why) || strings.Contains(got.Why, key[:8]) {
						t.Errorf("%d %s: why %q", status, body, got.Why)
					}
				}
			}
		}
	})
}
