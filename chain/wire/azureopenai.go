package wire

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
)

func init() {
	Dialects.Register("azure-openai", "Azure OpenAI, chat completions of a deployment", func() Dialect { return azure{&azureChat} })
}

// azure is OpenAI's chat completions with two addresses: a deployment's, with
// the model in the path, and the newer one, which names the model in the body.
type azure struct{ *chat }

// azureVersion is the newest dated version that is no preview ?.
const azureVersion = "2024-10-21"

const (
	azureDeployments = "/openai/deployments/"
	azureV1          = "/openai/v1"
)

var azureChat = chat{
	limit: "max_completion_tokens", errors: azureErrors, envelope: azureEnvelope, filters: true,
	hints:  []hintHeader{{"Retry-After-Ms", inMillis}, {"Retry-After", inSeconds}},
	gauges: azureGauges, wait: retryAfterSeconds, head: azureHead, extra: azureExtra, before: azureBefore,
	address: azureAddress, modelOf: azureModel, strict: strictSchema,
	authorize: func(h http.Header, key string) { h.Set("Api-Key", key) },
}

func (azure) Paths(model string) []string {
	return []string{azureDeployments + url.PathEscape(model) + "/chat/completions", azureV1 + "/chat/completions"}
}

// azureErrors ?: but for the addresses and the headers, bodies are second hand.
// A code that is not given is the status, in digits.
var azureErrors = refusals{
	{class: chain.RateLimit, status: 429, message: "Requests to the ChatCompletions_Create Operation under Azure OpenAI API version " +
		azureVersion + " have exceeded token rate limit of your current OpenAI S0 pricing tier."},
	{class: chain.RateLimit, status: 200, code: "rate_limit_exceeded", message: "The rate limit of this deployment is exceeded."},
	{class: chain.Quota, status: 429, code: "insufficient_quota", message: "You exceeded your current quota, please check your plan and billing details."},
	{class: chain.Auth, status: 401, message: "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription."},
	{class: chain.Auth, status: 403, message: "Access denied due to Virtual Network/Firewall rules."},
	{class: chain.ModelMissing, status: 404, code: "DeploymentNotFound", message: "The API deployment for this resource does not exist. " +
		"If you created the deployment within the last 5 minutes, please wait a moment and try again."},
	{class: chain.ContentPolicy, status: 400, code: "content_filter", param: "prompt",
		message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."},
	{class: chain.ContextLength, status: 400, typ: "invalid_request_error", code: "context_length_exceeded", param: "messages",
		message: "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens."},
	{class: chain.BadRequest, status: 400, typ: "invalid_request_error", message: "The request is not valid."},
	{class: chain.Overload, status: 503, code: "server_is_overloaded", typ: "service_unavailable_error", message: "The deployment is overloaded."},
	{class: chain.Server, status: 500, typ: "server_error", message: "The server had an error while processing your request. Sorry about that!"},
	{class: chain.Server, status: 502, message: "Bad gateway."},
	{class: chain.Server, status: 503, message: "The service is temporarily unable to process your request."},
	{class: chain.Server, status: 504, message: "The operation was timeout."},
	{class: chain.Server, status: 200, typ: "server_error", message: "The server had an error while processing your request. Sorry about that!"},
}

// azureEnvelope writes what is there and no null; a content filter says which.
func azureEnvelope(f refusal, r *Reply) []byte {
	code, status := f.code, int(r.Outcome.Status)
	if code == "" && status >= 300 {
		code = strconv.Itoa(status)
	}
	o := object{{"code", orNull(code)}, {"message", f.message}}
	if f.typ != "" {
		o = append(o, member{"type", f.typ})
	}
	if f.param != "" {
		o = append(o, member{"param", f.param})
	}
	if f.code == "content_filter" {
		o = append(o, member{"status", status}, member{"innererror",
			object{{"code", "ResponsibleAIPolicyViolation"}, {"content_filter_result", azureFilters(true)}}})
	}
	return object{{"error", o}}.encode()
}

// azureFilters is the verdict of the filters, hate being the one that strikes.
func azureFilters(struck bool) object {
	severity := "safe"
	if struck {
		severity = "high"
	}
	calm := object{{"filtered", false}, {"severity", "safe"}}
	return object{{"hate", object{{"filtered", struck}, {"severity", severity}}}, {"self_harm", calm}, {"sexual", calm},
		{"violence", calm}, {"jailbreak", object{{"filtered", false}, {"detected", false}}}}
}

var azureGauges = []gauge{
	{limit: "X-Ratelimit-Limit-Tokens", remaining: "X-Ratelimit-Remaining-Tokens", reset: "X-Ratelimit-Reset-Tokens", max: "150000", form: inSeconds},
	{limit: "X-Ratelimit-Limit-Requests", remaining: "X-Ratelimit-Remaining-Requests", max: "900"},
}

func retryAfterSeconds(d time.Duration) string {
	return "Please retry after " + inSeconds.write(d, time.Time{}) + " seconds."
}

func azureHead(h http.Header, r *Reply) {
	h.Set("Apim-Request-Id", id(r.Number)) // ?
	h.Set("X-Request-Id", id(^r.Number))
	h.Set("X-Ms-Region", "East US") // ?
}

// azureExtra ?: the filters' verdicts on what was asked and answered.
func azureExtra(o object, p part, r *Reply) object {
	struck := r.Outcome.Class == chain.ContentPolicy
	if p == whole {
		o = append(o, azurePrompt()...)
	}
	for i := range o {
		choices, ok := o[i].value.(list)
		if o[i].key != "choices" || !ok || len(choices) == 0 || p == first {
			continue
		}
		choices[0] = append(choices[0].(object), member{"content_filter_results", azureFilters(struck && p != middle)})
	}
	return append(o, member{"system_fingerprint", "fp_" + id(1)[:10]})
}

func azurePrompt() object {
	return object{{"prompt_filter_results", list{object{{"prompt_index", 0}, {"content_filter_results", azureFilters(false)}}}}}
}

// azureBefore writes the chunk that tells of the prompt alone.
func azureBefore(s *stream, r *Reply) {
	o := object{{"id", ""}, {"object", ""}, {"created", 0}, {"model", ""}, {"choices", list{}}}
	s.event("", append(o, azurePrompt()...).encode())
}

// azureAddress: a base URL that ends in /openai/v1 is the newer address; any
// other is the resource's, as its portal shows it.
func azureAddress(e *Endpoint, model string) (string, error) {
	if strings.HasSuffix(e.BaseURL, azureV1) {
		return e.BaseURL + "/chat/completions", nil
	}
	deployment, err := inPath(model)
	version := e.APIVersion
	if version == "" {
		version = azureVersion
	}
	return e.BaseURL + azureDeployments + deployment + "/chat/completions?api-version=" + url.QueryEscape(version), err
}

// azureModel reads the deployment out of a path.
func azureModel(path string) (string, bool) {
	before, ok := strings.CutSuffix(path, "/chat/completions")
	if !ok {
		return "", false
	}
	if strings.HasSuffix(before, azureV1) {
		return "", true
	}
	at := strings.LastIndex(before, azureDeployments)
	if at < 0 {
		return "", false
	}
	model := before[at+len(azureDeployments):]
	return model, model != ""
}
