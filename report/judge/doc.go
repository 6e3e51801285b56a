// Package judge makes a verdict of figures: which strategy to ship, what rules hold,
// what regressed.
//
// A [Result] is one scenario's comparison. [ParseRule] reads a rule and [Rule.Judge]
// decides it; [Result.Rank] ranks; a complaint is the largest cost of the one in
// front, with its cause and figures; [Result.Compared] holds every strategy against
// a reference over common seeds, and [Result.Regret] against the bound that foresees
// every fault; a [Gate] holds a result against a baseline. A [Tuning] is what a
// search found.
//
// It is pure and has no words for people but those that name a mistake in what they
// wrote: package words says what is decided here.
package judge
