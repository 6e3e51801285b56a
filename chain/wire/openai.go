package wire

import (
	"net/http"
	"time"

	"wavetank/chain"
)

func init() {
	Dialects.Register("openai", "OpenAI, chat completions", func() Dialect { return &openAI })
}

// openAI is OpenAI's chat completions.
var openAI = chat{
	base: "https://api.openai.com/v1", limit: "max_completion_tokens", errors: openAIErrors,
	hints: []hintHeader{{"Retry-After", inSeconds}}, gauges: openAIGauges, wait: tryAgainIn,
	head: openAIHead, extra: openAIExtra, refuses: true, strict: strictSchema,
}

// openAIErrors: the rows marked ? are second hand.
var openAIErrors = refusals{
	{class: chain.RateLimit, status: 429, typ: "requests", code: "rate_limit_exceeded",
		message: "Rate limit reached for {model} on requests per min (RPM): Limit 500, Used 500, Requested 1."},
	{class: chain.RateLimit, status: 429, typ: "tokens", code: "rate_limit_exceeded"},
	{class: chain.RateLimit, status: 429, typ: "rate_limit_error", code: "slow_down"}, // ?
	{class: chain.RateLimit, status: 200, typ: "requests", code: "rate_limit_exceeded", message: "Rate limit reached for {model}."},
	{class: chain.Quota, status: 429, typ: "insufficient_quota", code: "insufficient_quota", // ?
		message: "You exceeded your current quota, please check your plan and billing details."},
	{class: chain.Quota, status: 429, typ: "insufficient_quota"},                                            // ?
	{class: chain.Quota, status: 429, typ: "insufficient_quota", code: "credit_balance_exhausted"},          // ?
	{class: chain.Quota, status: 429, typ: "insufficient_quota", code: "organization_spend_limit_exceeded"}, // ?
	{class: chain.Quota, status: 429, typ: "insufficient_quota", code: "project_spend_limit_exceeded"},      // ?
	{class: chain.Quota, status: 429, typ: "insufficient_quota", code: "organization_usage_limit_exceeded"}, // ?
	{class: chain.Quota, status: 429, typ: "insufficient_quota", code: "billing_hard_limit_reached"},        // ?
	{class: chain.Overload, status: 503, typ: "service_unavailable_error", code: "server_is_overloaded",
		message: "Our servers are currently overloaded. Please try again later."},
	{class: chain.Overload, status: 200, typ: "service_unavailable_error", code: "server_is_overloaded",
		message: "Our servers are currently overloaded. Please try again later."},
	{class: chain.Server, status: 500, typ: "server_error", message: "The server had an error while processing your request. Sorry about that!"},
	{class: chain.Server, status: 502, typ: "server_error", message: "Bad gateway."},
	{class: chain.Server, status: 503, typ: "server_error", message: "The service is temporarily unavailable."},
	{class: chain.Server, status: 504, typ: "server_error", message: "Gateway timeout."},
	{class: chain.Server, status: 200, typ: "server_error", message: "The server had an error while processing your request. Sorry about that!"},
	{class: chain.Auth, status: 401, typ: "invalid_request_error", code: "invalid_api_key", message: "Incorrect API key provided."},
	{class: chain.Auth, status: 403, typ: "invalid_request_error", code: "unsupported_country_region_territory", // ? the code
		message: "Country, region, or territory not supported."},
	{class: chain.ModelMissing, status: 404, typ: "invalid_request_error", code: "model_not_found", // ?
		message: "The model `{model}` does not exist or you do not have access to it."},
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", code: "context_length_exceeded", param: "messages", // ?
		message: "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens."},
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", code: "content_policy_violation", // ?
		message: "Invalid prompt: your prompt was flagged as potentially violating our usage policy."},
	{class: chain.ContentPolicy, status: 400, typ: "invalid_request_error", code: "invalid_prompt"},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", message: "We could not parse the JSON body of your request."},
	{class: chain.BadRequest, status: 422, typ: "invalid_request_error", message: "Unprocessable entity."},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", code: "decimal_above_max_value"}, // ?
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", code: "string_above_max_length"}, // ?
}

// openAIGauges ?: names and forms are second hand.
var openAIGauges = []gauge{
	{limit: "X-Ratelimit-Limit-Requests", remaining: "X-Ratelimit-Remaining-Requests", reset: "X-Ratelimit-Reset-Requests", max: "500", form: inGo},
	{limit: "X-Ratelimit-Limit-Tokens", remaining: "X-Ratelimit-Remaining-Tokens", reset: "X-Ratelimit-Reset-Tokens", max: "200000", form: inGo},
}

// tryAgainIn ends a message as OpenAI and Groq do.
func tryAgainIn(d time.Duration) string {
	return "Please try again in " + inGo.write(d, time.Time{}) + "."
}

func openAIHead(h http.Header, r *Reply) {
	h.Set("X-Request-Id", "req_"+id(r.Number))
	h.Set("Openai-Version", "2020-10-01") // ?
	h.Set("Openai-Processing-Ms", "250")  // ?
}

func openAIExtra(o object, p part, _ *Reply) object {
	return append(o, member{"service_tier", "default"}, member{"system_fingerprint", "fp_wavetank"})
}
