package wire

import (
	"net/http"
	"strconv"

	"wavetank/chain"
)

func init() { Dialects.Register("openrouter", "OpenRouter", func() Dialect { return &openRouter }) }

// openRouter is OpenRouter's chat completions. An error's code is an HTTP
// status, also inside a status 200, once a provider behind it has begun; what
// it means more closely stands in its metadata.
var openRouter = chat{
	base: "https://openrouter.ai/api/v1", errors: openRouterErrors, envelope: openRouterEnvelope,
	streamError: openRouterStreamError, problem: openRouterProblem, bodyHint: openRouterHint,
	hints: []hintHeader{{"Retry-After", inSeconds}}, gauges: openRouterGauges,
	head: openRouterHead, extra: openRouterExtra, before: openRouterBefore,
	usage: always, filters: true, strict: strictSchema,
}

// openRouterErrors: a code here is the limit_source or the error_type of the
// metadata. The same status means both what passes and what does not: 429 a busy
// minute or a spent day, 402 credits that are in use or gone, 403 a flagged
// prompt or a key without permission.
var openRouterErrors = refusals{
	{class: chain.RateLimit, status: 429, code: "rate_limit_exceeded", message: "Rate limit exceeded: free-models-per-min."},
	{class: chain.RateLimit, status: 402, code: inFlightBudget,
		message: "This request would exceed your available credits given your current in-flight requests. Retry after in-flight requests settle, or add credits."},
	{class: chain.RateLimit, status: 200, code: "rate_limit_exceeded", message: "Provider returned error"},
	{class: chain.Quota, status: 402, code: "payment_required",
		message: "Insufficient credits. Add more using https://openrouter.ai/settings/credits"},
	{class: chain.Quota, status: 429, code: freeTierDaily,
		message: "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day"},
	{class: chain.Quota, status: 429, says: "free-models-per-day"},
	{class: chain.Overload, status: 529, code: "provider_overloaded", message: "Provider returned error"},
	{class: chain.Overload, status: 200, code: "provider_overloaded", message: "Provider returned error"},
	{class: chain.Server, status: 502, code: "provider_unavailable", message: "Provider returned error"},
	{class: chain.Server, status: 503, message: "No available model provider meets your routing requirements."},
	{class: chain.Server, status: 200, code: "provider_unavailable", message: "Provider disconnected unexpectedly"},
	{class: chain.Server, status: 200, code: "server_error"}, // in the place of the number
	{class: chain.Auth, status: 401, code: "authentication", message: "No auth credentials found"},
	{class: chain.Auth, status: 403, code: "permission_denied", message: "This key has no permission for the request."},
	{class: chain.ContentPolicy, status: 403, code: moderation, message: "{model} requires moderation, and the input was flagged."},
	{class: chain.ContentPolicy, status: 400, code: "content_policy_violation", message: "Provider returned error"},
	{class: chain.ContentPolicy, status: 400, code: "refusal"},
	{class: chain.ContextLength, status: 400, code: "context_length_exceeded",
		message: "This endpoint's maximum context length is 40960 tokens. However, you requested about 42988 tokens (38892 of text input, 4096 in the output)."},
	{class: chain.ContextLength, status: 400, says: "maximum context length is"},
	{class: chain.ModelMissing, status: 404, code: "not_found", message: "No endpoints found for {model}."},
	{class: chain.ModelMissing, status: 400, says: "is not a valid model id", message: "{model} is not a valid model ID"}, // ?
	{class: chain.BadRequest, status: 400, code: "invalid_request", message: "Input required: specify \"messages\""},
	{class: chain.BadRequest, status: 400, code: "invalid_prompt"}, // of a malformed turn, not of a policy as at OpenAI
	{class: chain.BadRequest, status: 422, code: "unprocessable", message: "Unprocessable request"},
	{class: chain.Timeout, status: 408, message: "Request timed out"},
}

const (
	inFlightBudget = "openrouter_in_flight_budget"
	freeTierDaily  = "openrouter_free_tier_daily"
	moderation     = "moderation" // metadata with reasons
)

// openRouterGauges is told by OpenRouter's own limits alone.
var openRouterGauges = []gauge{
	{limit: "X-Ratelimit-Limit", remaining: "X-Ratelimit-Remaining", reset: "X-Ratelimit-Reset", max: "20", form: asEpochMillis, quiet: true},
}

func openRouterHead(h http.Header, r *Reply) { h.Set("X-Generation-Id", generation(r)) }

func generation(r *Reply) string {
	return "gen-" + strconv.FormatInt(r.At.Unix(), 10) + "-" + id(r.Number)[:20]
}

func openRouterBefore(s *stream, _ *Reply) { s.comment("OPENROUTER PROCESSING") }

// openRouterExtra adds who answered, and the reason of finishing in that
// provider's own word.
func openRouterExtra(o object, _ part, r *Reply) object {
	for _, m := range o {
		choices, _ := m.value.(list)
		for i := range choices {
			choice := choices[i].(object)
			choices[i] = append(choice, member{"native_finish_reason", choice[len(choice)-1].value})
		}
	}
	return append(o.set("id", generation(r)), member{"provider", "Wavetank"})
}

func openRouterEnvelope(f refusal, r *Reply) []byte {
	return object{{"error", openRouterError(f, r)}}.encode()
}

func openRouterError(f refusal, r *Reply) object {
	code := int(r.Outcome.Status)
	switch {
	case code >= 300:
	case f.class == chain.Server: // of a provider behind it
		code = http.StatusBadGateway
	default:
		code = usualStatus[f.class]
	}
	o := object{{"message", f.message}, {"code", code}}
	if m := openRouterMetadata(f, r); m != nil {
		o = append(o, member{"metadata", m})
	}
	return o
}

func openRouterMetadata(f refusal, r *Reply) (m object) {
	switch f.code {
	case "":
	case moderation:
		return object{{"reasons", list{"violence"}}, {"flagged_input", "…"}, {"provider_name", "Wavetank"}, {"model_slug", r.Model}}
	case inFlightBudget:
		m = object{{"reason", "in_flight_budget_exhausted"}, {"limit_source", f.code}}
	case freeTierDaily:
		m = object{{"limit_source", f.code}}
	default:
		m = object{{"error_type", f.code}, {"provider_name", "Wavetank"}}
	}
	if limited := f.class == chain.RateLimit || f.class == chain.Quota; limited && r.Outcome.Hint > 0 {
		m = append(m, member{"headers", object{{"X-RateLimit-Limit", "20"}, {"X-RateLimit-Remaining", "0"},
			{"X-RateLimit-Reset", asEpochMillis.write(r.Outcome.Hint, r.At)}}})
	}
	return m
}

// openRouterStreamError is a chunk with the error beside its choices; before
// anything was said there are none.
func openRouterStreamError(s *stream, f refusal, r *Reply) {
	choices := list{}
	if len(s.ends) > 0 {
		choices = append(choices, object{{"index", 0}, {"delta", object{{"role", "assistant"}, {"content", ""}}}, {"finish_reason", "error"}})
	}
	o := append(chatBegin("chat.completion.chunk", r), member{"choices", choices}, member{"error", openRouterError(f, r)})
	s.event("", openRouterExtra(o, last, r).encode())
}
