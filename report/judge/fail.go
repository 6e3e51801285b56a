package judge

import (
	"fmt"
	"strings"
)

// FailOn says what makes a command fail: a set of findings. The zero value is
// [FailDefault].
type FailOn uint8

// The findings.
const (
	FailExpect       FailOn = 1 << iota // a rule is broken
	FailRegression                      // a figure is worse than in the baseline, beyond its tolerance
	FailAdvisory                        // an advisory rule is broken
	FailInconclusive                    // a rule or a comparison could not be decided
	FailNothing                         // asked to fail on nothing
)

// FailDefault is what fails where nobody says another. Without a baseline there
// are no regressions.
const FailDefault = FailExpect | FailRegression

// failWords are the findings as written, in the order of their bits.
var failWords = []string{"expect", "regression", "advisory", "inconclusive", "none"}

// FailWords lists the words that ParseFailOn reads.
func FailWords() []string { return append([]string{}, failWords...) }

// ParseFailOn reads words joined by commas. Nearest finds the known word that a
// word was probably meant to be; it may be nil.
func ParseFailOn(text string, nearest func(word string, known []string) string) (FailOn, error) {
	var out FailOn
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		bit := failBit(word)
		if bit == 0 {
			hint := "it may be " + strings.Join(failWords, ", ")
			if nearest != nil {
				if near := nearest(word, failWords); near != "" {
					hint = "did you mean " + Quoted(near) + "?"
				}
			}
			return 0, fmt.Errorf("unknown word %q (%s)", word, hint)
		}
		out |= bit
	}
	if out&FailNothing != 0 && out != FailNothing {
		return 0, fmt.Errorf("none stands alone, and here is %q", text)
	}
	return out, nil
}

func failBit(word string) FailOn {
	for i, w := range failWords {
		if w == word {
			return 1 << i
		}
	}
	return 0
}

// Has reports whether a finding fails the command.
func (f FailOn) Has(finding FailOn) bool {
	if f == 0 {
		f = FailDefault
	}
	return f&finding != 0
}

// String writes the set as it is read.
func (f FailOn) String() string {
	var words []string
	for i, w := range failWords {
		if f.Has(1 << i) {
			words = append(words, w)
		}
	}
	return strings.Join(words, ",")
}

// Exit codes of results.
const (
	exitFailed       = 1
	exitInconclusive = 4
	exitInterrupted  = 130
)

// ExitCode is what the command ends with by these results: 130 where one is
// partial, 1 where something failed that is to fail, 4 where something is
// inconclusive that is to fail, else 0.
func ExitCode(results ...*Result) int {
	out := 0
	rank := func(code int) int { return map[int]int{exitInconclusive: 1, exitFailed: 2, exitInterrupted: 3}[code] }
	for _, r := range results {
		if code := r.ExitCode(); rank(code) > rank(out) {
			out = code
		}
	}
	return out
}

// ExitCode is what the command ends with by one result.
func (r *Result) ExitCode() int {
	switch {
	case r.Partial:
		return exitInterrupted
	case r.failed():
		return exitFailed
	case r.FailOn.Has(FailInconclusive) && r.open():
		return exitInconclusive
	}
	return 0
}

// failed reports whether something was found that is to fail the command.
func (r *Result) failed() bool {
	for i := range r.Expectations {
		if r.Expectations[i].Fails(r.FailOn) {
			return true
		}
	}
	return r.FailOn.Has(FailRegression) && r.TallyChanges()[Regressed] > 0
}

// Fails reports whether a rule's verdict fails the command.
func (e *Expectation) Fails(on FailOn) bool {
	return e.Verdict == Fail && (!e.Advisory && on.Has(FailExpect) || e.Advisory && on.Has(FailAdvisory))
}

// open reports whether something that could have failed was not decided, or is
// not known as well as asked.
func (r *Result) open() bool {
	if len(r.Imprecise) > 0 {
		return true
	}
	for i := range r.Expectations {
		if r.Expectations[i].Open(r.FailOn) {
			return true
		}
	}
	for i := range r.Regressions {
		if r.Regressions[i].MayBeWorse() {
			return true
		}
	}
	return false
}

// Open reports whether a rule that could have failed was not decided.
func (e *Expectation) Open(on FailOn) bool {
	return e.Verdict == Inconclusive && (!e.Advisory || on.Has(FailAdvisory))
}

// Broken reports whether a rule was found broken that is more than advice.
func (r *Result) Broken() bool { return TallyVerdicts(r.Expectations)[Fail] > 0 }
