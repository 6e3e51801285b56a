package wire

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// Secret is a key that nothing writes out. The zero value is no key; [Hide]
// makes one, text decodes into one, and [Secret.Reveal] gives it back.
//
// It holds the key where no printer can look: package fmt calls no method of an
// unexported field, and printers that walk by reflection follow pointers, but
// none can see what a function remembers. Encodings write a mask, or refuse, as
// gob does.
//
// NB: a request that is built holds the key in a header, in the open. Whoever
// dumps one writes it out.
type Secret struct{ reveal func() string }

// Hide makes a secret of a key; of "" the zero one.
func Hide(key string) Secret {
	if key == "" {
		return Secret{}
	}
	return Secret{func() string { return key }}
}

// Reveal returns the key, "" where there is none.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// IsZero reports that there is no key. Encoders ask it.
func (s Secret) IsZero() bool { return s.reveal == nil }

const redacted = "[secret]"

// String returns a mask, "" where there is no key.
func (s Secret) String() string {
	if s.IsZero() {
		return ""
	}
	return redacted
}

// Format implements fmt.Formatter, for the verbs that would show what it is
// made of.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText writes the mask.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText takes a key from a configuration. It refuses the mask: what
// MarshalText wrote cannot be read back.
func (s *Secret) UnmarshalText(text []byte) error {
	if string(text) == redacted {
		return errors.New("wire: a masked key is no key")
	}
	*s = Hide(string(text))
	return nil
}

// LogValue implements slog.LogValuer with the mask.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
