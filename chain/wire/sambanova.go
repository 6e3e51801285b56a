package wire

import (
	"net/http"

	"wavetank/chain"
)

func init() { Dialects.Register("sambanova", "SambaNova Cloud", func() Dialect { return &sambaNova }) }

// sambaNova is SambaNova's chat completions: OpenAI's, with the opposite meaning
// of insufficient_quota. All that is told of it here is second hand ?.
var sambaNova = chat{
	base: "https://api.sambanova.ai/v1", errors: sambaNovaErrors, envelope: sambaNovaEnvelope,
	hints:  []hintHeader{{"Retry-After", inSeconds}}, // assumed: whether it is sent is unknown
	gauges: sambaNovaGauges, head: sambaNovaHead,
}

// sambaNovaErrors: types and messages are assumed where no example is published.
// A missing model is 400 and a retired one 410, never 404. A full queue is the
// provider's trouble and not the account's.
var sambaNovaErrors = refusals{
	{class: chain.RateLimit, status: 429, typ: "insufficient_quota", code: "insufficient_quota",
		message: "Request would exceed rate limit."},
	{class: chain.RateLimit, status: 429, says: "exceed rate limit"},
	{class: chain.Overload, status: 429, typ: "server_error", code: "queue_full", message: "The queue of this model is full. Try again later."},
	{class: chain.Overload, status: 504, typ: "server_error", code: "queue_full", message: "The queue of this model is full. Try again later."}, // older
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", code: "context_length_exceeded", param: "messages",
		message: "The prompt and the answer are longer than the model's context."},
	{class: chain.ModelMissing, status: 400, typ: "invalid_request_error", code: "model_not_found", param: "model",
		message: "Model not found: {model}"},
	{class: chain.ModelMissing, status: 410, typ: "invalid_request_error", code: "model_deprecated", param: "model",
		message: "Model {model} is no longer available."},
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", code: "content_policy_violation", // assumed: none is documented
		message: "The prompt was refused by a content policy."},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", code: "invalid_type", message: "Invalid type of a parameter."},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", code: "decimal_above_max_value"},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", code: "decimal_below_min_value"},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", code: "integer_above_max_value"},
	{class: chain.Auth, status: 401, typ: "invalid_request_error", code: "invalid_authentication", message: "Invalid API key."},
	{class: chain.Timeout, status: 408, typ: "server_error", code: "request_timeout", message: "The request took too long."},
	{class: chain.Server, status: 500, typ: "server_error", code: "internal_server_error", message: "An unexpected error occurred."},
	{class: chain.Server, status: 503, typ: "server_error", code: "maintenance", message: "The model is unavailable for maintenance."},
	{class: chain.Server, status: 200, typ: "server_error", code: "internal_server_error", message: "An unexpected error occurred."},
}

// sambaNovaGauges: the reset is an instant, in seconds of the epoch.
var sambaNovaGauges = []gauge{
	{limit: "X-Ratelimit-Limit-Requests", remaining: "X-Ratelimit-Remaining-Requests", reset: "X-Ratelimit-Reset-Requests", max: "240", form: asEpoch},
	{limit: "X-Ratelimit-Limit-Requests-Day", remaining: "X-Ratelimit-Remaining-Requests-Day", reset: "X-Ratelimit-Reset-Requests-Day", max: "48000", form: asEpoch},
}

func sambaNovaHead(h http.Header, r *Reply) { h.Set("X-Request-Id", id(r.Number)) } // ?

// sambaNovaEnvelope is OpenAI's, with the request's id beside it.
func sambaNovaEnvelope(f refusal, r *Reply) []byte {
	return object{{"error", problemObject(f)}, {"request_id", id(r.Number)}}.encode()
}
