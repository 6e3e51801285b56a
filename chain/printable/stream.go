package printable

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Stream is a stream that people and programs look at line by line. It passes lines on
// once they are whole; Flush ends the last one. Several goroutines may write to it.
type Stream struct {
	to    io.Writer
	clean bool // lines are scrubbed
	quiet bool // lines that a runner of GitHub Actions would obey are not commands

	mu   sync.Mutex
	rest []byte // of a line that has not ended
}

// NewStream guards a stream. Clean makes every line fit to be shown, for a stream of
// messages; quiet is for one on which a runner of GitHub Actions listens.
func NewStream(to io.Writer, clean, quiet bool) *Stream {
	return &Stream{to: to, clean: clean, quiet: quiet}
}

// Behind is the stream that is guarded.
func (s *Stream) Behind() io.Writer { return s.to }

// Write implements io.Writer.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.clean && !s.quiet {
		return s.to.Write(p)
	}
	end := bytes.LastIndexByte(p, '\n') + 1
	if end == 0 {
		s.rest = append(s.rest, p...)
		return len(p), nil
	}
	whole := string(s.rest) + string(p[:end])
	s.rest = append(s.rest[:0], p[end:]...)
	if _, err := io.WriteString(s.to, s.guarded(whole)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush passes on what is left of a line.
func (s *Stream) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.rest) == 0 {
		return nil
	}
	text := s.guarded(string(s.rest))
	s.rest = s.rest[:0]
	_, err := io.WriteString(s.to, text)
	return err
}

// Own is the stream for what comes from no document, and for bytes that are no text:
// commands for a runner, the line that a terminal draws anew.
func (s *Stream) Own() io.Writer { return own{s} }

type own struct{ *Stream }

func (o own) Write(p []byte) (int, error) {
	if err := o.Flush(); err != nil {
		return 0, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Write(p)
}

func (s *Stream) guarded(text string) string {
	if s.clean {
		text = Scrub(text)
	}
	if s.quiet {
		text = Disarm(text)
	}
	return text
}

// Disarm parts the signs by which a runner of GitHub Actions knows a command: two
// colons where a line begins, behind blanks; and anywhere in a line the two hashes and
// the bracket of older commands (actions/runner, src/Runner.Common/ActionCommand.cs:
// TryParseV2 trims, TryParse looks for the prefix with IndexOf). A carriage return ends
// a line for it too.
func Disarm(text string) string {
	if !strings.Contains(text, "::") && !strings.Contains(text, "##[") {
		return text
	}
	var b strings.Builder
	start := true
	for i := 0; i < len(text); {
		switch rest := text[i:]; {
		case start && strings.HasPrefix(rest, "::"):
			b.WriteString(": :")
			i, start = i+2, false
			continue
		case strings.HasPrefix(rest, "##["):
			b.WriteString("# #[")
			i, start = i+3, false
			continue
		}
		c, n := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+n])
		start = c == '\n' || c == '\r' || start && (unicode.IsSpace(c) || unseen(c))
		i += n
	}
	return b.String()
}
