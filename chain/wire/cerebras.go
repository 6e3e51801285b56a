package wire

import (
	"net/http"

	"wavetank/chain"
)

func init() { Dialects.Register("cerebras", "Cerebras", func() Dialect { return &cerebras }) }

// cerebras is Cerebras' chat completions. Its SDK opens with GET
// /v1/tcp_warming and ignores the answer: no path of a question, so Ask refuses
// it with 404, and nothing is counted.
var cerebras = chat{
	base: "https://api.cerebras.ai/v1", limit: "max_completion_tokens", errors: cerebrasErrors,
	envelope: cerebrasEnvelope, streamError: cerebrasStreamError,
	hints:  []hintHeader{{"Retry-After", inSeconds}}, // assumed: whether it is sent is unknown
	gauges: cerebrasGauges, head: cerebrasHead, extra: cerebrasExtra,
	usage: atLast, terse: true, filters: true, strict: strictSchema,
}

// cerebrasErrors: the rows marked ? are second hand. Tokens are reserved up
// front, so a large bound on the answer is enough for a 429. A full queue is the
// provider's trouble and not the account's; all three pass.
var cerebrasErrors = refusals{
	{class: chain.RateLimit, status: 429, typ: "too_many_requests_error", param: "quota", code: "request_quota_exceeded",
		message: "Requests per minute limit exceeded - too many requests sent."},
	{class: chain.RateLimit, status: 429, typ: "too_many_tokens_error", param: "quota", code: "token_quota_exceeded", // ? the code and the type
		message: "Tokens per minute limit exceeded - too many tokens processed."},
	{class: chain.RateLimit, status: 200, typ: "too_many_requests_error", param: "quota", code: "request_quota_exceeded",
		message: "Requests per minute limit exceeded - too many requests sent."},
	{class: chain.Overload, status: 429, typ: "too_many_requests_error", param: "queue", code: "queue_exceeded", // ? the code
		message: "We're experiencing high traffic right now! Please try again soon."},
	{class: chain.Overload, status: 429, says: "experiencing high traffic"},
	{class: chain.Quota, status: 402, typ: "payment_required_error", param: "quota", code: "payment_required", // ? type and code
		message: "Payment is required to access this resource."},
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", param: "messages", code: "context_length_exceeded", // ?
		message: "Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000"},
	{class: chain.ContextLength, status: 400, says: "while limit is"}, // ?
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", param: "messages", code: "content_policy_violation", // assumed: none is documented
		message: "The prompt was refused by a content policy."},
	{class: chain.ModelMissing, status: 404, typ: "not_found_error", param: "model", code: "model_not_found", // ?
		message: "Model {model} does not exist or you do not have access to it."},
	{class: chain.Auth, status: 401, typ: "invalid_request_error", param: "api_key", code: "wrong_api_key", message: "Wrong API Key"},                                   // ?
	{class: chain.Auth, status: 403, typ: "permission_error", param: "api_key", code: "permission_denied", message: "Permission denied"},                                // assumed
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", param: "body", code: "wrong_api_format", message: "The request body is malformed."},            // ?
	{class: chain.BadRequest, status: 422, typ: "invalid_request_error", param: "validation_error", code: "wrong_api_format", message: "body.messages: Field required"}, // ?
	{class: chain.Server, status: 500, typ: "server_error", param: "server", code: "internal_server_error", message: "Encountered a server error, please try again."},   // ?
	{class: chain.Server, status: 503, typ: "server_error", param: "server", code: "service_unavailable", message: "The service is temporarily unavailable."},           // assumed
	{class: chain.Server, status: 200, typ: "server_error", param: "server", code: "internal_server_error", message: "Encountered a server error, please try again."},   // ?
}

// cerebrasGauges ?: names and form are second hand. The minute's tokens run out
// first.
var cerebrasGauges = []gauge{
	{limit: "X-Ratelimit-Limit-Tokens-Minute", remaining: "X-Ratelimit-Remaining-Tokens-Minute", reset: "X-Ratelimit-Reset-Tokens-Minute", max: "60000", form: inDecimals},
	{limit: "X-Ratelimit-Limit-Requests-Day", remaining: "X-Ratelimit-Remaining-Requests-Day", reset: "X-Ratelimit-Reset-Requests-Day", max: "14400", form: inDecimals},
}

func cerebrasHead(h http.Header, r *Reply) { h.Set("Cerebras-Request-Id", "req_"+id(r.Number)) } // ?

// cerebrasEnvelope is flat and holds four strings, never null: a strict client
// would not read it.
func cerebrasEnvelope(f refusal, _ *Reply) []byte { return cerebrasProblem(f).encode() }

func cerebrasProblem(f refusal) object {
	o := object{{"message", f.message}, {"type", f.typ}, {"param", f.param}, {"code", f.code}}
	for i := range o[1:] {
		if m := &o[1+i]; m.value == "" {
			m.value = "unknown" // assumed, of rows that say no more than a status
		}
	}
	return o
}

// cerebrasStreamError nests the same and adds the status that it would have had.
func cerebrasStreamError(s *stream, f refusal, _ *Reply) {
	s.event("", object{{"error", cerebrasProblem(f)}, {"status_code", usualStatus[f.class]}}.encode())
}

func cerebrasExtra(o object, p part, r *Reply) object {
	o = append(o, member{"system_fingerprint", "fp_wavetank"})
	if p == whole || p == last {
		o = append(o, member{"time_info", cerebrasTimes(r)})
	}
	return o
}

// cerebrasTimes fits 20,000 tokens a second read and 2,000 written (assumed).
func cerebrasTimes(r *Reply) object {
	in, out := float64(r.Usage.In)/20000, float64(r.Usage.Out)/2000
	return object{{"queue_time", 0.001}, {"prompt_time", in}, {"completion_time", out}, {"total_time", 0.001 + in + out},
		{"created", r.At.Unix()}}
}
