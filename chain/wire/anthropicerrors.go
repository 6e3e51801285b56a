package wire

import (
	"encoding/json"
	"net/http"
	"time"

	"wavetank/chain"
)

// anthropicErrors: a generic type, as invalid_request_error, means what its
// status does. The rows marked ? are second hand.
var anthropicErrors = refusals{
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", message: "messages: at least one message is required"},
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", says: "prompt is too long", // ?
		message: "prompt is too long: 215000 tokens > 204800 maximum"},
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", says: "exceed context limit"}, // ?
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", says: "content filtering policy",
		message: "Output blocked by content filtering policy"},
	// A customer's own limit, an organisation's or a workspace's, and an empty purse
	// look like malformed requests but for their message.
	{class: chain.Quota, status: 400, typ: "invalid_request_error", says: "api usage limits",
		message: "You have reached your specified API usage limits. You will regain access at the start of the next month."},
	{class: chain.Quota, status: 400, typ: "invalid_request_error", says: "credit balance is too low"},
	{class: chain.Auth, status: 401, typ: "authentication_error", message: "invalid x-api-key"},
	{class: chain.Quota, status: 402, typ: "billing_error", message: "There is a problem with your payment method."},
	{class: chain.Auth, status: 403, typ: "permission_error", message: "Your API key does not have permission to use the specified resource."},
	{class: chain.ModelMissing, status: 404, typ: "not_found_error", message: "model: {model}"},
	// The one error below 500, but for limits, that the provider says to retry.
	{class: chain.Server, status: 409, typ: "conflict_error", message: "The request conflicts with the current state of the resource."},
	{class: chain.ContextLength, status: 413, typ: "request_too_large", message: "Request exceeds the maximum size"},
	{class: chain.RateLimit, status: 429, typ: "rate_limit_error",
		message: "This request would exceed your account's rate limit. Please try again later."},
	{class: chain.RateLimit, status: 429, typ: "rate_limit_error", code: "ramp_limit_exceeded"},
	{class: chain.Quota, status: 429, typ: "rate_limit_error", code: "enforced_spend_limit_reached",
		message: "Your organization has reached its spend limit."},
	{class: chain.Quota, status: 429, typ: "rate_limit_error", code: "contract_spend_limit_reached"},
	{class: chain.Server, status: 500, typ: "api_error", message: "Internal server error"},
	{class: chain.Server, status: 504, typ: "timeout_error", message: "Request timed out"},
	{class: chain.Overload, status: 529, typ: "overloaded_error", message: "Overloaded"},
	{class: chain.Overload, status: 200, typ: "overloaded_error", message: "Overloaded"},
	{class: chain.Server, status: 200, typ: "api_error", message: "Internal server error"},
	{class: chain.RateLimit, status: 200, typ: "rate_limit_error", message: "Rate limited"},
}

// anthropicGauges ?: names are second hand, limits those of a small account.
var anthropicGauges = []gauge{
	anthropicGauge("Requests", "50"), anthropicGauge("Tokens", "38000"),
	anthropicGauge("Input-Tokens", "30000"), anthropicGauge("Output-Tokens", "8000"),
}

func anthropicGauge(of, limit string) gauge {
	prefix := "Anthropic-Ratelimit-" + of
	return gauge{limit: prefix + "-Limit", remaining: prefix + "-Remaining", reset: prefix + "-Reset", max: limit, form: asStamp}
}

func (anthropic) table() refusals { return anthropicErrors }

func (anthropic) hint(h http.Header, p problem, now time.Time) time.Duration {
	if d := usualHint(h, p, now); d > 0 {
		return d
	}
	if p.typ != "" && p.typ != "rate_limit_error" {
		return 0 // the limits are told with every answer, and are no reason for this one
	}
	return gaugeHint(anthropicGauges, h, now)
}

// find adds what stands in the details: a code that tells limits that last from
// those that pass.
func (anthropic) find(body []byte) (problem, bool) {
	p, ok := findProblem(body)
	var inner struct {
		Details struct {
			Code json.RawMessage `json:"error_code"`
		} `json:"details"`
	}
	if ok && p.code == "" && json.Unmarshal(p.raw, &inner) == nil {
		p.code = text(inner.Details.Code)
	}
	return p, ok
}

func (anthropic) writeHead(h http.Header, r *Reply) {
	writeHint(h, r, []hintHeader{{"Retry-After", inSeconds}}, anthropicGauges)
	h.Set("Request-Id", anthropicRequest(r))
}

func anthropicRequest(r *Reply) string { return "req_01" + id(r.Number)[:22] }

func (anthropic) writeError(r *Reply) []byte {
	f := anthropicErrors.fill(r, nil)
	if f.typ == "server_error" { // a bare status, in others' words
		f.typ = "api_error"
	}
	inner := object{{"type", f.typ}, {"message", f.message}}
	if f.code != "" {
		inner = append(inner, member{"details", object{{"error_code", f.code}}})
	}
	return object{{"type", "error"}, {"error", inner}, {"request_id", anthropicRequest(r)}}.encode()
}

func (d anthropic) writeStreamError(s *stream, r *Reply) { s.event("error", d.writeError(r)) }
