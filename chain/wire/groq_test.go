package wire

import (
	"strings"
	"testing"
	"time"

	"wavetank/chain"

	"github.com/google/go-cmp/cmp"
)

const groqLimited = `{"error":{"message":"Rate limit reached for model ` + "`m`" + ` in organization ` + "`org_x`" + ` service tier ` + "`on_demand`" + ` on tokens per minute (TPM): Limit 15000, Used 11972, Requested 4351. Please try again in 5.289s. Need more tokens? Upgrade to Dev Tier today.","type":"tokens","code":"rate_limit_exceeded"}}`

const groqAnswer = `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"logprobs":null,"finish_reason":"stop"}],"usage":{"queue_time":0.018,"prompt_tokens":3,"prompt_time":0.001,"completion_tokens":2,"completion_time":0.004,"total_tokens":5,"total_time":0.005},"x_groq":{"id":"req_1"}}`

func TestGroqRead(t *testing.T) {
	checkSeen(t, &groq, []seen{
		{says: "an answer", body: groqAnswer, text: "hi", why: "status 200"},
		{says: "a limit, its wait in the message", status: 429, body: groqLimited, class: chain.RateLimit, hint: 5289 * time.Millisecond, why: "error.code rate_limit_exceeded"},
		{says: "a limit, its wait in whole seconds too", status: 429, header: "retry-after: 6", body: groqLimited, class: chain.RateLimit, hint: 6 * time.Second},
		{says: "a limit that tells only when tokens are back", status: 429, class: chain.RateLimit, hint: 7660 * time.Millisecond,
			header: "x-ratelimit-remaining-tokens: 0\nx-ratelimit-reset-tokens: 7.66s\nx-ratelimit-remaining-requests: 14370\nx-ratelimit-reset-requests: 2m59.56s"},
		{says: "a limit of both", status: 429, class: chain.RateLimit, hint: 179560 * time.Millisecond,
			header: "x-ratelimit-remaining-tokens: 0\nx-ratelimit-reset-tokens: 7.66s\nx-ratelimit-remaining-requests: 0\nx-ratelimit-reset-requests: 2m59.56s"},
		{says: "a limit of a day, which refills", status: 429, class: chain.RateLimit, hint: 7*time.Minute + 55456*time.Millisecond,
			body: `{"error":{"message":"Rate limit reached on tokens per day (TPD): Limit 500000, Used 499900. Please try again in 7m55.456s.","type":"tokens","code":"rate_limit_exceeded"}}`},
		{says: "resets of limits that are not used up are no hint", status: 500, class: chain.Server,
			header: "x-ratelimit-remaining-tokens: 14000\nx-ratelimit-reset-tokens: 7.66s"},
		{says: "one request larger than the limit", status: 413, class: chain.ContextLength, why: "error.code rate_limit_exceeded",
			body: `{"error":{"message":"Request too large for model m on tokens per minute (TPM): Limit 6000, Requested 12328, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}}`},
		{says: "JSON that did not validate", status: 400, class: chain.OKInvalid, why: "error.code json_validate_failed",
			body: `{"error":{"message":"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{\"a\": "}}`},
		{says: "a tool call that failed", status: 400, class: chain.OKInvalid,
			body: `{"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"<function=x>"}}`},
		{says: "a malformed request", status: 400, class: chain.BadRequest,
			body: `{"error":{"message":"'messages.0' : value must be an object","type":"invalid_request_error"}}`},
		{says: "flex capacity", status: 498, class: chain.Overload, body: `{"error":{"message":"capacity exceeded","type":"x","code":"capacity_exceeded"}}`},
		{says: "a model over capacity", status: 503, class: chain.Overload, why: "error.message",
			body: `{"error":{"message":"m is currently over capacity. Please try again and back off exponentially.","type":"internal_server_error"}}`},
		{says: "unavailable", status: 503, class: chain.Server, body: `{"error":{"message":"Service Unavailable","type":"internal_server_error"}}`},
		{says: "a spend limit", status: 400, class: chain.Quota, body: `{"error":{"message":"blocked","type":"invalid_request_error","code":"blocked_api_access"}}`},
		{says: "no key", status: 401, class: chain.Auth, body: `{"error":{"message":"Invalid API Key","type":"invalid_request_error","code":"invalid_api_key"}}`},
		{says: "no model", status: 404, class: chain.ModelMissing, body: `{"error":{"message":"The model x does not exist","type":"invalid_request_error","code":"model_not_found"}}`},
		{says: "a failed dependency", status: 424, class: chain.BadRequest},
		{says: "a cancelled request", status: 499, class: chain.BadRequest},
	})
}

func TestGroqReadStream(t *testing.T) {
	head := `{"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"x_groq":{"id":"req_1"}}`
	tail := `{"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"id":"req_1","usage":{"prompt_tokens":3,"completion_tokens":2}}}`
	torn := `{"id":"x","choices":[{"index":0,"delta":{},"finish_reason":null}],"x_groq":{"id":"req_1","error":"internal failure"}}`
	checkSeen(t, &groq, []seen{
		{says: "a stream", body: chunks(head, saying("hi"), tail, "[DONE]"), text: "hi"},
		{says: "x_groq.error amid it", body: chunks(head, saying("hi"), torn), text: "hi", class: chain.Server},
		{says: "x_groq.error before a mark of the end", body: chunks(head, torn, "[DONE]"), class: chain.Server},
		{says: "an event of an error", body: "event: error\n" + chunks(groqLimited), class: chain.RateLimit, hint: 5289 * time.Millisecond},
		{says: "a tool call that failed, amid it", body: chunks(saying("a")) + "event: error\n" + chunks(`{"error":{"message":"m","type":"invalid_request_error","code":"tool_use_failed"}}`), class: chain.OKInvalid, text: "a"},
		{says: "no mark of the end", body: chunks(head, saying("hi"), tail), class: chain.Truncated, text: "hi"},
		{says: "broken off", body: chunks(head, saying("hi")), broken: Cut, class: chain.Truncated, text: "hi"},
	})
	got := groq.Read(&Response{Status: 200, Body: []byte(chunks(head, tail, "[DONE]"))}, sentAt)
	if want := (Usage{3, 2}); got.Usage != want {
		t.Errorf("usage of x_groq: %+v, want %+v", got.Usage, want)
	}
}

// TestGroqStrict: its own client's schema of errors demands a message and a type.
func TestGroqStrict(t *testing.T) {
	eachError(t, &groq, func(t *testing.T, o chain.Outcome, body map[string]any) {
		if path := (members{"error.message": aString, "error.type": aString}).lacks(body); path != "" {
			t.Errorf("%s %d: %s is missing in %v", o.Class, o.Status, path, body)
		}
		failed := members{"error.failed_generation": aString}.lacks(body) == ""
		if failed != (o.Class == chain.OKInvalid) {
			t.Errorf("%s %d: failed_generation %v", o.Class, o.Status, failed)
		}
	})
	plain := members{"x_groq.id": aString, "usage.queue_time": aNumber, "usage.total_time": aNumber}
	checkAnswers(t, &groq, plain)
}

// TestGroqRefusals: what the model wrote is refused with 400, beside the broken
// answers that every provider has; an error of a stream is an event by that name,
// and its wait stands in the message.
func TestGroqRefusals(t *testing.T) {
	if diff := cmp.Diff([]int{200, 400}, groq.Statuses(chain.OKInvalid)); diff != "" {
		t.Error(diff)
	}
	r := replyOf(chain.Outcome{Class: chain.RateLimit, Status: 200, Hint: 179560 * time.Millisecond})
	r.Stream = true
	sent := string(groq.Respond(&r).Body)
	if !strings.HasPrefix(sent, "event: error\ndata: {\"error\":") || !strings.Contains(sent, " Please try again in 2m59.56s.") {
		t.Errorf("an error of a stream is %s", sent)
	}
}
