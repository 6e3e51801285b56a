package wire

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"wavetank/chain"

	"github.com/google/go-cmp/cmp"
)

// googleSaid wraps an error as Google does, over many lines.
func googleSaid(code, word, message, details string) string {
	if details != "" {
		details = ",\n    \"details\": [\n" + details + "\n    ]"
	}
	return "{\n  \"error\": {\n    \"code\": " + code + ",\n    \"message\": \"" + message + "\",\n    \"status\": \"" + word + "\"" + details + "\n  }\n}\n"
}

func googleViolation(id string) string {
	return `{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
	"quotaId": "` + id + `", "quotaDimensions": {"location": "global", "model": "gemini-2.5-flash"}, "quotaValue": "10"}]}`
}

const (
	googleDay     = "GenerateRequestsPerDayPerProjectPerModel-FreeTier"
	googleMinute  = "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"
	googleHelp    = `{"@type": "type.googleapis.com/google.rpc.Help", "links": [{"description": "Learn more", "url": "https://ai.google.dev/gemini-api/docs/rate-limits"}]}`
	googleKey     = `{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com", "metadata": {"service": "generativelanguage.googleapis.com"}}`
	googleTooMany = "You exceeded your current quota, please check your plan and billing details."
)

func googleDelay(d string) string {
	return `{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "` + d + `"}`
}

// googleErrorRows are those of both endpoints.
func googleErrorRows() []utterance {
	many := func(details ...string) string {
		return googleSaid("429", "RESOURCE_EXHAUSTED", googleTooMany, strings.Join(details, ",\n"))
	}
	return []utterance{
		{name: "malformed", status: 400, body: googleSaid("400", "INVALID_ARGUMENT", "Invalid JSON payload received.", ""), want: chain.BadRequest, why: "error.type INVALID_ARGUMENT"},
		{name: "context", status: 400, body: googleSaid("400", "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", ""), want: chain.ContextLength, why: "error.message"},
		{name: "key", status: 400, body: googleSaid("400", "INVALID_ARGUMENT", "No.", googleKey), want: chain.Auth, why: "error.code API_KEY_INVALID"},
		{name: "key, by its message", status: 400, body: googleSaid("400", "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", ""), want: chain.Auth},
		{name: "key expired", status: 400, body: googleSaid("400", "INVALID_ARGUMENT", "API key expired. Please renew the API key.", ""), want: chain.Auth},
		{name: "country", status: 400, body: googleSaid("400", "FAILED_PRECONDITION", "User location is not supported for the API use.", ""), want: chain.Auth, why: "error.type FAILED_PRECONDITION"},
		{name: "policy", status: 400, body: googleSaid("400", "INVALID_ARGUMENT", "This prompt contains sensitive words that violate Google's Responsible AI practices.", ""), want: chain.ContentPolicy},
		{name: "credentials", status: 401, body: googleSaid("401", "UNAUTHENTICATED", "No.", ""), want: chain.Auth},
		{name: "permission", status: 403, body: googleSaid("403", "PERMISSION_DENIED", "No.", ""), want: chain.Auth},
		{name: "model", status: 404, body: googleSaid("404", "NOT_FOUND", "models/gemini-0 is not found for API version v1beta, or is not supported for generateContent.", ""), want: chain.ModelMissing},
		{name: "minute", status: 429, body: many(googleViolation(googleMinute), googleHelp, googleDelay("31s")), want: chain.RateLimit, hint: 31 * time.Second, why: "error.code PerMinute"},
		{name: "day", status: 429, body: many(googleViolation(googleDay), googleHelp), want: chain.Quota, why: "error.code PerDay"},
		{name: "day, with the delay of a minute", status: 429, body: many(googleViolation(googleDay), googleHelp, googleDelay("5s")), want: chain.Quota},
		{name: "day and minute", status: 429, body: many(googleViolation(googleDay), googleViolation(googleMinute), googleDelay("5s")), want: chain.Quota},
		{name: "minute and day", status: 429, body: many(googleViolation(googleMinute), googleViolation(googleDay)), want: chain.Quota},
		{name: "day, then a reason", status: 429, body: many(googleViolation(googleDay), strings.Replace(googleKey, "API_KEY_INVALID", "RATE_LIMIT_EXCEEDED", 1)), want: chain.Quota},
		{name: "a reason, then the day", status: 429, body: many(strings.Replace(googleKey, "API_KEY_INVALID", "RATE_LIMIT_EXCEEDED", 1), googleViolation(googleDay)), want: chain.Quota},
		{name: "delay with a fraction", status: 429, body: many(googleDelay("45.578569677s")), want: chain.RateLimit, hint: 45578569677},
		{name: "delay in the message", status: 429, body: googleSaid("429", "RESOURCE_EXHAUSTED", googleTooMany+"\\nPlease retry in 45.578569677s.", ""), want: chain.RateLimit, hint: 45578569677},
		{name: "delay of zero", status: 429, body: many(googleDelay("0s")), want: chain.RateLimit},
		{name: "delay below zero", status: 429, body: many(googleDelay("-5s")), want: chain.RateLimit},
		{name: "delay without a unit", status: 429, body: many(googleDelay("31")), want: chain.RateLimit},
		{name: "delay for ever", status: 429, body: many(googleDelay("315576000000s")), want: chain.RateLimit, hint: MaxHint},
		{name: "delay of another type", status: 429, body: many(`{"retryDelay": 31}`), want: chain.RateLimit},
		{name: "no details", status: 429, body: googleSaid("429", "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", ""), want: chain.RateLimit, why: "status 429"},
		{name: "details of another type", status: 429, body: googleSaid("429", "RESOURCE_EXHAUSTED", "No.", `"PerDay", 7, null`), want: chain.RateLimit},
		{name: "a proxy's hint", status: 429, header: "Retry-After: 4", body: "slow down", want: chain.RateLimit, hint: 4 * time.Second},
		{name: "internal", status: 500, body: googleSaid("500", "INTERNAL", "An internal error has occurred.", ""), want: chain.Server},
		{name: "overloaded", status: 503, body: googleSaid("503", "UNAVAILABLE", "The model is overloaded. Please try again later.", ""), want: chain.Overload},
		{name: "high demand", status: 503, body: googleSaid("503", "UNAVAILABLE", "This model is currently experiencing high demand. Spikes in demand are usually temporary.", ""), want: chain.Overload},
		{name: "unavailable", status: 503, body: googleSaid("503", "UNAVAILABLE", "The service is currently unavailable.", ""), want: chain.Server},
		{name: "deadline", status: 504, body: googleSaid("504", "DEADLINE_EXCEEDED", "Deadline expired before operation could complete.", ""), want: chain.Server},
		{name: "in an array", status: 429, body: "[" + many(googleViolation(googleDay)) + "\n]", want: chain.Quota},
		{name: "in an array, minute", status: 429, body: "[" + many(googleDelay("3s")) + "\n]", want: chain.RateLimit, hint: 3 * time.Second},
		{name: "empty array", status: 503, body: "[]", want: chain.Server, why: "status 503"},
		{name: "a page", status: 502, header: "Content-Type: text/html", body: "<html>502</html>", want: chain.Server},
		{name: "in a success", status: 200, body: googleSaid("503", "UNAVAILABLE", "The model is overloaded.", ""), want: chain.Overload},
	}
}

func TestGeminiErrors(t *testing.T) { checkUtterances(t, gemini{}, googleErrorRows()) }

// TestGoogleWords: each word under a success status means what its HTTP status
// does, as with gRPC's.
func TestGoogleWords(t *testing.T) {
	for word, want := range map[string]chain.Class{
		"CANCELLED": chain.BadRequest, "INVALID_ARGUMENT": chain.BadRequest, "OUT_OF_RANGE": chain.BadRequest, "DEADLINE_EXCEEDED": chain.Server,
		"NOT_FOUND": chain.ModelMissing, "ALREADY_EXISTS": chain.BadRequest, "ABORTED": chain.BadRequest, "PERMISSION_DENIED": chain.Auth,
		"UNAUTHENTICATED": chain.Auth, "RESOURCE_EXHAUSTED": chain.RateLimit, "UNIMPLEMENTED": chain.Server, "UNKNOWN": chain.Server,
		"INTERNAL": chain.Server, "DATA_LOSS": chain.Server, "UNAVAILABLE": chain.Server, "NEWS": chain.Server,
	} {
		u := utterance{status: 200, body: `data: {"error":{"message":"No.","status":"` + word + `"}}` + "\n\n"}
		if got := (gemini{}).Read(u.response(), sentAt); got.Outcome.Class != want {
			t.Errorf("%s: %v from %q, want %v", word, got.Outcome.Class, got.Why, want)
		}
	}
}

func geminiChunk(text, finish string) string {
	if finish != "" {
		finish = `,"finishReason":"` + finish + `"`
	}
	return `{"candidates":[{"content":{"parts":[{"text":"` + text + `"}],"role":"model"}` + finish + `,"index":0}],"usageMetadata":{"promptTokenCount":7},"modelVersion":"m"}`
}

func TestGeminiBodies(t *testing.T) {
	rows := []utterance{
		{name: "text", status: 200, body: geminiChunk("a", "STOP"), text: "a", finish: "STOP"},
		{name: "thoughts are no answer", status: 200, body: `{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"a"},{"text":"b"}]},"finishReason":"STOP"}]}`, text: "ab", finish: "STOP"},
		{name: "bound reached by thinking", status: 200, body: `{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS","index":0}],"usageMetadata":{"thoughtsTokenCount":64}}`, finish: "MAX_TOKENS"},
		{name: "no content", status: 200, body: `{"candidates":[{"finishReason":"STOP"}]}`, finish: "STOP"},
		{name: "no reason", status: 200, body: geminiChunk("a", ""), text: "a"},
		{name: "another reason", status: 200, body: geminiChunk("a", "OTHER"), text: "a", finish: "OTHER"},
		{name: "malformed call", status: 200, body: `{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]}`, want: chain.OKInvalid, finish: "MALFORMED_FUNCTION_CALL", why: "finishReason MALFORMED_FUNCTION_CALL"},
		{name: "no candidates", status: 200, body: `{"candidates":[],"usageMetadata":{"promptTokenCount":7},"modelVersion":"m"}`, want: chain.OKInvalid},
		{name: "a candidate without anything", status: 200, body: `{"candidates":[{}]}`, want: chain.OKInvalid},
		{name: "another dialect", status: 200, body: `{"object":"chat.completion","choices":[{"message":{"content":"x"}}]}`, want: chain.OKInvalid},
		{name: "nothing", status: 200, want: chain.OKInvalid, why: "empty body"},
		{name: "a page", status: 200, header: "Content-Type: text/html", body: "<html></html>", want: chain.OKInvalid},
		{name: "cut", status: 200, body: `{"candidates":[{"con`, cut: true, want: chain.Truncated},
	}
	for _, reason := range []string{"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"} {
		rows = append(rows, utterance{name: reason, status: 200, body: geminiChunk("a", reason), want: chain.ContentPolicy, text: "a", finish: reason, why: "finishReason " + reason})
	}
	for _, reason := range []string{"SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY", "MODEL_ARMOR", "JAILBREAK"} {
		rows = append(rows, utterance{name: "blocked by " + reason, status: 200, body: `{"promptFeedback":{"blockReason":"` + reason + `"},"usageMetadata":{"promptTokenCount":7},"modelVersion":"m"}`,
			want: chain.ContentPolicy, finish: reason, why: "promptFeedback.blockReason"})
	}
	checkUtterances(t, gemini{}, rows)
}

func TestGeminiStreams(t *testing.T) {
	event := func(data string) string { return "data: " + data + "\r\n\r\n" }
	hello := event(geminiChunk("Hel", "")) + event(geminiChunk("lo", ""))
	overloaded := googleSaid("503", "UNAVAILABLE", "The model is overloaded.", "")
	lines := func(s string) string {
		return "data: " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\ndata: ") + "\n\n"
	}
	checkUtterances(t, gemini{}, []utterance{
		{name: "whole", status: 200, body: hello + event(geminiChunk("", "STOP")), text: "Hello", finish: "STOP"},
		{name: "reason beside the last words", status: 200, body: hello + event(geminiChunk("!", "STOP")), text: "Hello!", finish: "STOP"},
		{name: "usage after the reason", status: 200, body: hello + event(geminiChunk("", "STOP")) + event(`{"usageMetadata":{"promptTokenCount":9}}`), text: "Hello", finish: "STOP"},
		{name: "plain line feeds", status: 200, body: strings.ReplaceAll(hello+event(geminiChunk("", "STOP")), "\r", ""), text: "Hello", finish: "STOP"},
		{name: "last blank line missing", status: 200, body: hello + "data: " + geminiChunk("", "STOP"), text: "Hello", finish: "STOP"},
		{name: "bound reached", status: 200, body: hello + event(geminiChunk("", "MAX_TOKENS")), text: "Hello", finish: "MAX_TOKENS"},
		{name: "stopped for safety", status: 200, body: hello + event(`{"candidates":[{"finishReason":"SAFETY","index":0}]}`), want: chain.ContentPolicy, text: "Hello", finish: "SAFETY"},
		{name: "malformed call", status: 200, body: hello + event(`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]}`), want: chain.OKInvalid, text: "Hello", finish: "MALFORMED_FUNCTION_CALL"},
		{name: "blocked prompt", status: 200, body: event(`{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}`), want: chain.ContentPolicy, finish: "PROHIBITED_CONTENT"},
		{name: "no reason", status: 200, body: hello, want: chain.Truncated, text: "Hello", why: "no mark of the end"},
		{name: "the mark of another dialect is none", status: 200, body: hello + "data: [DONE]\n\n", want: chain.OKInvalid, text: "Hello"},
		{name: "torn segment", status: 200, body: hello + `data: {"candidates":[{"con`, want: chain.Truncated, text: "Hello"},
		{name: "torn segment after the reason", status: 200, body: hello + event(geminiChunk("", "STOP")) + `data: {"usageMet`, want: chain.Truncated, text: "Hello", finish: "STOP"},
		{name: "breaks off", status: 200, body: hello, cut: true, want: chain.Truncated, text: "Hello", why: "the connection broke off"},
		{name: "fails before the first token", status: 200, body: lines(overloaded), want: chain.Overload},
		{name: "fails midway", status: 200, body: hello + lines(overloaded), want: chain.Overload, text: "Hello"},
		{name: "fails by its code", status: 200, body: hello + event(`{"error":{"code":504,"message":"No.","status":"NEWS"}}`), want: chain.Server, text: "Hello"},
		{name: "fails by rate", status: 200, body: lines(googleSaid("429", "RESOURCE_EXHAUSTED", googleTooMany, googleViolation(googleMinute)+","+googleDelay("12s"))), want: chain.RateLimit, hint: 12 * time.Second},
		{name: "fails by the day's quota", status: 200, body: lines(googleSaid("429", "RESOURCE_EXHAUSTED", googleTooMany, googleViolation(googleDay))), want: chain.Quota},
		{name: "another dialect", status: 200, body: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n", want: chain.OKInvalid},
	})
}

// TestGeminiArrays: without alt=sse a stream is one array.
func TestGeminiArrays(t *testing.T) {
	hello := "[" + geminiChunk("Hel", "") + "\n,\r\n" + geminiChunk("lo", "")
	overloaded := googleSaid("503", "UNAVAILABLE", "The model is overloaded.", "")
	checkUtterances(t, gemini{}, []utterance{
		{name: "whole", status: 200, body: hello + ",\n" + geminiChunk("", "STOP") + "\n]\n", text: "Hello", finish: "STOP"},
		{name: "one element", status: 200, body: "[" + geminiChunk("a", "STOP") + "]", text: "a", finish: "STOP"},
		{name: "blocked prompt", status: 200, body: `[{"promptFeedback":{"blockReason":"OTHER"}}]`, want: chain.ContentPolicy, finish: "OTHER"},
		{name: "no reason", status: 200, body: hello + "]", want: chain.Truncated, text: "Hello"},
		{name: "not closed", status: 200, body: hello + "," + geminiChunk("", "STOP"), want: chain.Truncated, text: "Hello", finish: "STOP"},
		{name: "torn", status: 200, body: hello + `,{"candi`, want: chain.Truncated, text: "Hello"},
		{name: "breaks off", status: 200, body: hello, cut: true, want: chain.Truncated, text: "Hello"},
		{name: "fails", status: 200, body: "[" + overloaded + "]", want: chain.Overload},
		{name: "fails midway", status: 200, body: hello + "," + overloaded + "]", want: chain.Overload, text: "Hello"},
		{name: "empty", status: 200, body: "[]", want: chain.OKInvalid},
		{name: "of numbers", status: 200, body: "[1, 2]", want: chain.OKInvalid},
		{name: "words behind it", status: 200, body: "[" + geminiChunk("a", "STOP") + "] and more", want: chain.OKInvalid, text: "a", finish: "STOP"},
	})
}

func TestGeminiUsage(t *testing.T) {
	u := utterance{status: 200, body: `{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":2,"thoughtsTokenCount":30,"totalTokenCount":39},"modelVersion":"gemini-2.5-flash"}`}
	got := gemini{}.Read(u.response(), sentAt)
	if want := (Usage{7, 32}); got.Usage != want || got.Model != "gemini-2.5-flash" {
		t.Errorf("usage %+v of %q, want %+v", got.Usage, got.Model, want)
	}
}

func TestGeminiSays(t *testing.T) {
	for _, row := range []struct {
		o    chain.Outcome
		want string
	}{
		{chain.Outcome{Class: chain.RateLimit, Status: 429, Hint: 31500 * time.Millisecond},
			`{"error":{"code":429,"message":"` + googleQuota + `","status":"RESOURCE_EXHAUSTED","details":[` +
				`{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaMetric":"generativelanguage.googleapis.com/generate_content_free_tier_requests","quotaId":"` + googleMinute + `","quotaDimensions":{"location":"global","model":"some-model"},"quotaValue":"10"}]},` +
				`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"31.5s"}]}}`},
		{chain.Outcome{Class: chain.Auth, Status: 400}, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[` +
			`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com","metadata":{"service":"generativelanguage.googleapis.com"}}]}}`},
		{chain.Outcome{Class: chain.Overload, Status: 503}, `{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}`},
		{chain.Outcome{Class: chain.Overload, Status: 200}, `{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}`},
		{chain.Outcome{Class: chain.Server, Status: 502}, `{"error":{"code":502,"message":"Bad Gateway","status":"UNKNOWN"}}`},
		{chain.Outcome{Class: chain.BadRequest, Status: 409}, `{"error":{"code":409,"message":"Conflict","status":"ABORTED"}}`},
	} {
		r := replyOf(row.o)
		sent := gemini{}.Respond(&r)
		if string(sent.Body) != row.want {
			t.Errorf("%v:\n got %s\nwant %s", row.o, sent.Body, row.want)
		}
		if sent.Header.Get("Retry-After") != "" {
			t.Errorf("%v: headers %v", row.o, sent.Header)
		}
	}
}

// TestGeminiRefuses: a blocked prompt and a stopped answer are successes that say
// so.
func TestGeminiRefuses(t *testing.T) { checkRefuses(t, gemini{}, "PROHIBITED_CONTENT", "SAFETY") }

// TestGeminiProxies: in front of a body without a place for it a hint is a header.
func TestGeminiProxies(t *testing.T) {
	for _, d := range []Dialect{gemini{}, geminiOpenAI{&geminiChat}} {
		for _, m := range []Manner{HTML, Blank} {
			r := replyOf(chain.Outcome{Class: chain.Server, Status: 503, Hint: 7 * time.Second})
			r.Manner = m
			if got := d.Read(d.Respond(&r), sentAt).Outcome; got != r.Outcome {
				t.Errorf("manner %d: %+v, want %+v", m, got, r.Outcome)
			}
		}
	}
}

func TestGeminiBuild(t *testing.T) {
	half := 0.5
	q := Request{Messages: []Message{{"system", "Be brief."}, {"user", "a"}, {"assistant", "b"}, {"user", "c"}},
		Schema: []byte(`{"type":"object"}`), SchemaName: "facts", Temperature: &half, MaxTokens: 9, Stream: true}
	r, body := build(t, gemini{}, &Endpoint{Key: Hide("hush"), Model: "models/gemini-2.5-flash"}, &q)
	want := `{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]},{"role":"user","parts":[{"text":"c"}]}],` +
		`"generationConfig":{"temperature":0.5,"maxOutputTokens":9,"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}}}`
	if string(body) != want {
		t.Errorf("body\n%s\nwant\n%s", body, want)
	}
	const at = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash"
	if r.URL.String() != at+":streamGenerateContent?alt=sse" || r.Header.Get("X-Goog-Api-Key") != "hush" {
		t.Errorf("%s with %v", r.URL, r.Header)
	}
	q = Request{Messages: q.Messages[1:2]}
	r, body = build(t, gemini{}, &Endpoint{Model: "gemini-2.5-flash"}, &q)
	if want := `{"contents":[{"role":"user","parts":[{"text":"a"}]}]}`; r.URL.String() != at+":generateContent" || string(body) != want {
		t.Errorf("%s: %s", r.URL, body)
	}
}

func TestGeminiAsk(t *testing.T) {
	const said = `{"contents":[{"parts":[{"text":"a"},{"text":"b"}]}],"generationConfig":{"responseSchema":{"type":"OBJECT"}}}`
	for _, row := range []struct {
		path   string
		want   Request
		status int
	}{
		{"/v1beta/models/m:generateContent", Request{Model: "m"}, 0},
		{"/prefix/v1/models/m:generateContent?key=hush", Request{Model: "m"}, 0},
		{"/v1beta/models/m:streamGenerateContent?alt=sse", Request{Model: "m", Stream: true, WithUsage: true}, 0},
		{"/v1beta/models/m:streamGenerateContent", Request{}, 400},
		{"/v1beta/models/m:countTokens", Request{}, 404},
		{"/v1beta/models/m", Request{}, 404},
		{"/v1beta/models/", Request{}, 404},
		{"/v1beta/models/:generateContent", Request{}, 400},
	} {
		r, err := http.NewRequest(http.MethodPost, "http://127.0.0.1"+row.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := gemini{}.Ask(r, []byte(said))
		if row.status != 0 {
			if refused, ok := err.(*AskError); !ok || refused.Status != row.status {
				t.Errorf("%s: %v, want status %d", row.path, err, row.status)
			}
			continue
		}
		row.want.Messages, row.want.Schema = []Message{{"user", "ab"}}, json.RawMessage(`{"type":"OBJECT"}`)
		if diff := cmp.Diff(row.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", row.path, err, diff)
		}
	}
}
