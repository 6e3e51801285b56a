package wire

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"

	"github.com/google/go-cmp/cmp"
)

// utterance is an answer as a provider was seen to give it, or documents it, and
// what it means.
type utterance struct {
	name   string
	status int
	header string // lines of name and value
	body   string
	cut    bool // the connection broke
	want   chain.Class
	hint   time.Duration
	why    string // "" is not looked at
	text   string
	finish string
}

func (u *utterance) response() *Response {
	h := http.Header{}
	for line := range strings.Lines(u.header) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		h.Set(name, value)
	}
	if h.Get("Content-Type") == "" && (strings.HasPrefix(u.body, "event:") || strings.HasPrefix(u.body, "data:")) {
		h.Set("Content-Type", "text/event-stream; charset=utf-8")
	}
	r := &Response{Status: u.status, Header: h, Body: []byte(u.body)}
	if u.cut {
		r.Break = Cut
	}
	return r
}

func checkUtterances(t *testing.T, d Dialect, rows []utterance) {
	t.Helper()
	for _, u := range rows {
		t.Run(u.name, func(t *testing.T) {
			got := d.Read(u.response(), sentAt)
			want := chain.Outcome{Class: u.want, Status: int16(u.status), Hint: u.hint}
			if got.Outcome != want {
				t.Errorf("read as %+v from %q, want %+v", got.Outcome, got.Why, want)
			}
			if u.why != "" && got.Why != u.why {
				t.Errorf("why %q, want %q", got.Why, u.why)
			}
			if string(got.Text) != u.text || got.Finish != u.finish {
				t.Errorf("text %q, finish %q; want %q, %q", got.Text, got.Finish, u.text, u.finish)
			}
		})
	}
}

// anthropicSaid wraps an error as the provider does.
func anthropicSaid(inner string) string {
	return `{"type":"error","error":` + inner + `,"request_id":"req_011CXZsw1gEgiLBP7DY5qoXF"}`
}

func TestAnthropicErrors(t *testing.T) {
	const invalid = `{"type":"invalid_request_error","message":"`
	checkUtterances(t, anthropic{}, []utterance{
		{name: "malformed", status: 400, body: anthropicSaid(invalid + `messages.0: field required"}`), want: chain.BadRequest, why: "error.type invalid_request_error"},
		{name: "prompt too long", status: 400, body: anthropicSaid(invalid + `prompt is too long: 215000 tokens > 204800 maximum"}`), want: chain.ContextLength, why: "error.message"},
		{name: "prompt and answer too long", status: 400, body: anthropicSaid(invalid + "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000\"}"), want: chain.ContextLength},
		{name: "own spend limit", status: 400, body: anthropicSaid(invalid + `You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC."}`), want: chain.Quota},
		{name: "workspace's spend limit", status: 400, body: anthropicSaid(invalid + `You have reached your specified workspace API usage limits."}`), want: chain.Quota},
		{name: "empty purse", status: 400, body: anthropicSaid(invalid + `Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."}`), want: chain.Quota},
		{name: "filtered", status: 400, body: anthropicSaid(invalid + `Output blocked by content filtering policy"}`), want: chain.ContentPolicy},
		{name: "key", status: 401, body: anthropicSaid(`{"type":"authentication_error","message":"invalid x-api-key"}`), want: chain.Auth, why: "error.type authentication_error"},
		{name: "billing", status: 402, body: anthropicSaid(`{"type":"billing_error","message":"Payment required"}`), want: chain.Quota},
		{name: "permission", status: 403, body: anthropicSaid(`{"type":"permission_error","message":"No"}`), want: chain.Auth},
		{name: "model", status: 404, body: anthropicSaid(`{"type":"not_found_error","message":"model: claude-0"}`), want: chain.ModelMissing},
		{name: "conflict", status: 409, body: anthropicSaid(`{"type":"conflict_error","message":"Retry"}`), want: chain.Server, why: "error.type conflict_error"},
		{name: "too large", status: 413, body: anthropicSaid(`{"type":"request_too_large","message":"Request exceeds the maximum size"}`), want: chain.ContextLength},
		{name: "too large, by the proxy", status: 413, header: "Content-Type: text/html", want: chain.ContextLength, why: "status 413",
			body: "<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body><center>cloudflare</center></body>\r\n</html>"},
		{name: "rate", status: 429, header: "Retry-After: 12", body: anthropicSaid(`{"details":null,"type":"rate_limit_error","message":"This request would exceed your account's rate limit."}`),
			want: chain.RateLimit, hint: 12 * time.Second, why: "error.type rate_limit_error"},
		{name: "acceleration", status: 429, header: "Retry-After: 30", body: anthropicSaid(`{"type":"rate_limit_error","message":"Slower","details":{"error_code":"ramp_limit_exceeded"}}`),
			want: chain.RateLimit, hint: 30 * time.Second, why: "error.code ramp_limit_exceeded"},
		{name: "enforced spend limit", status: 429, body: anthropicSaid(`{"type":"rate_limit_error","message":"No","details":{"error_code":"enforced_spend_limit_reached"}}`),
			want: chain.Quota, why: "error.code enforced_spend_limit_reached"},
		{name: "contract's spend limit", status: 429, body: anthropicSaid(`{"type":"rate_limit_error","message":"No","details":{"error_code":"contract_spend_limit_reached"}}`), want: chain.Quota},
		{name: "details of another form", status: 429, body: anthropicSaid(`{"type":"rate_limit_error","message":"No","details":["enforced_spend_limit_reached"]}`), want: chain.RateLimit},
		{name: "internal", status: 500, body: anthropicSaid(`{"type":"api_error","message":"Internal server error"}`), want: chain.Server},
		{name: "timeout", status: 504, body: anthropicSaid(`{"type":"timeout_error","message":"Request timed out"}`), want: chain.Server},
		{name: "overloaded", status: 529, body: anthropicSaid(`{"type":"overloaded_error","message":"Overloaded"}`), want: chain.Overload, why: "error.type overloaded_error"},
		{name: "overloaded, no body", status: 529, want: chain.Overload, why: "status 529"},
		{name: "in a success", status: 200, body: anthropicSaid(`{"type":"overloaded_error","message":"Overloaded"}`), want: chain.Overload},
		{name: "a type that nobody knows", status: 418, body: anthropicSaid(`{"type":"teapot_error","message":"short and stout"}`), want: chain.BadRequest, why: "status 418"},
	})
}

func TestAnthropicHints(t *testing.T) {
	const limit = "Anthropic-Ratelimit-"
	body := anthropicSaid(`{"type":"rate_limit_error","message":"Rate limited"}`)
	row := func(name, header string, hint time.Duration) utterance {
		return utterance{name: name, status: 429, header: header, body: body, want: chain.RateLimit, hint: hint}
	}
	at := func(d time.Duration) string { return sentAt.Add(d).Format(time.RFC3339) }
	rows := []utterance{
		row("none", "", 0),
		row("seconds", "Retry-After: 7", 7*time.Second),
		row("milliseconds before seconds", "Retry-After-Ms: 1500\nRetry-After: 2", 1500*time.Millisecond),
		row("date", "Retry-After: "+sentAt.Add(time.Minute).Format(http.TimeFormat), time.Minute),
		row("past date", "Retry-After: "+sentAt.Add(-time.Minute).Format(http.TimeFormat), 0),
		row("zero", "Retry-After: 0", 0), row("negative", "Retry-After: -1", 0), row("malformed", "Retry-After: soon", 0),
		row("huge", "Retry-After: 99999999999999999999", MaxHint),
		row("used up", limit+"Requests-Remaining: 0\n"+limit+"Requests-Reset: "+at(20*time.Second), 20*time.Second),
		row("two used up", limit+"Requests-Remaining: 0\n"+limit+"Requests-Reset: "+at(20*time.Second)+"\n"+
			limit+"Output-Tokens-Remaining: 0\n"+limit+"Output-Tokens-Reset: "+at(50*time.Second), 50*time.Second),
		row("not used up", limit+"Tokens-Remaining: 1\n"+limit+"Tokens-Reset: "+at(time.Minute), 0),
		row("used up, already over", limit+"Tokens-Remaining: 0\n"+limit+"Tokens-Reset: "+at(-time.Minute), 0),
		row("used up, with an offset", limit+"Tokens-Remaining: 0\n"+limit+"Tokens-Reset: 2026-11-30T11:20:40+01:00", 10*time.Second),
		row("used up, malformed", limit+"Tokens-Remaining: 0\n"+limit+"Tokens-Reset: tomorrow", 0),
		row("retry-after before limits", "Retry-After: 3\n"+limit+"Tokens-Remaining: 0\n"+limit+"Tokens-Reset: "+at(time.Minute), 3*time.Second),
		{name: "limits are no reason for another error", status: 529, header: limit + "Tokens-Remaining: 0\n" + limit + "Tokens-Reset: " + at(time.Minute),
			body: anthropicSaid(`{"type":"overloaded_error","message":"Overloaded"}`), want: chain.Overload},
		{name: "limits beside a success", status: 200, header: limit + "Tokens-Remaining: 0\n" + limit + "Tokens-Reset: " + at(time.Minute),
			body: `{"type":"message","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"}`, text: "x", finish: "end_turn"},
	}
	checkUtterances(t, anthropic{}, rows)
}

func TestAnthropicBodies(t *testing.T) {
	checkUtterances(t, anthropic{}, []utterance{
		{name: "text", status: 200, body: `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}`, text: "ab", finish: "end_turn"},
		{name: "thoughts are no answer", status: 200, body: `{"type":"message","content":[{"type":"thinking","thinking":"hm","text":"hm"},{"type":"text","text":"b"}],"stop_reason":"end_turn"}`, text: "b", finish: "end_turn"},
		{name: "no content", status: 200, body: `{"type":"message","content":[],"stop_reason":"end_turn"}`, finish: "end_turn"},
		{name: "bound reached", status: 200, body: `{"type":"message","content":[{"type":"text","text":"{\"a\":"}],"stop_reason":"max_tokens"}`, text: `{"a":`, finish: "max_tokens"},
		{name: "window reached", status: 200, body: `{"type":"message","content":[],"stop_reason":"model_context_window_exceeded"}`, finish: "model_context_window_exceeded"},
		{name: "refusal", status: 200, body: `{"type":"message","content":[{"type":"text","text":"Hello.."}],"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":"No."}}`,
			want: chain.ContentPolicy, why: "stop_reason refusal", text: "Hello..", finish: "refusal"},
		{name: "another dialect", status: 200, body: `{"object":"chat.completion","choices":[{"message":{"content":"x"}}]}`, want: chain.OKInvalid},
		{name: "nothing", status: 200, want: chain.OKInvalid, why: "empty body"},
		{name: "an object", status: 200, body: `{}`, want: chain.OKInvalid},
		{name: "content of another type", status: 200, body: `{"type":"message","content":"x"}`, want: chain.OKInvalid},
		{name: "a page", status: 200, header: "Content-Type: text/html", body: "<html><body>Sign in</body></html>", want: chain.OKInvalid},
		{name: "cut", status: 200, body: `{"type":"message","content":[{"type":"te`, cut: true, want: chain.Truncated},
	})
}

const anthropicBegin = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":9,\"cache_read_input_tokens\":20,\"output_tokens\":1}}}\n\n" +
	"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"

func anthropicDelta(text string) string {
	return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"" + text + "\"}}\n\n"
}

func anthropicEnd(reason string) string {
	return "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n" +
		"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":15}}\n\n" +
		"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
}

func TestAnthropicStreams(t *testing.T) {
	const ping = "event: ping\ndata: {\"type\":\"ping\"}\n\n"
	fails := func(typ string) string {
		return "event: error\ndata: " + anthropicSaid(`{"type":"`+typ+`","message":"No"}`) + "\n\n"
	}
	hello := anthropicBegin + ping + anthropicDelta("Hel") + ping + anthropicDelta("lo")
	whole := hello + anthropicEnd("end_turn")
	checkUtterances(t, anthropic{}, []utterance{
		{name: "whole", status: 200, body: whole, text: "Hello", finish: "end_turn", why: "status 200"},
		{name: "lines end as on Windows", status: 200, body: strings.ReplaceAll(whole, "\n", "\r\n"), text: "Hello", finish: "end_turn"},
		{name: "last blank line missing", status: 200, body: strings.TrimSuffix(whole, "\n\n"), text: "Hello", finish: "end_turn"},
		{name: "thoughts are no answer", status: 200, text: "a", finish: "end_turn",
			body: anthropicBegin + strings.Replace(anthropicDelta("hm"), `"text_delta"`, `"thinking_delta"`, 1) + anthropicDelta("a") + anthropicEnd("end_turn")},
		{name: "an event of a later version", status: 200, body: anthropicBegin + "event: news\ndata: {\"type\":\"news\"}\n\n" + anthropicDelta("a") + anthropicEnd("end_turn"), text: "a", finish: "end_turn"},
		{name: "no content", status: 200, body: anthropicBegin + anthropicEnd("end_turn"), finish: "end_turn"},
		{name: "bound reached", status: 200, body: hello + anthropicEnd("max_tokens"), text: "Hello", finish: "max_tokens"},
		{name: "refusal", status: 200, body: hello + anthropicEnd("refusal"), want: chain.ContentPolicy, text: "Hello", finish: "refusal"},
		{name: "fails before the first token", status: 200, body: fails("overloaded_error"), want: chain.Overload, why: "error.type overloaded_error"},
		{name: "fails midway", status: 200, body: hello + fails("overloaded_error"), want: chain.Overload, text: "Hello"},
		{name: "fails midway, internally", status: 200, body: hello + fails("api_error"), want: chain.Server, text: "Hello"},
		{name: "fails by time", status: 200, body: hello + fails("timeout_error"), want: chain.Server, text: "Hello"},
		{name: "fails by rate", status: 200, body: fails("rate_limit_error"), want: chain.RateLimit},
		{name: "fails without a known type", status: 200, body: hello + fails("new_error"), want: chain.Server, text: "Hello"},
		{name: "filtered midway", status: 200, body: hello + "event: error\ndata: " + anthropicSaid(`{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}`) + "\n\n",
			want: chain.ContentPolicy, text: "Hello"},
		{name: "error without words", status: 200, body: hello + "event: error\ndata: {}\n\n", want: chain.Server, text: "Hello"},
		{name: "ends before content", status: 200, body: anthropicBegin, want: chain.Truncated},
		{name: "ends midway", status: 200, body: hello, want: chain.Truncated, text: "Hello", why: "no mark of the end"},
		{name: "ends before message_stop", status: 200, body: strings.TrimSuffix(whole, "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"), want: chain.Truncated, text: "Hello", finish: "end_turn"},
		{name: "ends inside a line", status: 200, body: hello + "event: content_block_delta\ndata: {\"type\":\"content_bl", want: chain.Truncated, text: "Hello"},
		{name: "breaks off", status: 200, body: hello, cut: true, want: chain.Truncated, text: "Hello", why: "the connection broke off"},
		{name: "only pings", status: 200, body: ping + ping, want: chain.Truncated},
		{name: "nothing, broken off", status: 200, header: "Content-Type: text/event-stream", cut: true, want: chain.Truncated},
		{name: "another dialect", status: 200, body: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", want: chain.OKInvalid},
		{name: "another dialect, broken off", status: 200, body: "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n", want: chain.OKInvalid},
		{name: "an end without a reason", status: 200, body: hello + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n", want: chain.Truncated, text: "Hello"},
		{name: "an end without a beginning", status: 200, body: anthropicEnd("end_turn"), want: chain.OKInvalid, finish: "end_turn"},
	})
}

func TestAnthropicUsage(t *testing.T) {
	u := utterance{status: 200, body: anthropicBegin + anthropicDelta("a") + anthropicEnd("end_turn")}
	got := anthropic{}.Read(u.response(), sentAt)
	if want := (Usage{29, 15}); got.Usage != want || got.Model != "m" {
		t.Errorf("usage %+v of %q, want %+v of m", got.Usage, got.Model, want)
	}
}

// TestAnthropicOrder: the SDK skips events without a name and throws at any
// other order.
func TestAnthropicOrder(t *testing.T) {
	r := replyOf(chain.Outcome{Status: 200})
	r.Content, r.Stream = []byte("12345678"), true
	sent := anthropic{}.Respond(&r)
	var names []string
	for e := range events(sent.Body) {
		var data struct{ Type string }
		if err := json.Unmarshal(e.data, &data); err != nil || data.Type != e.name {
			t.Errorf("event %q holds %s", e.name, e.data)
		}
		names = append(names, e.name)
	}
	want := []string{"message_start", "content_block_start", "ping", "content_block_delta", "content_block_delta",
		"content_block_stop", "message_delta", "message_stop"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestAnthropicSays(t *testing.T) {
	for _, row := range []struct {
		o    chain.Outcome
		want string
	}{
		{chain.Outcome{Class: chain.Overload, Status: 529}, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"REQ"}`},
		{chain.Outcome{Class: chain.Quota, Status: 429}, `{"type":"error","error":{"type":"rate_limit_error","message":"Your organization has reached its spend limit.","details":{"error_code":"enforced_spend_limit_reached"}},"request_id":"REQ"}`},
		{chain.Outcome{Class: chain.ModelMissing, Status: 404}, `{"type":"error","error":{"type":"not_found_error","message":"model: some-model"},"request_id":"REQ"}`},
		{chain.Outcome{Class: chain.Server, Status: 502}, `{"type":"error","error":{"type":"api_error","message":"Bad Gateway"},"request_id":"REQ"}`},
	} {
		r := replyOf(row.o)
		sent := anthropic{}.Respond(&r)
		if got := strings.ReplaceAll(string(sent.Body), sent.Header.Get("Request-Id"), "REQ"); got != row.want {
			t.Errorf("%v:\n got %s\nwant %s", row.o, got, row.want)
		}
	}
	r := replyOf(chain.Outcome{Class: chain.RateLimit, Status: 429, Hint: 90 * time.Second})
	h := anthropic{}.Respond(&r).Header
	if h.Get("Retry-After") != "90" || h.Get("Anthropic-Ratelimit-Requests-Reset") != "2026-11-30T10:22:00Z" || h.Get("Anthropic-Ratelimit-Requests-Remaining") != "0" {
		t.Errorf("headers %v", h)
	}
}

// TestAnthropicRefuses: a refusal of the model's is a success that says so.
func TestAnthropicRefuses(t *testing.T) { checkRefuses(t, anthropic{}, "refusal", "refusal") }

// checkRefuses looks at how a dialect refuses under a success status, without
// and with words.
func checkRefuses(t *testing.T, d Dialect, silent, midway string) {
	t.Helper()
	if all := d.Statuses(chain.ContentPolicy); !slices.Contains(all, 200) || !slices.Contains(all, 400) {
		t.Errorf("statuses %v", all)
	}
	for _, stream := range []bool{false, true} {
		for said, finish := range map[string]string{"": silent, "I would": midway} {
			r := replyOf(chain.Outcome{Class: chain.ContentPolicy, Status: 200})
			r.Content, r.Stream = []byte(said), stream
			got := d.Read(d.Respond(&r), sentAt)
			if got.Outcome != r.Outcome || got.Finish != finish || string(got.Text) != said {
				t.Errorf("stream %v, %q: %+v", stream, said, got)
			}
		}
	}
}

func TestAnthropicBuild(t *testing.T) {
	half := 0.5
	q := Request{Messages: []Message{{"system", "Be brief."}, {"user", "a"}, {"assistant", "b"}, {"system", "In French."}, {"user", "c"}},
		Schema: []byte(`{"type":"object"}`), SchemaName: "facts", Temperature: &half, Stream: true}
	r, body := build(t, anthropic{}, &Endpoint{Key: Hide("hush"), Model: "claude"}, &q)
	want := `{"model":"claude","max_tokens":4096,"system":"Be brief.\n\nIn French.","messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}],` +
		`"temperature":0.5,"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}},"stream":true}`
	if string(body) != want {
		t.Errorf("body\n%s\nwant\n%s", body, want)
	}
	if r.URL.String() != "https://api.anthropic.com/v1/messages" || r.Header.Get("X-Api-Key") != "hush" || r.Header.Get("Anthropic-Version") != "2026-10-21" {
		t.Errorf("%s with %v", r.URL, r.Header)
	}
	r, err := anthropic{}.Build(context.Background(), &Endpoint{APIVersion: "2023-06-01", Model: "claude"}, &q)
	if err != nil || r.Header.Get("Anthropic-Version") != "2023-06-01" {
		t.Errorf("%v with %v", err, r.Header)
	}
}

func TestAnthropicAsk(t *testing.T) {
	ask := func(version, body string) (Request, error) {
		r, err := http.NewRequest(http.MethodPost, "http://127.0.0.1/v1/messages", nil)
		if err != nil {
			t.Fatal(err)
		}
		if version != "" {
			r.Header.Set("Anthropic-Version", version)
		}
		return anthropic{}.Ask(r, []byte(body))
	}
	const said = `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]`
	got, err := ask("1999-01-01", said+`,"system":[{"type":"text","text":"s"}],"output_format":{"type":"json_schema","schema":{"a":1}}}`)
	want := Request{Model: "m", MaxTokens: 5, Messages: []Message{{"system", "s"}, {"user", "ab"}}, Schema: []byte(`{"a":1}`)}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	for name, row := range map[string][2]string{"no version": {"", said + `}`}, "no bound": {"x", `{"model":"m","messages":[{"role":"user","content":"a"}]}`}} {
		if _, err := ask(row[0], row[1]); err == nil || err.(*AskError).Status != 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
