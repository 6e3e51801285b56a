// Package foreign is what reading other products' configurations has in common: a
// strict reader of their trees that never shows a secret, notes on what was taken,
// assumed and left out, a chain in the making, and patches of what was read.
//
// A product is a folder below: its importer fills an [Importing], key by key, each
// with the note beside it; one that can also be written gives a [Patchable]. The
// table of products is package systems. The language of scenarios needs nothing of
// all this.
//
// What a reader of a product owes:
//
//  1. Every key is taken, told as left out, or told by nobody: [Import] lists what
//     no importer has looked at.
//  2. Nothing but the configuration is read: no file that it names, no variable, no
//     network.
//  3. A value under a key that names a secret is never read and never written.
package foreign
