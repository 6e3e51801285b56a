package wire

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

// members names what a strict client's schema demands, dots leading inwards, and
// what each may be. A member that may be null must be there all the same.
type members map[string]func(v any) bool

func aString(v any) bool           { _, ok := v.(string); return ok }
func aNumber(v any) bool           { _, ok := v.(float64); return ok }
func textOrNull(v any) bool        { return v == nil || aString(v) }
func only(want any) func(any) bool { return func(v any) bool { return v == want } }

// lacks names a member that is not there or not as demanded, "" if none.
func (m members) lacks(body map[string]any) string {
	for path, fits := range m {
		var v any = body
		for _, key := range strings.Split(path, ".") {
			o, _ := v.(map[string]any)
			var there bool
			if v, there = o[key]; !there {
				return path
			}
		}
		if !fits(v) {
			return path
		}
	}
	return ""
}

// eachError renders every error that a dialect says under an error status, and
// all bare statuses.
func eachError(t *testing.T, d Dialect, check func(t *testing.T, o chain.Outcome, body map[string]any)) {
	t.Helper()
	render := func(o chain.Outcome) {
		r := replyOf(o)
		sent := d.Respond(&r)
		var body map[string]any
		if err := json.Unmarshal(sent.Body, &body); err != nil {
			t.Fatalf("%s %d: %v\n%s", o.Class, o.Status, err, sent.Body)
		}
		check(t, o, body)
	}
	for c := chain.OK; c < chain.NumClasses; c++ {
		for _, status := range d.Statuses(c) {
			if status >= 300 {
				render(chain.Outcome{Class: c, Status: int16(status)})
				render(chain.Outcome{Class: c, Status: int16(status), Hint: 90 * time.Second})
			}
		}
	}
	for status := 300; status <= 599; status++ {
		render(chain.Outcome{Class: chain.ClassOfStatus(status), Status: int16(status)})
	}
}

// anAnswer and aChunk are what clients of chat completions read.
var (
	anAnswer = members{"id": aString, "object": only("chat.completion"), "created": aNumber, "model": aString, "choices": choicesOf("message"),
		"usage.prompt_tokens": aNumber, "usage.completion_tokens": aNumber, "usage.total_tokens": aNumber}
	aChunk = members{"id": aString, "object": only("chat.completion.chunk"), "created": aNumber, "model": aString, "choices": choicesOf("delta")}
)

func choicesOf(kind string) func(any) bool {
	return func(v any) bool {
		choices, ok := v.([]any)
		return ok && !slices.ContainsFunc(choices, func(v any) bool {
			c, _ := v.(map[string]any)
			_, said := c[kind].(map[string]any)
			_, told := c["finish_reason"]
			return !said || !told || !aNumber(c["index"])
		})
	}
}

// checkAnswers holds what a strict client reads of a success: more is what the
// dialect adds to a plain body.
func checkAnswers(t *testing.T, d Dialect, more members) {
	t.Helper()
	r := replyOf(chain.Outcome{Status: 200})
	checkAnswer(t, d.Respond(&r).Body, anAnswer, more)
	r.Stream = true
	n := 0
	for e := range events(d.Respond(&r).Body) {
		if string(e.data) != "[DONE]" {
			checkAnswer(t, e.data, aChunk)
			n++
		}
	}
	if n < 3 {
		t.Errorf("%d chunks make no stream", n)
	}
}

func checkAnswer(t *testing.T, data []byte, all ...members) {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(data, &body); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	for _, m := range all {
		if path := m.lacks(body); path != "" {
			t.Errorf("%s is missing in %s", path, data)
		}
	}
}
