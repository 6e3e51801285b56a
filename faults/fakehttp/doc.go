// Package fakehttp puts a world behind HTTP: fake providers that speak their
// dialects, answer when and what the world says, and break as real sockets do.
//
// A [Fake] is one seed's world. [Fake.Transport] is an http.RoundTripper on
// jarcoal/httpmock, for clients in the same process and for testing/synctest
// bubbles; [Fake.Handler] is an http.Handler for real sockets.
//
// A request may say which attempt of which question it is, in a header
// ([Label]); then the world draws for it what it draws in a simulation. Without
// one the fake numbers requests as they come, or asks Options.Identify.
//
// What the caller owes a fake:
//
//  1. A world that was Reset, and that nobody else drives.
//  2. A clock that never goes back.
//  3. Bodies that are read to their end or closed: an answer is in flight until then.
package fakehttp
