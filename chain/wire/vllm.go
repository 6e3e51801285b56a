package wire

import (
	"wavetank/chain"
)

func init() {
	Dialects.Register("vllm", "vLLM and other servers of one's own", func() Dialect { return &vLLM })
}

// vLLM is a server of one's own: no public address, no limits of its own, and
// codes that are the HTTP status. It ends a stream by its mark even after an
// error, so that a client that looks for the mark alone sees a success.
var vLLM = chat{
	errors: vLLMErrors, envelope: numbered, filters: true,
	hints: []hintHeader{{"Retry-After", inSeconds}}, // ? of gateways
	streamError: func(s *stream, f refusal, r *Reply) {
		s.event("", numbered(f, r))
		s.event("", []byte("[DONE]"))
	},
}

// vLLMErrors: the texts about the context are second hand ?. What a server of
// one's own does not say by itself (401, 429, 5xx of a gateway) is plain.
var vLLMErrors = refusals{
	{class: chain.BadRequest, status: 400, typ: "BadRequestError", message: "The request is not valid."},
	{class: chain.ModelMissing, status: 404, typ: "NotFoundError", message: "The model `{model}` does not exist."},
	{class: chain.ContextLength, status: 400, typ: "BadRequestError", says: "maximum context length", // ?
		message: "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens."},
	{class: chain.ContextLength, status: 400, says: "'max_completion_tokens' is too large"},    // ?
	{class: chain.ContextLength, status: 400, says: "is longer than the maximum model length"}, // ?
	{class: chain.ContentPolicy, status: 400, typ: "BadRequestError", code: "content_policy_violation", // ? of gateways, as OpenAI
		message: "The prompt was refused by a content policy."},
	{class: chain.RateLimit, status: 429, typ: "RateLimitError", message: "Too many requests."}, // ? of gateways
	{class: chain.RateLimit, status: 200, typ: "RateLimitError", message: "Too many requests."}, // ? of gateways
	{class: chain.Server, status: 500, typ: "InternalServerError", message: "Internal server error."},
	{class: chain.Server, status: 502, typ: "InternalServerError", message: "Bad gateway."},
	{class: chain.Server, status: 503, typ: "ServiceUnavailableError", message: "The engine is not ready."}, // ?
	{class: chain.Server, status: 504, typ: "InternalServerError", message: "Gateway timeout."},
	{class: chain.Server, status: 200, typ: "InternalServerError", message: "The engine stopped while it answered."},
}

// numbered is the nested envelope with an HTTP status as code.
func numbered(f refusal, r *Reply) []byte {
	var code any = int(r.Outcome.Status)
	switch {
	case f.code != "":
		code = f.code
	case r.Outcome.Status < 300:
		code = usualStatus[f.class]
	}
	return object{{"error", object{{"message", f.message}, {"type", orNull(f.typ)}, {"param", orNull(f.param)},
		{"code", code}}}}.encode()
}

// usualStatus is the HTTP status that a class usually has, for codes told inside
// a status 200.
var usualStatus = [chain.NumClasses]int{chain.RateLimit: 429, chain.Quota: 402, chain.Overload: 529, chain.Server: 500,
	chain.Timeout: 408, chain.Auth: 401, chain.ModelMissing: 404, chain.BadRequest: 400, chain.ContextLength: 413,
	chain.ContentPolicy: 400}
