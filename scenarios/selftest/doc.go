// Package selftest plays random worlds under laws that hold of any run.
//
// A world is a scenario as a document ([Document]), drawn by a seed from the types and
// registries of the language: what is registered is met. [Run] plays world after
// world, each with presets and with strategies that nobody has written, and holds every
// run against the [Laws]: a ledger of its calls, watchers around its breakers, budgets
// and admissions, a limiter of its own, its figures counted again from the records, the
// clairvoyant chain's bounds, the other engine, and the same bytes. Of the first world
// that breaks a law a scenario is made that is as small as can be. [Check] does the same
// with a scenario of the user's.
//
// What the caller owes Run:
//
//  1. An end: a count of worlds, or an Enough.
package selftest
