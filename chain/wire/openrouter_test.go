package wire

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

func TestOpenRouterRead(t *testing.T) {
	soon := strconv.FormatInt(sentAt.Add(90500*time.Millisecond).UnixMilli(), 10)
	daily := `{"error":{"message":"Rate limit exceeded: free-models-per-day. Add 10 credits","code":429,"metadata":{"limit_source":"openrouter_free_tier_daily","headers":{"X-RateLimit-Limit":"50","X-RateLimit-Remaining":"0","X-RateLimit-Reset":"4102444800000"}}},"user_id":"u"}`
	checkSeen(t, &openRouter, []seen{
		{says: "malformed", status: 400, class: chain.BadRequest, body: `{"error":{"code":400,"message":"Input required"}}`},
		{says: "no key", status: 401, class: chain.Auth, body: `{"error":{"message":"No auth credentials found","code":401}}`},
		{says: "no credits", status: 402, class: chain.Quota,
			body: `{"error":{"message":"Insufficient credits. Add more","code":402,"metadata":{"limit_source":"openrouter_credits","remedy_hint":"Add credits"}}}`},
		{says: "credits in use", status: 402, class: chain.RateLimit, hint: 4 * time.Second, header: "retry-after: 4", why: "error.code openrouter_in_flight_budget",
			body: `{"error":{"message":"Retry after in-flight requests settle, or add credits.","code":402,"metadata":{"reason":"in_flight_budget_exhausted","limit_source":"openrouter_in_flight_budget"}}}`},
		{says: "flagged", status: 403, class: chain.ContentPolicy, why: "error.code moderation",
			body: `{"error":{"code":403,"message":"m requires moderation","metadata":{"reasons":["violence"],"flagged_input":"x","provider_name":"y","model_slug":"z"}}}`},
		{says: "not permitted", status: 403, class: chain.Auth, body: `{"error":{"code":403,"message":"no","metadata":{"error_type":"permission_denied"}}}`},
		{says: "timed out", status: 408, class: chain.Timeout, body: `{"error":{"code":408,"message":"Request timed out"}}`},
		{says: "limited", status: 429, class: chain.RateLimit, hint: 2 * time.Second, header: "Retry-After: 2", body: `{"error":{"code":429,"message":"Rate limited"}}`},
		{says: "limited by a provider behind", status: 429, class: chain.RateLimit,
			body: `{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"m is temporarily rate-limited upstream. Please retry shortly","provider_name":"y","limit_source":"upstream_provider_shared_pool"}}}`},
		{says: "limited until an instant", status: 429, class: chain.RateLimit, hint: 90500 * time.Millisecond,
			header: "X-RateLimit-Limit: 20\nX-RateLimit-Remaining: 0\nX-RateLimit-Reset: " + soon, body: `{"error":{"code":429,"message":"Rate limit exceeded: free-models-per-min. "}}`},
		{says: "the same in the metadata", status: 429, class: chain.RateLimit, hint: 90500 * time.Millisecond,
			body: `{"error":{"code":429,"message":"m","metadata":{"headers":{"X-RateLimit-Remaining":"0","X-RateLimit-Reset":"` + soon + `"}}}}`},
		{says: "the day is spent", status: 429, class: chain.Quota, hint: MaxHint, body: daily},
		{says: "the day is spent, by its words", status: 429, class: chain.Quota, body: `{"error":{"message":"Rate limit exceeded: free-models-per-day-high-balance. ","code":429}}`},
		{says: "down", status: 502, class: chain.Server, body: `{"error":{"code":502,"message":"Provider returned error","metadata":{"error_type":"provider_unavailable"}}}`},
		{says: "no provider", status: 503, class: chain.Server, hint: 9 * time.Second, header: "Retry-After: 9", body: `{"error":{"code":503,"message":"no"}}`},
		{says: "overloaded", status: 529, class: chain.Overload, body: `{"error":{"code":529,"message":"Provider returned error"}}`},
		{says: "too long, by its words", status: 400, class: chain.ContextLength, why: "error.message",
			body: `{"error":{"code":400,"message":"This endpoint's maximum context length is 40960 tokens. However, you requested about 42988 tokens"}}`},
		{says: "too long", status: 400, class: chain.ContextLength, body: `{"error":{"code":400,"message":"m","metadata":{"error_type":"context_length_exceeded"}}}`},
		{says: "refused", status: 400, class: chain.ContentPolicy, body: `{"error":{"code":400,"message":"m","metadata":{"error_type":"content_policy_violation"}}}`},
		{says: "no such model", status: 400, class: chain.ModelMissing, body: `{"error":{"code":400,"message":"foo/bar is not a valid model ID"}}`},
	})
}

// TestOpenRouterReadInside: once generation has begun the status is 200,
// whatever happens.
func TestOpenRouterReadInside(t *testing.T) {
	ended := `{"id":"x","object":"chat.completion.chunk","model":"m","error":{"code":CODE,"message":"Provider disconnected unexpectedly"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}`
	empty := `{"id":"x","object":"chat.completion.chunk","model":"m","choices":[],"error":{"code":502,"message":"Worker local total request limit reached (33/32)","metadata":{"error_type":"provider_unavailable"}}}`
	native := `{"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop","native_finish_reason":"network_error"}]}`
	begun := ": OPENROUTER PROCESSING\n\n"
	code := func(c string) string { return strings.ReplaceAll(ended, "CODE", c) }
	checkSeen(t, &openRouter, []seen{
		{says: "an error and nothing else", body: `{"error":{"code":502,"message":"m"}}`, class: chain.Server, why: "error.code 502"},
		{says: "a limit and nothing else", body: `{"error":{"code":429,"message":"m"}}`, class: chain.RateLimit},
		{says: "an error in the choice", body: `{"choices":[{"index":0,"error":{"code":429,"message":"m"},"message":{"content":"hi"},"finish_reason":"error"}]}`, class: chain.RateLimit, text: "hi"},
		{says: "a choice that ended in an error", body: `{"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"error"}]}`, class: chain.Server, text: "hi"},
		{says: "a choice that looks well", body: `{"choices":[{"index":0,"message":{"content":""},"finish_reason":"stop","native_finish_reason":"network_error"}]}`, class: chain.Server},
		{says: "a stream with comments", body: begun + chunks(saying("hi")) + begun + chunks(ending("stop"), "[DONE]"), text: "hi"},
		{says: "a word for a code", body: begun + chunks(saying("hi"), code(`"server_error"`)), class: chain.Server, text: "hi"},
		{says: "a number for a code", body: begun + chunks(saying("hi"), code("429"), "[DONE]"), class: chain.RateLimit, text: "hi"},
		{says: "overload", body: begun + chunks(code("529")), class: chain.Overload},
		{says: "no choices", body: begun + chunks(empty), class: chain.Server},
		{says: "only the provider's own word tells", body: begun + chunks(saying(""), native, "[DONE]"), class: chain.Server},
		{says: "a filter", body: chunks(saying("a"), ending("content_filter"), "[DONE]"), class: chain.ContentPolicy, text: "a"},
		{says: "only comments", body: begun + begun, class: chain.Truncated},
		{says: "the word error in what is said", body: chunks(saying(`no \"error\" here`), ending("stop"), "[DONE]"), text: `no "error" here`},
	})
}

// TestOpenRouterStrict: a number and a message; inside a status 200 the number
// is the status that it would have had.
func TestOpenRouterStrict(t *testing.T) {
	eachError(t, &openRouter, func(t *testing.T, o chain.Outcome, body map[string]any) {
		m := members{"error.message": aString, "error.code": func(v any) bool { return v == float64(o.Status) }}
		if o.Status == 403 && o.Class == chain.ContentPolicy {
			m["error.metadata.flagged_input"], m["error.metadata.provider_name"], m["error.metadata.model_slug"] = aString, aString, aString
			m["error.metadata.reasons"] = func(v any) bool { l, _ := v.([]any); return len(l) > 0 }
		}
		if path := m.lacks(body); path != "" {
			t.Errorf("%s %d: %s is missing in %v", o.Class, o.Status, path, body)
		}
	})
	native := func(v any) bool {
		c, _ := v.([]any)[0].(map[string]any)
		return c["native_finish_reason"] == "stop"
	}
	checkAnswers(t, &openRouter, members{"provider": aString, "choices": native})
}

// TestOpenRouterInside: an error amid a stream stands beside its last choice,
// one before it beside none, and the generation has a name.
func TestOpenRouterInside(t *testing.T) {
	for class, code := range map[chain.Class]string{chain.Server: `"code":502`, chain.RateLimit: `"code":429`, chain.Overload: `"code":529`} {
		r := replyOf(chain.Outcome{Class: class, Status: 200, Hint: 0})
		r.Stream, r.Manner = true, Early
		early := openRouter.Respond(&r)
		r.Manner = Midway
		midway := openRouter.Respond(&r)
		if !bytes.Contains(early.Body, []byte(`"choices":[]`)) || !bytes.Contains(early.Body, []byte(code)) {
			t.Errorf("%s: %s", class, early.Body)
		}
		if !bytes.HasPrefix(midway.Body, []byte(": OPENROUTER PROCESSING\n\n")) || !bytes.Contains(midway.Body, []byte(`"finish_reason":"error"`)) {
			t.Errorf("%s: %s", class, midway.Body)
		}
		if id := early.Header.Get("X-Generation-Id"); !strings.HasPrefix(id, "gen-") || !bytes.Contains(midway.Body, []byte(id)) {
			t.Errorf("%s: generation %q", class, id)
		}
	}
}

// TestOpenRouterHintInside: an error inside a status 200 brings its hint in its
// metadata, for no header can.
func TestOpenRouterHintInside(t *testing.T) {
	want := chain.Outcome{Class: chain.RateLimit, Status: 200, Hint: 2500 * time.Millisecond}
	for _, stream := range []bool{false, true} {
		r := replyOf(want)
		r.Stream = stream
		sent := openRouter.Respond(&r)
		sent.Header = nil
		if got := openRouter.Read(sent, sentAt).Outcome; got != want {
			t.Errorf("stream %v: %+v, want %+v\n%s", stream, got, want, sent.Body)
		}
	}
}
