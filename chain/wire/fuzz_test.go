package wire

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

// FuzzRead: foreign bytes never panic, never give a hint out of bounds, and are
// a success only where they have the shape of one.
func FuzzRead(f *testing.F) {
	all := Dialects.Entries()
	for i, e := range all {
		for _, r := range seeds(e.New()) {
			f.Add(byte(i), r.Status, r.Header.Get("Content-Type"), r.Header.Get("Retry-After"), r.Body, byte(r.Break))
		}
		for _, body := range heard[e.Kind] {
			f.Add(byte(i), 200, "", "", []byte(body), byte(Whole))
			f.Add(byte(i), 429, "", "", []byte(body), byte(Whole))
		}
	}
	f.Add(byte(0), 429, "", "1e400", []byte(`{"error":{"message":"try again in 9999999999999999999d","code":429}}`), byte(0))
	f.Fuzz(func(t *testing.T, which byte, status int, kind, after string, body []byte, broken byte) {
		e := all[int(which)%len(all)]
		r := &Response{Status: status, Body: body, Break: Break(broken % byte(Stalled+1)), Header: http.Header{
			"Content-Type": {kind}, "Retry-After": {after}, "X-Ratelimit-Remaining-Tokens": {"0"}, "X-Ratelimit-Reset-Tokens": {after}}}
		got := e.New().Read(r, sentAt)
		if got.Outcome.Hint < 0 || got.Outcome.Hint > MaxHint {
			t.Errorf("hint %s", got.Outcome.Hint)
		}
		if got.Outcome.Source != chain.Upstream || got.Outcome.Fit != chain.FitUnknown || got.Outcome.Class >= chain.NumClasses {
			t.Errorf("outcome %+v", got.Outcome)
		}
		if !plainWhy.MatchString(got.Why) {
			t.Errorf("why %q", got.Why)
		}
		if got.Outcome.Class == chain.OK && (r.Status/100 != 2 || r.Break != Whole || !looksWhole(e.Kind, body)) {
			t.Errorf("%s: status %d, break %d: a success of %q", e.Kind, r.Status, r.Break, body)
		}
	})
}

// seeds are answers of every class.
func seeds(d Dialect) (out []*Response) {
	for c := range chain.NumClasses {
		for _, status := range d.Statuses(c) {
			for _, stream := range []bool{false, true} {
				r := replyOf(chain.Outcome{Class: c, Status: int16(status), Hint: 5289 * time.Millisecond})
				r.Stream = stream
				out = append(out, d.Respond(&r))
			}
		}
	}
	return out
}

// heard are bodies that a dialect reads and does not write.
var heard = map[string][]string{
	"anthropic": {anthropicSaid(`{"type":"rate_limit_error","message":"x","details":{"error_code":"contract_spend_limit_reached"}}`),
		strings.ReplaceAll(anthropicBegin+anthropicDelta("a")+anthropicEnd("end_turn"), "\n", "\r\n")},
	"gemini": {"[" + geminiChunk("a", "") + ",\n" + geminiChunk("b", "STOP") + "]", `[{"promptFeedback":{"blockReason":"OTHER"}}]`,
		googleSaid("429", "RESOURCE_EXHAUSTED", "x", googleViolation(googleDay)+","+googleViolation(googleMinute)+","+googleDelay("45.5s"))},
}

// looksWhole is a second opinion about successes: a body of JSON that has what a
// dialect's answer has, or a stream of such events.
func looksWhole(kind string, body []byte) bool {
	is := chatLooks
	if other, ok := looks[kind]; ok {
		is = other
	}
	if o := anyObject(body); o != nil {
		return is(o)
	}
	var elements []json.RawMessage // of an array, as gemini streams without alt=sse
	if json.Unmarshal(body, &elements) == nil {
		return slices.ContainsFunc(elements, func(e json.RawMessage) bool { return is(anyObject(e)) })
	}
	answers := 0
	for e := range events(body) {
		o := anyObject(e.data)
		if o != nil && is(o) {
			answers++
		}
		if o == nil && answers == 0 {
			return false
		}
	}
	return answers > 0
}

// looks are the dialects outside the family of chat completions.
var looks = map[string]func(map[string]any) bool{
	"openai-responses": func(o map[string]any) bool {
		if inner, ok := o["response"].(map[string]any); ok {
			o = inner
		}
		return o["object"] == "response" && (o["status"] == "completed" || o["status"] == "incomplete")
	},
	"anthropic": func(o map[string]any) bool { return o["type"] == "message" || o["type"] == "message_stop" },
	"gemini":    func(o map[string]any) bool { return isObject(o["candidates"]) },
}

func chatLooks(o map[string]any) bool { return isObject(o["choices"]) }

// isObject tells a list that begins with an object.
func isObject(v any) bool {
	all, _ := v.([]any)
	if len(all) == 0 {
		return false
	}
	_, ok := all[0].(map[string]any)
	return ok
}

func anyObject(data []byte) map[string]any {
	var o map[string]any
	if json.Unmarshal(data, &o) != nil {
		return nil
	}
	lower := make(map[string]any, len(o)) // encoding/json does not look at case
	for k, v := range o {
		lower[strings.ToLower(k)] = v
	}
	return lower
}

// FuzzEvents: the reader agrees with a dumb one, and what the writer writes is
// read back.
func FuzzEvents(f *testing.F) {
	for _, s := range []string{"", "data: a\n\n", ": c\n\nevent: e\ndata:b\ndata: c\r\n\r\ndata: torn", "data\n\n", "event: x\n\n", "\ufeffdata:  two\r\rid: 1\n\n", "data: x\n", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", "data: a\rdata: b\r\r"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		want := dumbEvents(string(body))
		n := 0
		for e := range events(body) {
			if n >= len(want) || want[n] != (dumbEvent{e.name, string(e.data), e.torn}) {
				t.Fatalf("event %d is %q %q torn %v, want %+v", n, e.name, e.data, e.torn, want)
			}
			n++
		}
		if n != len(want) {
			t.Fatalf("%d events, want %+v", n, want)
		}
		line := bytes.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return ' '
			}
			return r
		}, body)
		var s stream
		s.event("name", line)
		for e := range events(s.body) {
			if e.name != "name" || !bytes.Equal(e.data, line) || e.torn {
				t.Fatalf("%q is read back as %q", line, e.data)
			}
		}
	})
}

type dumbEvent struct {
	name, data string
	torn       bool
}

// dumbEvents splits all at once.
func dumbEvents(body string) (out []dumbEvent) {
	body = strings.TrimPrefix(body, "\ufeff")
	body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\r", "\n")
	blocks := [][]string{nil}
	lines := strings.Split(body, "\n")
	if lines[len(lines)-1] == "" { // not a line, but the end of one
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		if line == "" {
			blocks = append(blocks, nil)
			continue
		}
		blocks[len(blocks)-1] = append(blocks[len(blocks)-1], line)
	}
	for i, block := range blocks {
		var data []string
		e := dumbEvent{torn: i == len(blocks)-1}
		for _, line := range block {
			field, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			switch field {
			case "data":
				data = append(data, value)
			case "event":
				e.name = value
			}
		}
		if e.data = strings.Join(data, "\n"); data != nil {
			out = append(out, e)
		}
	}
	return out
}

// FuzzHint: whatever stands in a header or a message, the hint is finite.
func FuzzHint(f *testing.F) {
	for _, s := range []string{"", "0", "-1", "2", "0.5", "1e9", "Inf", "NaN", "99999999999999999999", "6m0s", "2m59.56s", "1d", "31s", "0x1p9",
		"2026-11-30T10:21:00Z", "Mon, 30 Nov 2026 10:21:00 GMT", "9999-12-31T23:59:59Z", "Please try again in 5.289s.", "retry after 22 seconds", "try again in 1 day"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for form := range numForms {
			checkHint(t, form.read(s, sentAt), s)
			checkHint(t, form.read(s, time.Time{}), s)
		}
		checkHint(t, headerHint(http.Header{"Retry-After": {s}}, sentAt), s)
		checkHint(t, headerHint(http.Header{"Retry-After-Ms": {s}}, sentAt), s)
		checkHint(t, messageHint(s), s)
		checkHint(t, messageHint("Please try again in "+s), s)
	})
}

func checkHint(t *testing.T, d time.Duration, s string) {
	t.Helper()
	if d < 0 || d > MaxHint {
		t.Errorf("%q gives %s", s, d)
	}
}
