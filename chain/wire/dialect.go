package wire

import (
	"context"
	"net/http"
	"time"

	"wavetank/chain"
)

// Dialect is how one provider speaks. It holds no state and may be shared.
type Dialect interface {
	// Base returns the public address that requests go to unless an endpoint says
	// otherwise, with the path's prefix, without a slash at its end. It is what
	// the provider's own SDK calls its base URL; "" where there is none.
	Base() string
	// Paths lists the paths below the base that a model's answers are asked at.
	Paths(model string) []string
	// Build returns the HTTP request of one attempt, its body readable again by
	// GetBody.
	Build(ctx context.Context, e *Endpoint, q *Request) (*http.Request, error)
	// Read says what a response means. now is when it came, for dates in headers.
	Read(r *Response, now time.Time) Answer
	// Ask reads a request as the fake provider sees it. The error is an
	// *AskError, whose status the provider answers.
	Ask(r *http.Request, body []byte) (Request, error)
	// Respond renders a reply as this provider sends it.
	Respond(r *Reply) *Response
	// Statuses lists the HTTP statuses under which the provider reports a class,
	// in their order; none where it never does. Status 0 is no answer at all, and
	// 200 of a failure one inside an answer that began as a success: of Timeout,
	// silence after the headers.
	Statuses(c chain.Class) []int
}

// Dialects holds the dialects by the name that scenarios and clients use.
var Dialects chain.Registry[Dialect]

// Endpoint is where and as whom a provider is called.
type Endpoint struct {
	BaseURL    string // scheme, host and path; "" is the dialect's public address
	Key        Secret // Hide makes one; the zero value sends no authentication
	Model      string // unless the request names one; azure-openai: the deployment
	APIVersion string // anthropic, azure-openai; "" is the dialect's default
}

// Request is what an application asks, in no provider's words.
type Request struct {
	Model       string // "" is the endpoint's
	Messages    []Message
	Schema      []byte // JSON Schema that the answer is to fit; nil asks for free text
	SchemaName  string // "" is "answer"
	MaxTokens   int    // of the answer; 0 leaves it to the provider, or to the dialect where one must be sent
	Temperature *float64
	Stream      bool // ask for server-sent events; the answer is put together again
	WithUsage   bool // told by Ask: the client asked that a stream end with usage, as Build always does
}

// Message is one turn of a conversation.
type Message struct {
	Role    string // system, user or assistant
	Content string
}

// Answer is what a response means.
type Answer struct {
	Outcome chain.Outcome // Fit is left to a validator
	Text    []byte        // what the model said, as far as it came
	Model   string        // as the provider names it
	Finish  string        // why the model stopped, in the provider's own word; "" where it did not say
	Usage   Usage
	Why     string // what the class was read from, as `error.code insufficient_quota`; never a message
}

// Usage is what a provider says that it counted, 0 where it did not say.
type Usage struct{ In, Out int }

// Reply is what a fake provider is to say.
type Reply struct {
	Outcome   chain.Outcome // of a class and a status that Statuses lists, or of any status that the class is the bare meaning of
	Content   []byte        // of a success or a broken one: what the model says
	Model     string        // that was asked for
	Stream    bool          // the request asked for server-sent events
	Pieces    int           // deltas that a stream brings the content in; 0: few
	Usage     Usage
	WithUsage bool   // a stream ends with usage where the provider waits to be asked for it
	Schema    string // name of the schema that was asked for, "" for none
	Manner    Manner
	At        time.Time // when the answer is sent
	Number    uint64    // makes ids; the same number gives the same bytes
}

// Manner is how an outcome shows itself where there is more than one way.
type Manner uint8

// The manners. One that an outcome does not have is Plain.
const (
	Plain     Manner = iota // as the provider usually does; an answer that breaks off does so midway
	HTML                    // an error page instead of JSON, as proxies write them: tells the status alone
	Blank                   // no bytes in the body: tells the status alone
	Early                   // a stream's error or end comes before anything else; a connection is reset, not refused
	Midway                  // … after some content; so does silence
	BeforeEnd               // … after all content, before the mark of the end; so does silence
	InLine                  // … inside a line of the stream; so does silence
	AfterHead               // silence begins after the headers, not before them
	numManners
)

// AskError is a fake provider's refusal of a request that it cannot read.
type AskError struct {
	Status int
	Reason string
}

func (e *AskError) Error() string { return "wire: " + e.Reason }
