// Package wire speaks the wire formats of LLM providers, both ways: as a client
// that builds requests and reads answers, and as a fake provider that reads
// requests and renders answers. Each dialect is one file that holds both sides
// and registers itself in [Dialects].
//
// Reading turns whatever bytes came into a [chain.Outcome]: a refusal of a rate
// limit that passes apart from one that lasts, an error inside a status 200, a
// stream that broke off, an error page of a proxy. Rendering is its inverse: for
// every outcome that a provider can say, reading what was rendered gives it back.
//
// What the package promises to whoever feeds it foreign bytes:
//
//  1. No input panics, and no junk reads as success.
//  2. A hint is 0 or lies in (0, MaxHint], whatever a header says.
//  3. Nothing of a body but its codes and types reaches Answer.Why, so that
//     errors and logs hold no secret that a provider echoes.
//
// It opens no connection and reads no clock: dates in headers are read against
// an instant that the caller gives.
package wire
