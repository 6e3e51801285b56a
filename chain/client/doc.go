// Package client drives a chain in real time, over HTTP: the same machine that
// the simulator runs, for production.
//
// A [Client] is made of a strategy and its providers, in the chain's order:
//
//	c, err := client.New(recipe,
//		client.Provider{Name: "groq", Dialect: "groq", Endpoint: wire.Endpoint{Key: wire.Hide(groqKey), Model: "llama-3.3-70b"}},
//		client.Provider{Name: "openai", Dialect: "openai", Endpoint: wire.Endpoint{Key: wire.Hide(openaiKey), Model: "gpt-4.1-mini"}})
//	answer, err := c.Complete(ctx, client.Request{Messages: []client.Message{{Role: "user", Content: "Hello"}}})
//
// [Client.Complete] asks until the strategy is content or has nobody left; the
// context's deadline is the call's, and its end cancels what is in flight.
// [Client.Health] says what the chain knows of each provider.
//
// The client has no policy and no timeout of its own: a strategy without an
// attempt timeout waits for as long as its context allows, also for an answer that
// drips without an end, until that is too large. It holds one mutex
// around the chain, one goroutine per attempt in flight, and one timer per call.
// A strategy that bounds the first byte, or the gaps of an answer, means requests
// that stream: all of another answer comes at its end.
//
// A provider is not trusted. An answer is bounded, and all that come in at one
// time together ([Config.AnswerMax], [Config.HeldMax]), counted as they come out of
// decompression. Headers are bounded by the transport: 64 KiB by the client's own,
// and as Go does it, 10 MiB, by one that is given and does not say otherwise. No redirect
// is followed. A model that stands in a path is one segment of it, or refused. No printing
// of a client or a provider shows a key.
//
// What the caller owes it:
//
//  1. Close, when it is done: it ends calls that are still on their way.
//  2. An Observe function that returns soon and calls nothing of the client: it
//     runs under the lock. None of the configuration's functions calls Close.
package client
