package wire

import (
	"net/http"
	"testing"
	"time"

	"wavetank/chain"
)

// row is an answer as a provider sent it, and what it means.
type row struct {
	about   string
	dialect string
	status  int
	header  http.Header
	body    string
	brk     Break
	want    chain.Class
	hint    time.Duration
	text    string
	why     string // "" is not looked at
}

// checkRows reads each row.
func checkRows(t *testing.T, rows []row) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.dialect+"/"+row.about, func(t *testing.T) {
			e, err := Dialects.Lookup(row.dialect)
			if err != nil {
				t.Fatal(err)
			}
			got := e.New().Read(&Response{Status: row.status, Header: row.header, Body: []byte(row.body), Break: row.brk}, sentAt)
			if want := (chain.Outcome{Class: row.want, Status: int16(row.status), Hint: row.hint}); got.Outcome != want {
				t.Errorf("read as %s %+v from %q, want %s %+v", got.Outcome.Class, got.Outcome, got.Why, row.want, want)
			}
			if string(got.Text) != row.text || row.why != "" && got.Why != row.why {
				t.Errorf("text %q, why %q; want %q, %q", got.Text, got.Why, row.text, row.why)
			}
		})
	}
}

var (
	sse       = http.Header{"Content-Type": {"text/event-stream"}}
	chunkHead = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}` + "\n\n"
	chunkText = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":null}]}` + "\n\n"
	chunkLast = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	chunkUse  = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}` + "\n\n"
	chunkDone = "data: [DONE]\n\n"
)

// answerOf is a plain chat completion.
func answerOf(message, finish string) string {
	return `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":` + message +
		`,"finish_reason":` + finish + `,"logprobs":null}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}`
}

func TestOpenAIRows(t *testing.T) {
	after := func(s string) http.Header { return http.Header{"Retry-After": {s}} }
	checkRows(t, []row{
		{about: "requests per minute", dialect: "openai", status: 429, header: after("20"),
			body: `{"error":{"message":"Rate limit reached for gpt-4o in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.","type":"requests","param":null,"code":"rate_limit_exceeded"}}`,
			want: chain.RateLimit, hint: 20 * time.Second, why: "error.code rate_limit_exceeded"},
		{about: "tokens per minute, told in the message alone", dialect: "openai", status: 429,
			body: `{"error":{"message":"Rate limit reached for gpt-4o on tokens per min (TPM). Please try again in 1.338s. Visit https://platform.openai.com","type":"tokens","param":null,"code":"rate_limit_exceeded"}}`,
			want: chain.RateLimit, hint: 1338 * time.Millisecond},
		{about: "a limit that is used up", dialect: "openai", status: 429,
			header: http.Header{"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"6m0s"}, "X-Ratelimit-Remaining-Tokens": {"149984"}, "X-Ratelimit-Reset-Tokens": {"1s"}},
			body:   `{"error":{"message":"Rate limit reached.","type":"requests","param":null,"code":"rate_limit_exceeded"}}`,
			want:   chain.RateLimit, hint: 6 * time.Minute},
		{about: "limits of which none is used up", dialect: "openai", status: 503,
			header: http.Header{"X-Ratelimit-Remaining-Requests": {"59"}, "X-Ratelimit-Reset-Requests": {"1s"}},
			body:   `{"error":{"message":"x","type":"server_error","param":null,"code":null}}`, want: chain.Server},
		{about: "ramp", dialect: "openai", status: 429, body: `{"error":{"message":"Slow down.","type":"rate_limit_error","code":"slow_down"}}`, want: chain.RateLimit},
		{about: "billing", dialect: "openai", status: 429,
			body: `{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`,
			want: chain.Quota, why: "error.code insufficient_quota"},
		{about: "billing by type", dialect: "openai", status: 429, body: `{"error":{"message":"x","type":"insufficient_quota"}}`, want: chain.Quota, why: "error.type insufficient_quota"},
		{about: "credit", dialect: "openai", status: 429, body: `{"error":{"message":"x","type":"y","code":"credit_balance_exhausted"}}`, want: chain.Quota},
		{about: "organization's spend", dialect: "openai", status: 429, body: `{"error":{"message":"x","code":"organization_spend_limit_exceeded"}}`, want: chain.Quota},
		{about: "project's spend", dialect: "openai", status: 429, body: `{"error":{"message":"x","code":"project_spend_limit_exceeded"}}`, want: chain.Quota},
		{about: "organization's usage", dialect: "openai", status: 429, body: `{"error":{"message":"x","code":"organization_usage_limit_exceeded"}}`, want: chain.Quota},
		{about: "malformed", dialect: "openai", status: 400, body: `{"error":{"message":"Invalid 'temperature'","type":"invalid_request_error","param":"temperature","code":"decimal_above_max_value"}}`, want: chain.BadRequest},
		{about: "malformed without a code", dialect: "openai", status: 400, body: `{"error":{"message":"x","type":"invalid_request_error","param":null,"code":null}}`, want: chain.BadRequest},
		{about: "context", dialect: "openai", status: 400,
			body: `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`,
			want: chain.ContextLength},
		{about: "policy", dialect: "openai", status: 400, body: `{"error":{"message":"x","type":"invalid_request_error","code":"content_policy_violation"}}`, want: chain.ContentPolicy},
		{about: "key", dialect: "openai", status: 401, body: `{"error":{"message":"Incorrect API key provided: sk-x.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`, want: chain.Auth},
		{about: "country", dialect: "openai", status: 403, body: `{"error":{"message":"Country, region, or territory not supported","type":"request_forbidden","param":null,"code":"unsupported_country_region_territory"}}`, want: chain.Auth},
		{about: "model", dialect: "openai", status: 404, body: `{"error":{"message":"The model does not exist","type":"invalid_request_error","param":null,"code":"model_not_found"}}`, want: chain.ModelMissing},
		{about: "server", dialect: "openai", status: 500, body: `{"error":{"message":"The server had an error while processing your request","type":"server_error","param":null,"code":null}}`, want: chain.Server},
		{about: "overload", dialect: "openai", status: 503, body: `{"error":{"message":"x","type":"service_unavailable_error","param":null,"code":"server_is_overloaded"}}`, want: chain.Overload},
		{about: "431", dialect: "openai", status: 431, body: ``, want: chain.BadRequest},
		{about: "a proxy's page", dialect: "openai", status: 502, body: `<html><body><h1>502 Bad Gateway</h1></body></html>`, want: chain.Server, why: "status 502"},
		{about: "success", dialect: "openai", status: 200, body: answerOf(`{"role":"assistant","content":"hi","refusal":null}`, `"stop"`), text: "hi"},
		{about: "the smallest success", dialect: "openai", status: 200, body: `{"choices":[{"message":{"content":"hi"}}]}`, text: "hi"},
		{about: "success that tells of no error", dialect: "openai", status: 200, body: `{"error":null,` + answerOf(`{"role":"assistant","content":"hi"}`, `"stop"`)[1:], text: "hi"},
		{about: "success in parts", dialect: "openai", status: 200, body: answerOf(`{"role":"assistant","content":[{"type":"text","text":"h"},{"type":"text","text":"i"}]}`, `"stop"`), text: "hi"},
		{about: "cut by its bound", dialect: "openai", status: 200, body: answerOf(`{"role":"assistant","content":"h"}`, `"length"`), text: "h"},
		{about: "empty content", dialect: "openai", status: 200, body: answerOf(`{"role":"assistant","content":null}`, `"stop"`)},
		{about: "refusal", dialect: "openai", status: 200, body: answerOf(`{"role":"assistant","content":null,"refusal":"I'm sorry"}`, `"stop"`), want: chain.ContentPolicy, why: "message.refusal"},
		{about: "filter", dialect: "openai", status: 200, body: answerOf(`{"role":"assistant","content":"h"}`, `"content_filter"`), want: chain.ContentPolicy, text: "h"},
		{about: "an error inside a success", dialect: "openai", status: 200, body: `{"error":{"message":"x","type":"server_error","code":null}}`, want: chain.Server, why: "error.type server_error"},
		{about: "an error with a number for a code", dialect: "openai", status: 200, body: `{"error":{"message":"x","code":429}}`, want: chain.RateLimit, why: "error.code 429"},
		{about: "an error of which nothing is known", dialect: "openai", status: 200, body: `{"error":"x"}`, want: chain.Server, why: "error"},
		{about: "no choices", dialect: "openai", status: 200, body: `{"id":"c","object":"chat.completion","choices":[]}`, want: chain.OKInvalid},
		{about: "another JSON", dialect: "openai", status: 200, body: `{"status":"ok"}`, want: chain.OKInvalid},
		{about: "no JSON", dialect: "openai", status: 200, body: `hello`, want: chain.OKInvalid},
		{about: "a page", dialect: "openai", status: 200, body: `<html></html>`, want: chain.OKInvalid},
		{about: "nothing", dialect: "openai", status: 200, body: " \r\n", want: chain.OKInvalid, why: "empty body"},
		{about: "no content", dialect: "openai", status: 204, want: chain.OKInvalid},
		{about: "half a body", dialect: "openai", status: 200, body: `{"id":"c","choi`, brk: Cut, want: chain.Truncated},
	})
}

func TestOpenAIStreamRows(t *testing.T) {
	checkRows(t, []row{
		{about: "stream", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + chunkText + chunkLast + chunkUse + chunkDone, text: "hihi"},
		{about: "stream without its type", dialect: "openai", status: 200, body: chunkHead + chunkText + chunkLast + chunkDone, text: "hi"},
		{about: "stream without its last blank line", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + chunkLast + "data: [DONE]", text: "hi"},
		{about: "stream with comments", dialect: "openai", status: 200, header: sse, body: ": keep-alive\n\n" + chunkHead + ":\n\n" + chunkText + chunkLast + chunkDone, text: "hi"},
		{about: "stream cut before any chunk", dialect: "openai", status: 200, header: sse, brk: Cut, want: chain.Truncated},
		{about: "stream closed before any chunk", dialect: "openai", status: 200, header: sse, body: ": keep-alive\n\n", want: chain.Truncated},
		{about: "stream cut in the content", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText, brk: Cut, want: chain.Truncated, text: "hi"},
		{about: "stream closed in the content", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText, want: chain.Truncated, text: "hi", why: "no mark of the end"},
		{about: "stream closed before its mark", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + chunkLast, want: chain.Truncated, text: "hi"},
		{about: "stream cut in a line", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + chunkText[:40], brk: Cut, want: chain.Truncated, text: "hi"},
		{about: "stream closed in a line", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + chunkText[:40], want: chain.Truncated, text: "hi"},
		{about: "mark without a reason", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + chunkDone, want: chain.Truncated, text: "hi"},
		{about: "nothing but the mark", dialect: "openai", status: 200, header: sse, body: chunkDone, want: chain.OKInvalid},
		{about: "junk in a stream", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + "data: junk\n\n" + chunkLast + chunkDone, want: chain.OKInvalid, text: "hi"},
		{about: "error before the first chunk", dialect: "openai", status: 200, header: sse, body: `data: {"error":{"message":"x","type":"tokens","code":"rate_limit_exceeded"}}` + "\n\n", want: chain.RateLimit},
		{about: "error in the stream", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + `data: {"error":{"message":"The server had an error while processing your request","type":"server_error","param":null,"code":null}}` + "\n\n", want: chain.Server, text: "hi"},
		{about: "error in the stream, then cut", dialect: "openai", status: 200, header: sse, body: chunkHead + chunkText + `data: {"error":{"message":"x","code":"server_is_overloaded"}}` + "\n\n", brk: Cut, want: chain.Overload, text: "hi"},
		{about: "plain error where a stream was asked", dialect: "openai", status: 200, header: sse, body: `{"error":{"message":"x","type":"server_error"}}`, want: chain.Server},
		{about: "plain error of a stream's status", dialect: "openai", status: 429, header: sse, body: `{"error":{"message":"x","type":"requests","code":"rate_limit_exceeded"}}`, want: chain.RateLimit},
		{about: "refusal in the stream", dialect: "openai", status: 200, header: sse, body: chunkHead + `data: {"choices":[{"index":0,"delta":{"refusal":"I'm sorry"},"finish_reason":null}]}` + "\n\n" + chunkLast + chunkDone, want: chain.ContentPolicy},
	})
}

func event1(kind, members string) string {
	return "event: " + kind + "\ndata: {\"type\":\"" + kind + "\"," + members + "}\n\n"
}

func TestResponsesRows(t *testing.T) {
	const d = "openai-responses"
	delta := event1("response.output_text.delta", `"sequence_number":4,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"hi"`)
	created := event1("response.created", `"sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","error":null,"output":[]}`)
	whole := func(status, rest string) string {
		return `{"id":"resp_1","object":"response","created_at":1,"status":"` + status + `","model":"m","output":[{"type":"reasoning","summary":[]},{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"hi","annotations":[]}]}],"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}` + rest + `}`
	}
	checkRows(t, []row{
		{about: "success", dialect: d, status: 200, body: whole("completed", `,"error":null,"incomplete_details":null`), text: "hi"},
		{about: "cut by its bound", dialect: d, status: 200, body: whole("incomplete", `,"incomplete_details":{"reason":"max_output_tokens"}`), text: "hi"},
		{about: "filter", dialect: d, status: 200, body: whole("incomplete", `,"incomplete_details":{"reason":"content_filter"}`), text: "hi", want: chain.ContentPolicy},
		{about: "failed", dialect: d, status: 200, body: whole("failed", `,"error":{"code":"server_error","message":"x"}`), text: "hi", want: chain.Server, why: "error.code server_error"},
		{about: "failed by the rate", dialect: d, status: 200, body: whole("failed", `,"error":{"code":"rate_limit_exceeded","message":"Please try again in 2s."}`), text: "hi", want: chain.RateLimit, hint: 2 * time.Second},
		{about: "failed without a word", dialect: d, status: 200, body: whole("failed", ``), text: "hi", want: chain.Server},
		{about: "invalid prompt", dialect: d, status: 200, body: whole("failed", `,"error":{"code":"invalid_prompt","message":"x"}`), text: "hi", want: chain.ContentPolicy},
		{about: "vector store", dialect: d, status: 200, body: whole("failed", `,"error":{"code":"vector_store_timeout","message":"x"}`), text: "hi", want: chain.Server},
		{about: "cancelled", dialect: d, status: 200, body: whole("cancelled", ``), text: "hi", want: chain.Truncated},
		{about: "refusal", dialect: d, status: 200, body: `{"object":"response","status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"no"}]}]}`, want: chain.ContentPolicy},
		{about: "a chat completion", dialect: d, status: 200, body: answerOf(`{"role":"assistant","content":"hi"}`, `"stop"`), want: chain.OKInvalid},
		{about: "context", dialect: d, status: 400, body: `{"error":{"message":"Your input exceeds the context window of this model","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}`, want: chain.ContextLength},
		{about: "billing", dialect: d, status: 429, body: `{"error":{"message":"x","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`, want: chain.Quota},

		{about: "stream", dialect: d, status: 200, header: sse, body: created + delta + delta + event1("response.completed", `"sequence_number":9,"response":`+whole("completed", ``)), text: "hihi"},
		{about: "stream of one event", dialect: d, status: 200, header: sse, body: event1("response.completed", `"response":`+whole("completed", ``)), text: "hi"},
		{about: "overload, seen live", dialect: d, status: 200, header: sse, body: created + event1("error", `"sequence_number":2,"code":"server_is_overloaded","message":"Our servers are currently overloaded","param":null`), want: chain.Overload},
		{about: "overload after text", dialect: d, status: 200, header: sse, body: created + delta + event1("error", `"sequence_number":5,"code":"server_is_overloaded","message":"Our servers are currently overloaded","param":null`), want: chain.Overload, text: "hi"},
		{about: "nested error event", dialect: d, status: 200, header: sse, body: created + event1("error", `"error":{"type":"server_error","code":"server_error","message":"x"}`), want: chain.Server},
		{about: "stream that failed", dialect: d, status: 200, header: sse, body: created + delta + event1("response.failed", `"sequence_number":5,"response":{"object":"response","status":"failed","error":{"code":"rate_limit_exceeded","message":"x"},"output":[]}`), want: chain.RateLimit, text: "hi"},
		{about: "stream that is incomplete", dialect: d, status: 200, header: sse, body: created + delta + event1("response.incomplete", `"response":{"object":"response","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}`), text: "hi"},
		{about: "stream without an end", dialect: d, status: 200, header: sse, body: created + delta, want: chain.Truncated, text: "hi"},
		{about: "stream cut in a line", dialect: d, status: 200, header: sse, body: created + delta + "event: response.out", brk: Cut, want: chain.Truncated, text: "hi"},
	})
}

func TestAzureRows(t *testing.T) {
	const d = "azure-openai"
	checkRows(t, []row{
		{about: "call rate, in milliseconds", dialect: d, status: 429, header: http.Header{"Retry-After": {"22"}, "Retry-After-Ms": {"21250"}},
			body: `{"error":{"code":"429","message":"Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded call rate limit of your current OpenAI S0 pricing tier. Please retry after 22 seconds."}}`,
			want: chain.RateLimit, hint: 21250 * time.Millisecond},
		{about: "token rate, told in the message alone", dialect: d, status: 429,
			body: `{"error":{"code":"429","message":"Requests to the ChatCompletions_Create Operation have exceeded token rate limit. Please retry after 22 seconds. Please contact Azure support"}}`,
			want: chain.RateLimit, hint: 22 * time.Second, why: "status 429"},
		{about: "a limit that is used up", dialect: d, status: 429, header: http.Header{"X-Ratelimit-Remaining-Tokens": {"0"}, "X-Ratelimit-Reset-Tokens": {"45"}},
			body: `{"error":{"code":"429","message":"x"}}`, want: chain.RateLimit, hint: 45 * time.Second},
		{about: "limits as the Responses API was seen to tell them", dialect: d, status: 429, header: http.Header{"X-Ratelimit-Limit-Tokens": {"-1"}, "X-Ratelimit-Remaining-Tokens": {"-1"}, "X-Ratelimit-Reset-Tokens": {"0"}},
			body: `{"error":{"code":"429","message":"x"}}`, want: chain.RateLimit},
		{about: "content filter", dialect: d, status: 400,
			body: `{"error":{"message":"The response was filtered","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation","content_filter_result":{"hate":{"filtered":true,"severity":"high"},"jailbreak":{"filtered":false,"detected":false}}}}}`,
			want: chain.ContentPolicy, why: "error.code content_filter"},
		{about: "content filter of the answer", dialect: d, status: 200, body: answerOf(`{"role":"assistant","content":"h"}`, `"content_filter"`), text: "h", want: chain.ContentPolicy},
		{about: "filter that failed", dialect: d, status: 200, body: `{"choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop","content_filter_results":{"error":{"code":"content_filter_error","message":"The contents are not filtered"}}}]}`, text: "hi"},
		{about: "deployment", dialect: d, status: 404, body: `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}`, want: chain.ModelMissing},
		{about: "resource", dialect: d, status: 404, body: `{"error":{"code":"404","message":"Resource not found"}}`, want: chain.ModelMissing},
		{about: "key", dialect: d, status: 401, body: `{"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint."}}`, want: chain.Auth, why: "status 401"},
		{about: "context", dialect: d, status: 400, body: `{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, want: chain.ContextLength},
		{about: "stream", dialect: d, status: 200, header: sse, body: `data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}` + "\n\n" + chunkHead + chunkText + chunkLast + chunkDone, text: "hi"},
		{about: "error in the stream", dialect: d, status: 200, header: sse, body: chunkHead + chunkText + `data: {"error":{"code":"429","message":"Please retry after 3 seconds."}}` + "\n\n", text: "hi", want: chain.RateLimit, hint: 3 * time.Second},
	})
}

// TestAzureAddress: the address says whether the path or the body names the model.
func TestAzureAddress(t *testing.T) {
	q := questions()[0]
	for _, row := range []struct{ base, version, want, model string }{
		{"https://x.openai.azure.com", "", "https://x.openai.azure.com/openai/deployments/a%2Fb/chat/completions?api-version=2024-10-21", "a/b"},
		{"https://x.openai.azure.com/", "2025-04-01-preview", "https://x.openai.azure.com/openai/deployments/a%2Fb/chat/completions?api-version=2025-04-01-preview", "a/b"},
		{"https://x.openai.azure.com/openai/v1/", "", "https://x.openai.azure.com/openai/v1/chat/completions", "a/b"},
	} {
		d := azure{&azureChat}
		r, body := build(t, d, &Endpoint{BaseURL: row.base, APIVersion: row.version, Model: "a/b"}, &q)
		if r.URL.String() != row.want {
			t.Errorf("%s: asks at %s, want %s", row.base, r.URL, row.want)
		}
		if got, err := d.Ask(r, body); err != nil || got.Model != row.model {
			t.Errorf("%s: model %q, error %v", row.base, got.Model, err)
		}
	}
	for path, want := range map[string]string{
		"/openai/deployments/m/chat/completions": "m", "/p/openai/deployments/m/chat/completions": "m", "/openai/v1/chat/completions": "",
		"/openai/deployments//chat/completions": "none", "/openai/deployments/m/embeddings": "none", "/chat/completions": "none",
	} {
		if got, ok := azureModel(path); ok != (want != "none") || ok && got != want {
			t.Errorf("azureModel(%q) = %q, %v", path, got, ok)
		}
	}
}

func TestVLLMRows(t *testing.T) {
	const d = "vllm"
	checkRows(t, []row{
		{about: "bad request, old", dialect: d, status: 400, body: `{"object":"error","message":"x","type":"BadRequestError","param":null,"code":400}`, want: chain.BadRequest},
		{about: "bad request, new", dialect: d, status: 400, body: `{"error":{"message":"x","type":"BadRequestError","param":null,"code":400}}`, want: chain.BadRequest},
		{about: "model, old", dialect: d, status: 404, body: `{"object":"error","message":"The model ` + "`X`" + ` does not exist.","type":"NotFoundError","param":null,"code":404}`, want: chain.ModelMissing},
		{about: "context, old", dialect: d, status: 400, body: `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","param":null,"code":400}`, want: chain.ContextLength, why: "error.message"},
		{about: "context, new", dialect: d, status: 400, body: `{"error":{"message":"'max_tokens' or 'max_completion_tokens' is too large: 9000.","type":"BadRequestError","param":null,"code":400}}`, want: chain.ContextLength},
		{about: "context, of the prompt", dialect: d, status: 400, body: `{"error":{"message":"The decoder prompt (length 9000) is longer than the maximum model length of 4096.","type":"BadRequestError","param":null,"code":400}}`, want: chain.ContextLength},
		{about: "key", dialect: d, status: 401, body: `{"error":"Unauthorized"}`, want: chain.Auth},
		{about: "a shape that does not validate", dialect: d, status: 422, body: `{"detail":[{"loc":["body","messages"],"msg":"Field required","type":"missing"}]}`, want: chain.BadRequest},
		{about: "error in the stream, old", dialect: d, status: 200, header: sse, body: chunkHead + chunkText + `data: {"object":"error","message":"x","type":"InternalServerError","param":null,"code":500}` + "\n\n" + chunkDone, text: "hi", want: chain.Server},
		{about: "error in the stream, new", dialect: d, status: 200, header: sse, body: chunkHead + chunkText + `data: {"error":{"message":"x","type":"InternalServerError","param":null,"code":500}}` + "\n\n" + chunkDone, text: "hi", want: chain.Server},
		{about: "error in the stream, old, without a type", dialect: d, status: 200, header: sse, body: `data: {"object":"error","message":"x"}` + "\n\n" + chunkDone, want: chain.Server},
		{about: "a request that does not fit, told in the stream", dialect: d, status: 200, header: sse, body: `data: {"object":"error","message":"x","type":"BadRequestError","code":400}` + "\n\n" + chunkDone, want: chain.BadRequest},
	})
}
