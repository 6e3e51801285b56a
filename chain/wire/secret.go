package wire

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a key that no formatting writes out. Convert it to a string to use
// it.
//
// NB: two ways pass by its methods, being a string's: the verb %p, which vet
// refuses, and JSON of a map that has secrets as keys.
type Secret string

const redacted = "[secret]"

func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redacted
}

// Format implements fmt.Formatter, for the verbs that would show what it is
// made of.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
