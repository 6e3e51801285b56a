package measure

// The characters of a strip.
const (
	MarkSick    = '█'
	MarkWell    = '·'
	MarkFailing = '!'
	MarkSkipped = '■'
	MarkProbe   = '?'
)

// failingShare is the part of a bucket's calls that must fail before the strip
// shows it as failing: everyday errors of a healthy provider stay below it.
const failingShare = 0.25

// TruthRow draws what the world knows about a provider.
func (s *Strip) TruthRow() string {
	row := make([]rune, len(s.Sick))
	for i, sick := range s.Sick {
		row[i] = MarkWell
		if sick {
			row[i] = MarkSick
		}
	}
	return string(row)
}

// CallsRow draws what a strategy did with the provider. Failing calls come
// first: they are what skipping and probing are meant to prevent.
func (s *Strip) CallsRow() string {
	row := make([]rune, len(s.Sent))
	for i := range row {
		switch {
		case s.failing(i):
			row[i] = MarkFailing
		case s.Probes[i] > 0:
			row[i] = MarkProbe
		case s.Skipped[i]:
			row[i] = MarkSkipped
		default:
			row[i] = MarkWell
		}
	}
	return string(row)
}

func (s *Strip) failing(i int) bool {
	return s.Failed[i] > 0 && float64(s.Failed[i]) >= failingShare*float64(s.Sent[i])
}

// Ill reports whether the provider was sick in any bucket.
func (s *Strip) Ill() bool {
	for _, sick := range s.Sick {
		if sick {
			return true
		}
	}
	return false
}

// Failing says what most of the failing calls come to: OnHang where they timed
// out, OnSlow where it was a timeout of the chain's own that cut off good answers,
// else OnError.
func (s *Strip) Failing() Spent {
	var failed, hung, cut int64
	for i := range s.Failed {
		failed += int64(s.Failed[i])
		hung += int64(s.Hung[i])
		cut += int64(s.Cut[i])
	}
	switch {
	case 2*hung > failed:
		return OnHang
	case 2*cut > failed:
		return OnSlow
	}
	return OnError
}
