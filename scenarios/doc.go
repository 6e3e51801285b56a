// Package scenarios is the language of scenario files: what providers do, what
// traffic they meet, which strategies are compared and what must hold.
//
// [Load] reads a scenario in three passes, each of which reports all it finds
// with file, line and column: syntax, shape (the JSON Schema that [Schema]
// publishes for editors), and meaning. A [Scenario] is compiled: its setup,
// strategies, seed and rules are ready for package report. [Show] writes the
// canonical form with every default spelled out; reading that gives the same
// scenario, by its hash.
//
// A library of scenarios is embedded; [Library] lists it.
//
// What the caller owes Load:
//
//  1. Nothing of the file system is read but through Options.ReadFile, by default
//     through [Files]: what a document names lies in its own folder, a document from
//     standard input names files of the working folder, and a document that is a link
//     does not lead out of the folder that it lies in, unless Options.AllowFiles says
//     so. Of a file that a document names nothing is repeated in errors or by Show: it
//     may be any file. Hard links cannot be told from files.
//  2. A Scenario is shared by all runs and never changes; do not change it.
package scenarios
