package chain

import "time"

// Class is what an outcome means to a chain, whatever bytes said so.
type Class uint8

// The classes of outcomes. Careless chains know two, success and error; field
// reports force these apart.
const (
	OK             Class = iota // success status, and valid as far as anyone looked
	OKSlow                      // success, slower than a strategy calls healthy
	OKInvalid                   // success status, content breaks the schema
	RateLimit                   // 429 that passes by itself
	Quota                       // 429 or 402 that does not: money or a long window
	Overload                    // 529, "overloaded"
	Server                      // 5xx
	Timeout                     // silence for the chain's own full limit
	Connect                     // refused or reset before any byte
	Truncated                   // the answer broke off
	Auth                        // 401, 403
	ModelMissing                // 404 for a model
	BadRequest                  // 400, 422: malformed
	ContextLength               // prompt larger than the window
	ContentPolicy               // refused by a content filter
	CallerCancel                // the caller gave up
	CallerDeadline              // the caller's time ran out
	LocalReject                 // a limiter or breaker of ours said no
	NumClasses                  // how many there are
)

var classNames = [NumClasses]string{
	"ok", "ok_slow", "ok_invalid", "rate_limit", "quota", "overload", "server", "timeout", "connect",
	"truncated", "auth", "model_missing", "bad_request", "context_length", "content_policy",
	"caller_cancel", "caller_deadline", "local_reject",
}

// String returns the class as it is written in files.
func (c Class) String() string {
	if c < NumClasses {
		return classNames[c]
	}
	return "unknown"
}

// ParseClass returns the class of that name.
func ParseClass(name string) (Class, bool) {
	for c, n := range classNames {
		if n == name {
			return Class(c), true
		}
	}
	return 0, false
}

// ClassNames lists the classes in their order.
func ClassNames() []string { return append([]string(nil), classNames[:]...) }

// Source tells whose doing an outcome is. Only what comes from upstream may
// speak about a provider's health.
type Source uint8

// The sources.
const (
	Upstream Source = iota // the provider or the way to it
	Local                  // this process: breaker, limiter, budget
	Caller                 // the caller's cancel or deadline
)

// String returns the source's name.
func (s Source) String() string { return [...]string{"upstream", "local", "caller"}[s] }

// Fit says whether a body fits the schema asked for.
type Fit uint8

// The answers to "does it fit".
const (
	FitUnknown Fit = iota // nobody looked yet: a validator reads the body
	FitYes
	FitNo
	FitHealed // not as it is, but once fences and prose around it and stray commas are taken away
	FitJSON   // valid JSON of another shape
)

// Outcome is how one attempt ended, as the client side saw it. It holds no
// pointer, so that records of millions cost a collector nothing.
type Outcome struct {
	Class  Class
	Source Source
	Fit    Fit           // the driver's knowledge about the body; FitUnknown makes a validator read it
	Status int16         // HTTP status, 0 where there was none
	Hint   time.Duration // Retry-After, 0 where none was sent
}

// Evidence is what an outcome says about a provider's health.
type Evidence uint8

// The kinds of evidence. A bad prompt is None: counting it as Bad benches the
// fleet, counting it as Good closes a half-open breaker.
const (
	None Evidence = iota // says nothing; frees a probe's slot
	Good
	Bad
	Trip // opens the breaker at once
)

// String returns the evidence as it is written in files.
func (e Evidence) String() string { return [...]string{"none", "good", "bad", "trip"}[e] }

// Verdict keeps apart the consequences of an outcome that careless chains
// conflate.
type Verdict struct {
	Class    Class
	Retry    bool     // the same provider may be asked again
	Failover bool     // the next provider may be asked
	Evidence Evidence // what the breaker is told
}

// ClassOfStatus returns what a bare HTTP status means, without a look at
// headers or body.
func ClassOfStatus(status int) Class {
	switch {
	case status >= 200 && status < 300:
		return OK
	case status == 401 || status == 403:
		return Auth
	case status == 402:
		return Quota
	case status == 404:
		return ModelMissing
	case status == 408:
		return Timeout
	case status == 413:
		return ContextLength
	case status == 429:
		return RateLimit
	case status == 529:
		return Overload
	case status >= 500:
		return Server
	}
	return BadRequest
}
