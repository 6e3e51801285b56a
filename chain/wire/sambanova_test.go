package wire

import (
	"strconv"
	"testing"
	"time"

	"wavetank/chain"
)

func TestSambaNovaRead(t *testing.T) {
	body := func(code string) string {
		return `{"error":{"message":"m","type":"invalid_request_error","param":null,"code":"` + code + `"},"request_id":"2a8b3c4d"}`
	}
	soon, tomorrow := strconv.FormatInt(sentAt.Unix()+31, 10), strconv.FormatInt(sentAt.Unix()+7200, 10)
	checkSeen(t, &sambaNova, []seen{
		{says: "insufficient_quota passes here", status: 429, body: body("insufficient_quota"), class: chain.RateLimit, why: "error.code insufficient_quota"},
		{says: "a limit without a code", status: 429, class: chain.RateLimit,
			body: `{"error":{"message":"Request would exceed rate limit\nViolated duration_s: 86400, current usage: 196279, limit: 200000","type":"x","param":null,"code":null}}`},
		{says: "a limit that says when it ends", status: 429, body: body("insufficient_quota"), class: chain.RateLimit, hint: 31 * time.Second,
			header: "x-ratelimit-remaining-requests: 0\nx-ratelimit-reset-requests: " + soon + "\nx-ratelimit-remaining-requests-day: 12\nx-ratelimit-reset-requests-day: " + tomorrow},
		{says: "a limit of the day", status: 429, body: body("insufficient_quota"), class: chain.RateLimit, hint: 2 * time.Hour,
			header: "x-ratelimit-remaining-requests: 3\nx-ratelimit-reset-requests: " + soon + "\nx-ratelimit-remaining-requests-day: 0\nx-ratelimit-reset-requests-day: " + tomorrow},
		{says: "a header for all clients goes first", status: 429, body: body("insufficient_quota"), class: chain.RateLimit, hint: 2 * time.Second,
			header: "retry-after: 2\nx-ratelimit-remaining-requests: 0\nx-ratelimit-reset-requests: " + soon},
		{says: "a full queue", status: 429, body: body("queue_full"), class: chain.Overload},
		{says: "a full queue of old", status: 504, body: body("queue_full"), class: chain.Overload},
		{says: "another 504", status: 504, class: chain.Server},
		{says: "a prompt too long", status: 400, body: body("context_length_exceeded"), class: chain.ContextLength},
		{says: "a wrong type", status: 400, body: body("invalid_type"), class: chain.BadRequest},
		{says: "too much", status: 400, body: body("decimal_above_max_value"), class: chain.BadRequest},
		{says: "too little", status: 400, body: body("decimal_below_min_value"), class: chain.BadRequest},
		{says: "too many", status: 400, body: body("integer_above_max_value"), class: chain.BadRequest},
		{says: "a missing model", status: 400, body: body("model_not_found"), class: chain.ModelMissing},
		{says: "a retired model", status: 410, body: body("model_deprecated"), class: chain.ModelMissing},
		{says: "gone, nobody knows what", status: 410, class: chain.BadRequest},
		{says: "no key", status: 401, body: body("invalid_authentication"), class: chain.Auth},
		{says: "too slow", status: 408, body: body("request_timeout"), class: chain.Timeout},
		{says: "a fault", status: 500, body: body("internal_server_error"), class: chain.Server},
		{says: "maintenance", status: 503, body: body("maintenance"), class: chain.Server},
		{says: "an error in a stream", body: chunks(saying("hi"), body("internal_server_error")), text: "hi", class: chain.Server},
		{says: "a limit in a stream", body: chunks(body("insufficient_quota")), class: chain.RateLimit},
	})
}

// TestSambaNovaStrict: as clients of compatible providers read an error, and the
// request's id beside it.
func TestSambaNovaStrict(t *testing.T) {
	eachError(t, &sambaNova, func(t *testing.T, o chain.Outcome, body map[string]any) {
		m := members{"error.message": aString, "error.type": textOrNull, "error.param": textOrNull, "error.code": textOrNull, "request_id": aString}
		if path := m.lacks(body); path != "" {
			t.Errorf("%s %d: %s is missing in %v", o.Class, o.Status, path, body)
		}
	})
	checkAnswers(t, &sambaNova, nil)
}
