package faults

import (
	"fmt"
	"strings"
)

// Silence is where a hang falls silent. Only a client with a timeout of its own
// for each stage tells them apart; a simulation has none.
type Silence uint8

// The silences.
const (
	BeforeHeaders Silence = iota // no byte comes
	InBody                       // the status and the headers come, then nothing
	InStream                     // a part of the answer comes, then nothing
)

var silenceNames = [...]string{"headers", "body", "stream"}

// String returns the silence as it is written in files.
func (s Silence) String() string { return silenceNames[s] }

// Words lists the silences in their order.
func (Silence) Words() []string { return append([]string(nil), silenceNames[:]...) }

// UnmarshalText reads one of the words.
func (s *Silence) UnmarshalText(text []byte) error {
	for i, name := range silenceNames {
		if name == string(text) {
			*s = Silence(i)
			return nil
		}
	}
	return fmt.Errorf("silence is one of %s, not %q", strings.Join(silenceNames[:], ", "), text)
}

// MarshalText writes the word.
func (s Silence) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Silence) manner() Manner { return [...]Manner{Usual, AfterHeaders, MidAnswer}[s] }
