package wire

import (
	"net/http"

	"wavetank/chain"
)

func init() { Dialects.Register("mistral", "Mistral", func() Dialect { return &mistral }) }

// mistral is Mistral's chat completions. Their errors are flat, those of a
// request's shape are FastAPI's, and a failure amid an answer is a reason of
// finishing. Parameters that they do not know are refused with 422.
var mistral = chat{
	base: "https://api.mistral.ai/v1", errors: mistralErrors, envelope: mistralEnvelope, streamError: mistralStreamError,
	hints:  []hintHeader{{"Retry-After", inSeconds}}, // assumed: their own client reads it, no page tells it
	gauges: mistralGauges, head: mistralHead, extra: mistralExtra,
	usage: atLast, terse: true, strict: strictSchema,
}

// mistralErrors: the rows marked ? are second hand. Capacity is the provider's
// trouble and not the account's, though its status is 429.
var mistralErrors = refusals{
	{class: chain.RateLimit, status: 429, typ: "rate_limited", code: "1300", message: "Rate limit exceeded"},
	{class: chain.RateLimit, status: 429, typ: "rate_limit_error"},
	{class: chain.Overload, status: 429, typ: "service_tier_capacity_exceeded", code: "3505", // ?
		message: "Service tier capacity exceeded for this model."},
	{class: chain.Overload, status: 429, typ: "service_tier_capacity_exceeded"},
	{class: chain.Overload, status: 429, says: "service tier capacity exceeded"}, // with the type invalid_request_error and no code
	{class: chain.ContextLength, status: 400, typ: "invalid_request_prompt", code: "3051", // ?
		message: "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"},
	{class: chain.ContextLength, status: 400, says: "too large for model with"}, // ?
	{class: chain.ModelMissing, status: 400, typ: "invalid_model", code: "1500", message: "Invalid model: {model}"},
	{class: chain.ModelMissing, status: 404, typ: "invalid_request_error", code: "unknown_model", message: "The model {model} does not exist."},
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", code: "content_policy_violation", // assumed: none is documented
		message: "The prompt was refused by a content policy."},
	{class: chain.Auth, status: 401, typ: "authentication_error", message: "Unauthorized"},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", message: "Expected last role User or Tool for serving but got assistant"},
	{class: chain.BadRequest, status: 422, typ: "missing", message: "Field required"},
	{class: chain.Server, status: 500, typ: "server_error", message: "Internal server error"},
	{class: chain.Server, status: 503, typ: "server_error", message: "Service unavailable."},
	{class: chain.Server, status: 200, typ: "server_error"},
}

// mistralGauges ?: observed, not documented; the form of the reset is assumed.
var mistralGauges = []gauge{
	{limit: "Ratelimitbysize-Limit", remaining: "Ratelimitbysize-Remaining", reset: "Ratelimitbysize-Reset", max: "500000", form: inSeconds},
	{limit: "X-Ratelimitbysize-Limit-Minute", remaining: "X-Ratelimitbysize-Remaining-Minute", max: "500000"},
	{limit: "X-Ratelimitbysize-Limit-Month", remaining: "X-Ratelimitbysize-Remaining-Month", max: "1000000000"},
}

func mistralHead(h http.Header, r *Reply) {
	h.Set("Mistral-Correlation-Id", id(r.Number)) // ?
	h.Set("Ratelimitbysize-Query-Cost", "100")    // ?
}

// mistralEnvelope writes one of three shapes: FastAPI's for what the framework
// refuses, an answer that failed, and the flat object.
func mistralEnvelope(f refusal, r *Reply) []byte {
	switch {
	case r.Outcome.Status < 300:
		return mistralFailed(r)
	case r.Outcome.Status == http.StatusUnauthorized:
		return object{{"detail", f.message}}.encode()
	case r.Outcome.Status == http.StatusUnprocessableEntity:
		fault := object{{"type", f.typ}, {"loc", list{"body", "messages"}}, {"msg", f.message}}
		return object{{"detail", list{fault}}}.encode()
	}
	return append(object{{"object", "error"}}, problemObject(f)...).encode()
}

// mistralFailed is an answer that broke off, told by its reason of finishing.
func mistralFailed(r *Reply) []byte {
	half := string(r.Content[:len(r.Content)/2])
	choice := object{{"index", 0}, {"message", object{{"role", "assistant"}, {"content", half}}}, {"finish_reason", "error"}}
	o := append(chatBegin("chat.completion", r), member{"choices", list{choice}}, member{"usage", chatUsage(r)})
	return mistralExtra(o, whole, r).encode()
}

func mistralStreamError(s *stream, _ refusal, r *Reply) {
	choice := object{{"index", 0}, {"delta", object{{"content", ""}}}, {"finish_reason", "error"}}
	o := append(chatBegin("chat.completion.chunk", r), member{"choices", list{choice}}, member{"usage", chatUsage(r)})
	s.event("", mistralExtra(o, last, r).encode())
	s.event("", []byte("[DONE]"))
}

// mistralExtra: an id is 32 characters without a prefix.
func mistralExtra(o object, _ part, r *Reply) object {
	return o.set("id", (id(r.Number) + id(^r.Number))[:32])
}
