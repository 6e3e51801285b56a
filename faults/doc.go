// Package faults makes worlds: fake providers with scheduled faults, limiters
// and divergent outputs, which know the truth about their own health.
//
// A [Spec] is a world as written; [Compile] checks it and does the costly work
// once (quantile tables, bodies and their verdicts); a [World] is one seed's
// life of it. [World.Arrive] says what a provider will answer to an attempt and
// when, [World.Leave] frees what the attempt held, [World.Truth] says how ill a
// provider really is, whoever calls it.
//
// What the driver owes a world:
//
//  1. Reset before each run.
//  2. Instants that never go back.
//  3. One Leave per Arrive, with the same reply, when nobody waits for the attempt
//     any more.
//  4. One Compile per Spec: laws and faults keep their tables in themselves.
package faults
