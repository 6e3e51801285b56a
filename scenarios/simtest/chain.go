package simtest

import (
	"context"
	"encoding/json"
	"fmt"

	"wavetank/sim"
)

// Chain asks one question, as an application does: of one provider or of
// several, until it has an answer or gives up. It is called from many goroutines
// at once. What it returns is what the application gets, so an answer that it
// mended, as one whose Markdown fence it took off, counts as mended.
//
// It must hand ctx on to every request that it sends: by it, a request is known
// to belong to its question.
type Chain func(ctx context.Context, q Question) (answer string, err error)

// New makes a chain with all that remembers: breakers, caches, limiters, HTTP
// clients. It is called inside a bubble, once per seed, and whatever it makes
// must be made there: a breaker from outside keeps another clock.
type New func(env *Env) Chain

// Question is what the application asks. Some are refused by providers for their
// own sake, where the scenario says so; nothing in a question tells.
type Question struct {
	Number    int64           // counts from 0 in order of arrival, warm-up included
	Prompt    string          // differs from question to question
	Schema    json.RawMessage // JSON Schema that the answer is to fit; nil: free text
	TokensIn  int             // size of the prompt in tokens, as the providers count; Prompt itself is short
	MaxTokens int             // how long the answer may become, in tokens
}

// question is one question on its way, from its arrival until its chain returns.
// It is guarded by the fake.
type question struct {
	run      *run
	request  sim.Request
	notes    []note  // of the request's attempts
	ordinals []int16 // of the next attempt on each provider
	returned bool
	done     chan struct{} // closed when it has returned
}

// note is what is known of an attempt beyond its record.
type note struct {
	headed bool // its headers reached the client
	judged bool // whether it failed is settled
}

// ask is the question as the chain sees it.
func (q *question) ask(schema json.RawMessage) Question {
	r := &q.request
	return Question{Number: r.Number, Prompt: fmt.Sprintf("Question %d: what does the file of that number say?", r.Number),
		Schema: schema, TokensIn: int(r.TokensIn), MaxTokens: int(r.TokensOut)}
}

// questionKey is where a context carries its question.
type questionKey struct{}

func questionOf(ctx context.Context) *question {
	q, _ := ctx.Value(questionKey{}).(*question)
	return q
}
