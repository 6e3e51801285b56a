package wire

import (
	"bytes"
	"encoding/json"
	"net/http"

	"wavetank/chain"
)

func init() { Dialects.Register("groq", "Groq", func() Dialect { return &groq }) }

// groq is Groq's chat completions. They tell usage in x_groq too, and refuse
// what the model wrote with a status 400.
var groq = chat{
	base: "https://api.groq.com/openai/v1", limit: "max_completion_tokens", errors: groqErrors,
	envelope: groqEnvelope, streamError: groqStreamError, problem: groqProblem,
	hints: []hintHeader{{"Retry-After", inSeconds}}, gauges: groqGauges, wait: tryAgainIn,
	head: groqHead, extra: groqExtra, terse: true,
}

// groqErrors: the rows marked ? are second hand. The same code means a limit
// that refills under 429 and a request larger than the limit under 413: waiting
// never helps that one, a provider with another limit may. A limit per day
// carries the code too, with a long hint; it refills all the time, so it is no
// quota.
var groqErrors = refusals{
	{class: chain.RateLimit, status: 429, typ: "tokens", code: "rate_limit_exceeded",
		message: "Rate limit reached for model `{model}` in organization `org_wavetank` service tier `on_demand` on tokens per minute (TPM): Limit 15000, Used 11972, Requested 4351."},
	{class: chain.RateLimit, status: 429, typ: "requests", code: "rate_limit_exceeded"},
	{class: chain.RateLimit, status: 200, typ: "tokens", code: "rate_limit_exceeded",
		message: "Rate limit reached for model `{model}`."},
	{class: chain.ContextLength, status: 413, typ: "tokens", code: "rate_limit_exceeded", // ?
		message: "Request too large for model `{model}` in organization `org_wavetank` service tier `on_demand` on tokens per minute (TPM): Limit 15000, Requested 18351, please reduce your message size and try again."},
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", code: "context_length_exceeded", param: "messages", // ?
		message: "Please reduce the length of the messages or completion."},
	{class: chain.OKInvalid, status: 400, typ: "invalid_request_error", code: "json_validate_failed", // ?
		message: "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details."},
	{class: chain.OKInvalid, status: 400, typ: "invalid_request_error", code: "tool_use_failed", // ?
		message: "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."},
	{class: chain.Overload, status: 498, typ: "flex_tier", code: "capacity_exceeded", // the code as documented, its place and the type ?
		message: "`flex` tier capacity exceeded for model `{model}`."},
	{class: chain.Overload, status: 503, typ: "internal_server_error", says: "over capacity", // ?
		message: "{model} is currently over capacity. Please try again and back off exponentially."},
	{class: chain.Quota, status: 400, typ: "invalid_request_error", code: "blocked_api_access", // ?
		message: "API access is blocked: the organization has reached its spend limit."},
	{class: chain.Quota, status: 400, typ: "invalid_request_error", says: "spend limit"}, // ?
	{class: chain.ModelMissing, status: 404, typ: "invalid_request_error", code: "model_not_found", // ?
		message: "The model `{model}` does not exist or you do not have access to it."},
	{class: chain.ModelMissing, status: 400, typ: "invalid_request_error", code: "model_decommissioned", // ?
		message: "The model `{model}` has been decommissioned and is no longer supported."},
	{class: chain.Auth, status: 401, typ: "invalid_request_error", code: "invalid_api_key", message: "Invalid API Key"},
	{class: chain.Auth, status: 403, typ: "permissions_error", message: "Access denied."}, // type ?
	{class: chain.Auth, status: 400, typ: "invalid_request_error", code: "organization_restricted", // ?
		message: "Organization has been restricted. Please reach out to support if you believe this was in error."},
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", code: "content_policy_violation", // assumed: none is documented
		message: "The prompt was refused by a content policy."},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", message: "'messages' : property 'messages' is malformed"},
	{class: chain.BadRequest, status: 422, typ: "invalid_request_error", message: "Unprocessable Entity"},
	{class: chain.Server, status: 500, typ: "internal_server_error", message: "Internal Server Error"},
	{class: chain.Server, status: 502, typ: "internal_server_error", message: "Bad Gateway"},
	{class: chain.Server, status: 503, typ: "internal_server_error", message: "Service Unavailable"},
	{class: chain.Server, status: 200, typ: "internal_server_error", message: "Internal Server Error"},
}

// groqGauges: requests are counted by the day and tokens by the minute, so
// tokens run out first.
var groqGauges = []gauge{
	{limit: "X-Ratelimit-Limit-Tokens", remaining: "X-Ratelimit-Remaining-Tokens", reset: "X-Ratelimit-Reset-Tokens", max: "15000", form: inGo},
	{limit: "X-Ratelimit-Limit-Requests", remaining: "X-Ratelimit-Remaining-Requests", reset: "X-Ratelimit-Reset-Requests", max: "14400", form: inGo},
}

func groqHead(h http.Header, r *Reply) {
	h.Set("X-Request-Id", groqID(r))
	h.Set("X-Groq-Region", "fra") // ?
}

func groqID(r *Reply) string { return "req_" + id(r.Number) }

// groqEnvelope names no parameter or code that is not there, and shows what the
// model wrote where that was the fault.
func groqEnvelope(f refusal, r *Reply) []byte {
	e := object{{"message", f.message}, {"type", f.typ}}
	if f.param != "" {
		e = append(e, member{"param", f.param})
	}
	if f.code != "" {
		e = append(e, member{"code", f.code})
	}
	if f.class == chain.OKInvalid {
		e = append(e, member{"failed_generation", string(r.Content)})
	}
	return object{{"error", e}}.encode()
}

// groqStreamError writes an event of its own, or, where the engine fails amid an
// answer, a chunk whose x_groq says so.
func groqStreamError(s *stream, f refusal, r *Reply) {
	if len(s.ends) == 0 || f.class != chain.Server {
		s.event("error", groqEnvelope(f, r))
		return
	}
	choice := object{{"index", 0}, {"delta", object{}}, {"finish_reason", nil}}
	o := append(chatBegin("chat.completion.chunk", r), member{"choices", list{choice}},
		member{"x_groq", object{{"id", groqID(r)}, {"error", f.message}}})
	s.event("", o.encode())
}

// groqProblem finds an error where everybody has it, or in x_groq, a text.
func groqProblem(data []byte) (problem, bool) {
	if !bytes.Contains(data, []byte(`"error"`)) && bytes.Contains(data, []byte(`"choices"`)) {
		return problem{}, false
	}
	if p, ok := findProblem(data); ok {
		return p, true
	}
	var b struct {
		Groq struct {
			Error json.RawMessage `json:"error"`
		} `json:"x_groq"`
	}
	if json.Unmarshal(data, &b) != nil || !present(b.Groq.Error) {
		return problem{}, false
	}
	return nestedProblem(fields{Error: b.Groq.Error}), true
}

func groqExtra(o object, p part, r *Reply) object {
	x := object{{"id", groqID(r)}}
	switch p {
	case whole:
		o = o.set("usage", groqUsage(r)).set("service_tier", "on_demand")
	case usage:
		return o.set("usage", groqUsage(r))
	case last:
		x = append(x, member{"usage", groqUsage(r)})
	case middle:
		return o
	}
	return append(o, member{"system_fingerprint", "fp_wavetank"}, member{"x_groq", x})
}

// groqUsage tells times beside the counts, in seconds. They fit 10,000 tokens a
// second read and 500 written (assumed): the fake does not know how long it took.
func groqUsage(r *Reply) object {
	in, out := float64(r.Usage.In)/10000, float64(r.Usage.Out)/500
	return append(chatUsage(r), member{"queue_time", 0.02}, member{"prompt_time", in},
		member{"completion_time", out}, member{"total_time", in + out})
}
