// Package policy holds the parts that a strategy is made of, one kind of answer
// a file.
//
// A [Document] is a strategy as written: one field per question that the chain
// asks. Where a question has several kinds of answer, the field is an interface
// ([Retry], [Hedge], ...) and the kinds stand in a registry ([Retries],
// [Hedges], ...) under the word that files use for them. Whoever decodes a
// document fills such a field with what the registry's New returns, which holds
// the defaults, and then with the file's values.
//
// What a kind owes the package:
//
//  1. It is a struct with yaml tags and a doc tag a field (meaning, unit); a
//     field that must be written has required:"true".
//  2. Check judges its own parameters and nothing else, and names the field.
//  3. Build makes the part; the neutral kind of a slot builds nil, and changes
//     no transcript.
//  4. Parts hold no state: whatever remembers is made by a factory, one per
//     chain. They read no clock and compute in integers.
//  5. It registers in one init line of its own file.
//
// The package knows no file format: values that are more than a number or a
// duration implement encoding.TextUnmarshaler, and words list themselves by
// Words.
package policy
