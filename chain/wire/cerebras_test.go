package wire

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"wavetank/chain"
)

const cerebrasRequests = `{"message":"Requests per minute limit exceeded - too many requests sent.","type":"too_many_requests_error","param":"quota","code":"request_quota_exceeded"}`

func TestCerebrasRead(t *testing.T) {
	tail := `{"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5},"time_info":{"queue_time":0.001}}`
	checkSeen(t, &cerebras, []seen{
		{says: "a limit of requests", status: 429, body: cerebrasRequests, class: chain.RateLimit, why: "error.code request_quota_exceeded"},
		{says: "a limit of tokens", status: 429, class: chain.RateLimit,
			body: `{"message":"Tokens per minute limit exceeded - too many tokens processed.","type":"too_many_tokens_error","param":"quota","code":"token_quota_exceeded"}`},
		{says: "a full queue", status: 429, class: chain.Overload,
			body: `{"message":"We're experiencing high traffic right now! Please try again soon.","type":"too_many_requests_error","param":"queue","code":"queue_exceeded"}`},
		{says: "a full queue by its words", status: 429, class: chain.Overload, why: "error.message",
			body: `{"message":"We're experiencing high traffic right now! Please try again soon.","type":"too_many_requests_error"}`},
		{says: "a reset of the minute", status: 429, body: cerebrasRequests, class: chain.RateLimit, hint: 11380 * time.Millisecond,
			header: "x-ratelimit-remaining-tokens-minute: 0\nx-ratelimit-reset-tokens-minute: 11.38\nx-ratelimit-remaining-requests-day: 14000\nx-ratelimit-reset-requests-day: 33011.382867"},
		{says: "a reset of the day", status: 429, body: cerebrasRequests, class: chain.RateLimit, hint: 33011382867 * time.Microsecond,
			header: "x-ratelimit-remaining-requests-day: 0\nx-ratelimit-reset-requests-day: 33011.382867"},
		{says: "no reset at all", status: 429, class: chain.RateLimit, header: "x-ratelimit-remaining-requests-day: 0\nx-ratelimit-reset-requests-day: never"},
		{says: "no money", status: 402, class: chain.Quota},
		{says: "a prompt too long, by its words", status: 400, class: chain.ContextLength,
			body: `{"message":"Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000","type":"invalid_request_error","param":"messages","code":"x"}`},
		{says: "a malformed request", status: 400, class: chain.BadRequest, body: `{"message":"m","type":"invalid_request_error","param":"y","code":"wrong_api_format"}`},
		{says: "no key", status: 401, class: chain.Auth}, {says: "no permission", status: 403, class: chain.Auth},
		{says: "no model", status: 404, class: chain.ModelMissing}, {says: "a wrong shape", status: 422, class: chain.BadRequest},
		{says: "a fault", status: 500, class: chain.Server}, {says: "unavailable", status: 503, class: chain.Server},
		{says: "a stream", body: chunks(saying("hi"), tail, "[DONE]"), text: "hi"},
		{says: "an error in a stream, known by its status", body: chunks(saying("hi"), `{"error":{"message":"m","type":"x","param":"y","code":"z"},"status_code":429}`), text: "hi", class: chain.RateLimit, why: "error.code 429"},
		{says: "an error in a stream, known by its code", body: chunks(`{"error":{"message":"m","type":"x","param":"queue","code":"queue_exceeded"},"status_code":429}`), class: chain.Overload},
		{says: "a flat error in a stream", body: chunks(cerebrasRequests), class: chain.RateLimit},
		{says: "a filter", body: chunks(saying(""), ending("content_filter"), "[DONE]"), class: chain.ContentPolicy},
	})
}

// TestCerebrasStrict: its client's schema demands four strings, and falls back
// to the status's text where one is null.
func TestCerebrasStrict(t *testing.T) {
	four := members{"message": aString, "type": aString, "param": aString, "code": aString}
	eachError(t, &cerebras, func(t *testing.T, o chain.Outcome, body map[string]any) {
		if path := four.lacks(body); path != "" {
			t.Errorf("%s %d: %s is missing in %v", o.Class, o.Status, path, body)
		}
	})
	plain := members{"time_info.queue_time": aNumber, "time_info.total_time": aNumber, "time_info.created": aNumber}
	checkAnswers(t, &cerebras, plain)
}

// TestCerebrasStreamError: nested, the status that it would have had beside it.
func TestCerebrasStreamError(t *testing.T) {
	for class, status := range map[chain.Class]float64{chain.Server: 500, chain.RateLimit: 429} {
		r := replyOf(chain.Outcome{Class: class, Status: 200})
		r.Stream, r.Manner = true, Early
		for e := range events(cerebras.Respond(&r).Body) {
			var body map[string]any
			if err := json.Unmarshal(e.data, &body); err != nil {
				t.Fatal(err)
			}
			m := members{"error.message": aString, "error.code": aString, "status_code": func(v any) bool { return v == status }}
			if path := m.lacks(body); path != "" {
				t.Errorf("%s: %s: %s", class, path, e.data)
			}
		}
	}
}

// TestCerebrasWarming: the SDK's first request is answered and counts as none.
func TestCerebrasWarming(t *testing.T) {
	r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1/v1/tcp_warming", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = cerebras.Ask(r, nil)
	var refused *AskError
	if !errors.As(err, &refused) || refused.Status != http.StatusNotFound {
		t.Errorf("asked with %v, want a refusal with 404", err)
	}
}
