package wire

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"wavetank/chain"
)

// googleErrors are those of both of Gemini's endpoints. A type is Google's word
// for a status, a code what the details say. The rows marked ? are second hand.
var googleErrors = refusals{
	{class: chain.BadRequest, status: 400, typ: "INVALID_ARGUMENT", message: "Request contains an invalid argument."},
	{class: chain.Auth, status: 400, typ: "INVALID_ARGUMENT", code: "API_KEY_INVALID",
		message: "API key not valid. Please pass a valid API key."},
	{class: chain.Auth, status: 400, typ: "INVALID_ARGUMENT", says: "api key not valid"},
	{class: chain.Auth, status: 400, typ: "INVALID_ARGUMENT", says: "api key expired"},
	// No free tier in the country: nothing is wrong with the request.
	{class: chain.Auth, status: 400, typ: "FAILED_PRECONDITION", message: "User location is not supported for the API use."},
	{class: chain.ContextLength, status: 400, typ: "INVALID_ARGUMENT", says: "exceeds the maximum number of tokens", // ?
		message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."},
	// Text models block a prompt with status 200; this is how image models do ?.
	{class: chain.ContentPolicy, status: 400, typ: "INVALID_ARGUMENT", says: "responsible ai practices",
		message: "The prompt could not be submitted. This prompt contains sensitive words that violate Google's Responsible AI practices."},
	{class: chain.Auth, status: 401, typ: "UNAUTHENTICATED", message: "Request had invalid authentication credentials."},
	{class: chain.Auth, status: 403, typ: "PERMISSION_DENIED", message: "The caller does not have permission"},
	{class: chain.ModelMissing, status: 404, typ: "NOT_FOUND",
		message: "models/{model} is not found for API version v1beta, or is not supported for generateContent."},
	{class: chain.RateLimit, status: 429, typ: "RESOURCE_EXHAUSTED", code: googlePerMinute, message: googleQuota},
	{class: chain.Quota, status: 429, typ: "RESOURCE_EXHAUSTED", code: googlePerDay, message: googleQuota},
	{class: chain.Server, status: 500, typ: "INTERNAL", message: "An internal error has occurred. Please retry."},
	{class: chain.Server, status: 503, typ: "UNAVAILABLE", message: "The service is currently unavailable."},
	{class: chain.Overload, status: 503, typ: "UNAVAILABLE", says: "overloaded",
		message: "The model is overloaded. Please try again later."},
	{class: chain.Overload, status: 503, typ: "UNAVAILABLE", says: "experiencing high demand"},
	{class: chain.Server, status: 504, typ: "DEADLINE_EXCEEDED", message: "The request timed out. Please try again."},
	{class: chain.Server, status: 200, typ: "INTERNAL", message: "An internal error has occurred. Please retry."},
	{class: chain.Overload, status: 200, typ: "UNAVAILABLE", says: "overloaded",
		message: "The model is overloaded. Please try again later."},
	{class: chain.RateLimit, status: 200, typ: "RESOURCE_EXHAUSTED", message: "Resource has been exhausted (e.g. check quota)."},
}

const googleQuota = "You exceeded your current quota, please check your plan and billing details. " +
	"For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits."

// The two kinds of quotas by what their names have in common ?.
const (
	googlePerMinute = "PerMinute"
	googlePerDay    = "PerDay"
)

// googleWords are the HTTP statuses of Google's words for them. Of several words
// of one status the first is written.
var googleWords = []struct {
	word   string
	status int
}{
	{"INVALID_ARGUMENT", 400}, {"FAILED_PRECONDITION", 400}, {"OUT_OF_RANGE", 400}, {"UNAUTHENTICATED", 401},
	{"PERMISSION_DENIED", 403}, {"NOT_FOUND", 404}, {"ABORTED", 409}, {"ALREADY_EXISTS", 409},
	{"RESOURCE_EXHAUSTED", 429}, {"CANCELLED", 499}, {"INTERNAL", 500}, {"UNKNOWN", 500}, {"DATA_LOSS", 500},
	{"UNIMPLEMENTED", 501}, {"UNAVAILABLE", 503}, {"DEADLINE_EXCEEDED", 504},
}

func googleWord(status int) string {
	for _, w := range googleWords {
		if w.status == status {
			return w.word
		}
	}
	if status >= 500 {
		return "UNKNOWN"
	}
	return "FAILED_PRECONDITION"
}

func googleStatus(word string) int {
	for _, w := range googleWords {
		if w.word == word {
			return w.status
		}
	}
	return 0
}

// googleDetail is any of an error's details.
type googleDetail struct {
	Reason     string `json:"reason"` // ErrorInfo
	Violations []struct {
		QuotaID string `json:"quotaId"`
	} `json:"violations"` // QuotaFailure
	RetryDelay string `json:"retryDelay"` // RetryInfo
}

func googleDetails(p problem) []googleDetail {
	var inner struct {
		Details []json.RawMessage `json:"details"`
	}
	if json.Unmarshal(p.raw, &inner) != nil {
		return nil
	}
	out := make([]googleDetail, len(inner.Details))
	for i, d := range inner.Details {
		_ = json.Unmarshal(d, &out[i]) // a detail of another form says nothing
	}
	return out
}

// findGoogle finds an error and what its details say. Of quotas used up
// together the one of the day counts: in a minute it would still be.
func findGoogle(body []byte) (problem, bool) {
	p, ok := findProblem(body)
	if !ok {
		return p, false
	}
	p.typ = p.state
	if p.number == 0 {
		p.number = googleStatus(p.typ)
	}
	for _, d := range googleDetails(p) {
		if d.Reason != "" && p.code == "" {
			p.code = d.Reason
		}
		for _, v := range d.Violations {
			switch {
			case strings.Contains(v.QuotaID, googlePerDay):
				p.code = googlePerDay
			case strings.Contains(v.QuotaID, googlePerMinute) && p.code != googlePerDay:
				p.code = googlePerMinute
			}
		}
	}
	return p, true
}

// googleHint reads the body, then what other providers write, in which a proxy
// may have a say. With a quota of the day the delay is that of the minute.
func googleHint(h http.Header, p problem, now time.Time) time.Duration {
	if p.code == googlePerDay {
		return 0
	}
	for _, d := range googleDetails(p) {
		if d := inProto.read(d.RetryDelay, now); d > 0 {
			return d
		}
	}
	return usualHint(h, p, now)
}

// googleError renders an error.
func googleError(r *Reply) object {
	f := googleErrors.fill(r, nil)
	if googleStatus(f.typ) == 0 { // a bare status, in others' words
		f.typ = googleWord(int(r.Outcome.Status))
	}
	status := int(r.Outcome.Status)
	if status < 300 {
		status = googleStatus(f.typ)
	}
	o := object{{"code", status}, {"message", f.message}, {"status", f.typ}}
	if details := googleTell(f, r); details != nil {
		o = append(o, member{"details", details})
	}
	return object{{"error", o}}
}

// googleTell renders an error's details.
func googleTell(f refusal, r *Reply) list {
	var out list
	switch f.code {
	case googlePerDay, googlePerMinute:
		out = append(out, googleQuotaFailure(f.code, r))
	case "":
	default:
		out = append(out, object{{"@type", googleType + "ErrorInfo"}, {"reason", f.code}, {"domain", "googleapis.com"},
			{"metadata", object{{"service", "generativelanguage.googleapis.com"}}}})
	}
	if r.Outcome.Hint > 0 {
		out = append(out, object{{"@type", googleType + "RetryInfo"}, {"retryDelay", inProto.write(r.Outcome.Hint, r.At)}})
	}
	return out
}

const googleType = "type.googleapis.com/google.rpc."

func googleQuotaFailure(per string, r *Reply) object {
	limit := "10"
	if per == googlePerDay {
		limit = "250"
	}
	return object{{"@type", googleType + "QuotaFailure"}, {"violations", list{object{
		{"quotaMetric", "generativelanguage.googleapis.com/generate_content_free_tier_requests"},
		{"quotaId", "GenerateRequests" + per + "PerProjectPerModel-FreeTier"},
		{"quotaDimensions", object{{"location", "global"}, {"model", r.Model}}}, {"quotaValue", limit}}}}}
}

// googleHead writes no hint but in front of a body that has no place for it: a
// proxy's.
func googleHead(h http.Header, r *Reply) {
	if r.Manner == HTML || r.Manner == Blank {
		writeHint(h, r, []hintHeader{{"Retry-After", inSeconds}}, nil)
	}
}
