package faults

import (
	"fmt"
	"strings"
)

// ErrorBody is what stands in the body of an error. What is in front of a
// provider, a balancer or a proxy, answers in its own way, and a client that
// reads every body as JSON fails there.
type ErrorBody uint8

// The bodies.
const (
	JSONBody  ErrorBody = iota // the provider's own error
	HTMLBody                   // a proxy's page
	EmptyBody                  // nothing
)

var errorBodyNames = [...]string{"json", "html", "empty"}

// String returns the body as it is written in files.
func (b ErrorBody) String() string { return errorBodyNames[b] }

// Words lists the bodies in their order.
func (ErrorBody) Words() []string { return append([]string(nil), errorBodyNames[:]...) }

// UnmarshalText reads one of the words.
func (b *ErrorBody) UnmarshalText(text []byte) error {
	for i, name := range errorBodyNames {
		if name == string(text) {
			*b = ErrorBody(i)
			return nil
		}
	}
	return fmt.Errorf("the body of an error is one of %s, not %q", strings.Join(errorBodyNames[:], ", "), text)
}

// MarshalText writes the word.
func (b ErrorBody) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

func (b ErrorBody) manner() Manner { return [...]Manner{Usual, ByHTML, ByNothing}[b] }
