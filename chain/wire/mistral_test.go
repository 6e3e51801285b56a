package wire

import (
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

func TestMistralRead(t *testing.T) {
	checkSeen(t, &mistral, []seen{
		{says: "a limit", status: 429, class: chain.RateLimit, why: "error.code 1300",
			body: `{"object":"error","message":"Rate limit exceeded","type":"rate_limited","param":null,"code":"1300","raw_status_code":429}`},
		{says: "a limit of the gateway", status: 429, class: chain.RateLimit, body: `{"message":"Requests rate limit exceeded"}`},
		{says: "a limit of another type", status: 429, class: chain.RateLimit, body: `{"object":"error","message":"m","type":"rate_limit_error","param":null,"code":null}`},
		{says: "capacity", status: 429, class: chain.Overload, why: "error.code 3505",
			body: `{"object":"error","message":"Service tier capacity exceeded for this model.","type":"service_tier_capacity_exceeded","param":null,"code":"3505"}`},
		{says: "capacity without a code", status: 429, class: chain.Overload, why: "error.message",
			body: `{"object":"error","message":"Service tier capacity exceeded for this model.","type":"invalid_request_error","param":null,"code":null}`},
		{says: "capacity by its type", status: 429, class: chain.Overload, body: `{"object":"error","message":"m","type":"service_tier_capacity_exceeded","param":null,"code":null}`},
		{says: "a reset", status: 429, class: chain.RateLimit, hint: 42 * time.Second, header: "ratelimitbysize-remaining: 0\nratelimitbysize-reset: 42"},
		{says: "a month's rest without a reset", status: 429, class: chain.RateLimit, header: "x-ratelimitbysize-remaining-month: 0"},
		{says: "a wait", status: 429, class: chain.RateLimit, hint: 3 * time.Second, header: "retry-after: 3"},
		{says: "a prompt too long", status: 400, class: chain.ContextLength,
			body: `{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_error","param":null,"code":null}`},
		{says: "no such model", status: 400, class: chain.ModelMissing, body: `{"object":"error","message":"Invalid model: x","type":"invalid_model","param":null,"code":"1500"}`},
		{says: "an unknown model", status: 404, class: chain.ModelMissing, body: `{"object":"error","message":"m","type":"invalid_request_error","param":null,"code":"unknown_model"}`},
		{says: "a missing field", status: 422, class: chain.BadRequest, body: `{"detail":[{"loc":["body","messages"],"msg":"Field required","type":"missing"}]}`},
		{says: "a field too many", status: 422, class: chain.BadRequest,
			body: `{"detail":[{"type":"extra_forbidden","loc":["body","store"],"msg":"Extra inputs are not permitted","input":false}]}`},
		{says: "no key", status: 401, class: chain.Auth, body: `{"detail":"Unauthorized"}`},
		{says: "no key, at the gateway", status: 401, class: chain.Auth, body: `{"message":"Unauthorized","request_id":"933f"}`},
		{says: "a fault", status: 500, class: chain.Server, body: `{"object":"error","message":"m","type":"server_error","param":null,"code":"1000"}`},
		{says: "an error inside a status 200", class: chain.Server, body: `{"object":"error","message":"m","type":"server_error","param":null,"code":null}`},
		{says: "an answer that failed", class: chain.Server, text: "hi",
			body: `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"error"}]}`},
		{says: "a stream that failed", body: chunks(saying("hi"), ending("error"), "[DONE]"), text: "hi", class: chain.Server},
		{says: "the window is full", body: chunks(saying("hi"), ending("model_length"), "[DONE]"), text: "hi"},
		{says: "no mark of the end", body: chunks(saying("hi"), ending("stop")), text: "hi", class: chain.Truncated},
	})
	got := mistral.Read(&Response{Status: 200, Body: []byte(chunks(saying("hi"), ending("model_length"), "[DONE]"))}, sentAt)
	if got.Finish != "model_length" {
		t.Errorf("finished by %q, want model_length", got.Finish)
	}
}

// TestMistralStrict: its client's schema demands object, message and type, and
// the others as strings or null. What FastAPI and the gateway refuse is shaped
// by neither.
func TestMistralStrict(t *testing.T) {
	flat := members{"object": only("error"), "message": aString, "type": aString, "param": textOrNull, "code": textOrNull}
	details := map[int16]members{401: {"detail": aString}, 422: {"detail": isDetails}}
	eachError(t, &mistral, func(t *testing.T, o chain.Outcome, body map[string]any) {
		m, ok := details[o.Status]
		if !ok {
			m = flat
		}
		if path := m.lacks(body); path != "" {
			t.Errorf("%s %d: %s is missing in %v", o.Class, o.Status, path, body)
		}
	})
	checkAnswers(t, &mistral, nil)
}

func isDetails(v any) bool {
	all, _ := v.([]any)
	for _, d := range all {
		d, _ := d.(map[string]any)
		if loc, _ := d["loc"].([]any); len(loc) == 0 || !aString(d["msg"]) || !aString(d["type"]) {
			return false
		}
	}
	return len(all) > 0
}

// TestMistralAsks: a parameter that it does not know is answered with 422, so
// usage is not asked for.
func TestMistralAsks(t *testing.T) {
	q := questions()[1]
	_, body := build(t, &mistral, &Endpoint{Model: "m"}, &q)
	if !strings.Contains(string(body), `"stream":true`) || strings.Contains(string(body), "stream_options") || strings.Contains(string(body), "max_completion_tokens") {
		t.Errorf("asks %s", body)
	}
}

// TestMistralFails: a failure once the answer has begun is a reason of finishing
// and no error object.
func TestMistralFails(t *testing.T) {
	for _, stream := range []bool{false, true} {
		r := replyOf(chain.Outcome{Class: chain.Server, Status: 200})
		r.Stream = stream
		sent := string(mistral.Respond(&r).Body)
		if !strings.Contains(sent, `"finish_reason":"error"`) || strings.Contains(sent, `"object":"error"`) {
			t.Errorf("stream %v: %s", stream, sent)
		}
	}
}

// TestTerse: members that only OpenAI and its copies write are not invented.
func TestTerse(t *testing.T) {
	for _, d := range []Dialect{&mistral, &groq, &cerebras} {
		for _, stream := range []bool{false, true} {
			r := replyOf(chain.Outcome{Status: 200})
			r.Stream = stream
			if sent := string(d.Respond(&r).Body); strings.Contains(sent, "refusal") || strings.Contains(sent, "logprobs") {
				t.Errorf("%s: %s", d.Base(), sent)
			}
		}
	}
}
