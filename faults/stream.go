package faults

import (
	"errors"
	"fmt"
	"math"
	"time"
)

func init() {
	Laws.Register("stream", "time to the first token, then so many tokens a second", func() Law { return &Stream{} })
}

// Stream is the time to a whole answer of n tokens: time to the first token
// plus n/rate (calibration.md 5.4).
type Stream struct {
	TTFT            Law     `yaml:"ttft" required:"true" doc:"time to the first token"`
	TokensPerSecond float64 `yaml:"tokens_per_second" required:"true" doc:"answer tokens per second after that"`
}

func (l *Stream) Check() error {
	switch {
	case l.TTFT == nil:
		return errors.New("stream needs ttft: the time to the first token")
	case !(l.TokensPerSecond >= 0.001) || l.TokensPerSecond > 1e9:
		return fmt.Errorf("tokens_per_second %g is not between 0.001 and 1e9", l.TokensPerSecond)
	}
	return checkPlain("ttft", l.TTFT)
}

func (l *Stream) Amounts() []Amount {
	if l.TTFT == nil {
		return nil
	}
	return l.TTFT.Amounts()
}

// Table implements Law: of the time to the first token.
func (l *Stream) Table() (*Table, error) { return l.TTFT.Table() }

func (l *Stream) PerToken() time.Duration {
	return time.Duration(math.Round(1e9 / l.TokensPerSecond))
}

// checkPlain refuses a law inside a law that needs more than its own draw:
// tokens, or a clock.
func checkPlain(key string, l Law) error {
	if _, ok := l.(Streamed); ok {
		return fmt.Errorf("%s cannot be a stream", key)
	}
	if _, ok := l.(Phased); ok {
		return fmt.Errorf("%s cannot change with time", key)
	}
	if err := l.Check(); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}
