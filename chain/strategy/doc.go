// Package strategy reads strategies as documents: YAML in, [chain.Strategy] out,
// and back.
//
// A [Document] has one key per question that a chain asks ([policy.Document])
// beside a few about itself. It may start from a preset and say only what
// differs:
//
//	preset: five-provider
//	attempt: {total: 5s}
//
// [Load] merges a document over its presets, applies single settings, checks the
// whole and builds the recipe. All problems are reported, each at the place
// where the value was written: the file's line, the preset, or the setting.
// [Presets] lists the documents that are built in, one file each in presets;
// [Show] prints one with every default spelled out.
//
// What the caller owes the package: nothing here reads the environment or a
// clock; whoever wants `from_env: true` to work passes a way to look variables
// up.
package strategy
