// Package printable makes what documents, answers and file names say fit to be shown:
// on a terminal, in a log that a program obeys, in a file that others open. It is
// the only place that knows what is not to be printed.
//
//   - [Line] and [Text] take out what no reader should be told: control characters,
//     escape sequences, signs that turn the direction of a text or are not seen.
//   - [Mask] takes out what looks like a key, [Lines] also what stands under a name
//     that says so, whether the text is a document or a broken one.
//   - [Copy] does so to every text of a result, so that a new field is covered.
//   - [Stream] guards a stream on which somebody listens for commands.
//
// Whoever prints owes it this:
//
//  1. What comes from a document goes through one of them, once, where it enters what
//     a medium draws; a medium then escapes what its own format gives a meaning to.
//  2. What a program reads back, as JSON, is masked and no more.
package printable
