package wire

import (
	"strings"
	"testing"

	"wavetank/chain"
)

func TestGeminiOpenAIErrors(t *testing.T) {
	checkUtterances(t, geminiOpenAI{&geminiChat}, googleErrorRows())
	// And with the array around each, as clients saw them.
	rows := googleErrorRows()
	for i := range rows {
		if strings.HasPrefix(rows[i].body, "{") {
			rows[i].body = "[" + rows[i].body + "]\n"
		}
	}
	checkUtterances(t, geminiOpenAI{&geminiChat}, rows)
}

func TestGeminiOpenAIAnswers(t *testing.T) {
	chunk := func(delta, finish string) string {
		return `data: {"choices":[{"delta":` + delta + `,"finish_reason":` + finish + `,"index":0}],"object":"chat.completion.chunk","model":"m"}` + "\n\n"
	}
	const done = "data: [DONE]\n\n"
	hello := chunk(`{"role":"assistant","content":"Hel"}`, "null") + chunk(`{"content":"lo"}`, "null")
	checkUtterances(t, geminiOpenAI{&geminiChat}, []utterance{
		{name: "text", status: 200, body: `{"choices":[{"finish_reason":"stop","index":0,"message":{"content":"a","role":"assistant"}}],"model":"m","object":"chat.completion"}`, text: "a", finish: "stop"},
		{name: "filtered", status: 200, body: `{"choices":[{"finish_reason":"content_filter","message":{"content":"a"}}]}`, want: chain.ContentPolicy, text: "a", finish: "content_filter"},
		{name: "filtered, without a message", status: 200, body: `{"choices":[{"index":0,"finish_reason":"content_filter: PROHIBITED_CONTENT"}],"usage":{"prompt_tokens":10}}`,
			want: chain.ContentPolicy, finish: "content_filter: PROHIBITED_CONTENT", why: "finish_reason content_filter"},
		{name: "filtered, in Google's word", status: 200, body: `{"choices":[{"finish_reason":"SAFETY","message":{}}]}`, want: chain.ContentPolicy, finish: "SAFETY"},
		{name: "malformed call", status: 200, body: `{"choices":[{"finish_reason":"MALFORMED_FUNCTION_CALL","message":{}}]}`, want: chain.OKInvalid, finish: "MALFORMED_FUNCTION_CALL"},
		{name: "no message", status: 200, body: `{"choices":[{"finish_reason":"stop"}]}`, want: chain.OKInvalid, finish: "stop"},
		{name: "stream", status: 200, body: hello + chunk(`{}`, `"stop"`) + done, text: "Hello", finish: "stop"},
		{name: "stream, filtered", status: 200, body: hello + chunk(`{}`, `"content_filter: RECITATION"`) + done, want: chain.ContentPolicy, text: "Hello", finish: "content_filter: RECITATION"},
		{name: "stream without its end", status: 200, body: hello + chunk(`{}`, `"stop"`), want: chain.Truncated, text: "Hello", finish: "stop"},
		{name: "stream that fails", status: 200, body: hello + `data: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}` + "\n\n", want: chain.Overload, text: "Hello"},
	})
}

func TestGeminiOpenAIRefuses(t *testing.T) {
	checkRefuses(t, geminiOpenAI{&geminiChat}, "content_filter", "content_filter")
}

func TestGeminiOpenAISays(t *testing.T) {
	r := replyOf(chain.Outcome{Class: chain.Overload, Status: 503})
	const overloaded = `{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}`
	if got := (geminiOpenAI{&geminiChat}).Respond(&r).Body; string(got) != "["+overloaded+"]" {
		t.Errorf("an error is %s", got)
	}
	r.Outcome.Status, r.Stream, r.Manner = 200, true, Early
	if got := (geminiOpenAI{&geminiChat}).Respond(&r).Body; string(got) != "data: "+overloaded+"\n\n" {
		t.Errorf("an error in a stream is %s", got)
	}
}
