package report

// The characters of a strip.
const (
	markSick    = '█'
	markWell    = '·'
	markFailing = '!'
	markSkipped = '■'
	markProbe   = '?'
)

// failingShare is the part of a bucket's calls that must fail before the strip
// shows it as failing: everyday errors of a healthy provider stay below it.
const failingShare = 0.25

// truthRow draws what the world knows about a provider.
func (s *Strip) truthRow() string {
	row := make([]rune, len(s.Sick))
	for i, sick := range s.Sick {
		row[i] = markWell
		if sick {
			row[i] = markSick
		}
	}
	return string(row)
}

// callsRow draws what a strategy did with the provider. Failing calls come
// first: they are what skipping and probing are meant to prevent.
func (s *Strip) callsRow() string {
	row := make([]rune, len(s.Sent))
	for i := range row {
		switch {
		case s.failing(i):
			row[i] = markFailing
		case s.Probes[i] > 0:
			row[i] = markProbe
		case s.Skipped[i]:
			row[i] = markSkipped
		default:
			row[i] = markWell
		}
	}
	return string(row)
}

func (s *Strip) failing(i int) bool {
	return s.Failed[i] > 0 && float64(s.Failed[i]) >= failingShare*float64(s.Sent[i])
}

// ill reports whether the provider was sick in any bucket.
func (s *Strip) ill() bool {
	for _, sick := range s.Sick {
		if sick {
			return true
		}
	}
	return false
}

// hangs reports whether most of the failing calls timed out.
func (s *Strip) hangs() bool {
	var failed, hung int64
	for i := range s.Failed {
		failed += int64(s.Failed[i])
		hung += int64(s.Hung[i])
	}
	return 2*hung > failed
}
