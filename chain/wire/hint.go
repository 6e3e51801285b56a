package wire

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxHint bounds every hint: a day is longer than any window that a provider
// documents, and short enough to add to any instant.
const MaxHint = 24 * time.Hour

// form is one way to write how long to wait.
type form uint8

const (
	inSeconds     form = iota // 31
	inDecimals                // 33011.382867, seconds
	inMillis                  // 30500
	inGo                      // 2m59.56s, as Go prints durations
	inProto                   // 31s or 0.5s, as protobuf's JSON writes a Duration
	asStamp                   // 2026-01-02T03:04:05Z, when the wait is over
	asDate                    // Fri, 02 Jan 2026 03:04:05 GMT, when the wait is over
	asEpoch                   // 1767323045, seconds since 1970 when the wait is over
	asEpochMillis             // 1767323045000
	numForms
)

// grain is the least difference that a form can tell.
func (f form) grain() time.Duration {
	switch f {
	case inSeconds, asStamp, asDate, asEpoch:
		return time.Second
	case inMillis, inGo, asEpochMillis:
		return time.Millisecond
	case inDecimals:
		return time.Microsecond
	}
	return time.Nanosecond
}

// write says how long to wait from now, rounded up to the form's grain: a client
// told too little would come back too early.
func (f form) write(d time.Duration, now time.Time) string {
	switch f {
	case inMillis:
		return strconv.FormatInt(int64(roundUp(d, f.grain())/time.Millisecond), 10)
	case inGo:
		return roundUp(d, f.grain()).String()
	case inDecimals:
		return strconv.FormatFloat(roundUp(d, f.grain()).Seconds(), 'f', -1, 64)
	case inProto:
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
	case asStamp:
		return roundUpTime(now.Add(d)).Format(time.RFC3339)
	case asDate:
		return roundUpTime(now.Add(d)).Format(http.TimeFormat)
	case asEpoch:
		return strconv.FormatInt(roundUpTime(now.Add(d)).Unix(), 10)
	case asEpochMillis:
		return strconv.FormatInt(now.Add(d).Add(time.Millisecond-1).UnixMilli(), 10)
	}
	return strconv.FormatInt(int64(roundUp(d, time.Second)/time.Second), 10)
}

// read is the inverse of write: 0 for what is absent, malformed, not positive or
// past, and never more than MaxHint.
func (f form) read(s string, now time.Time) time.Duration {
	s = strings.TrimSpace(s)
	switch f {
	case inMillis:
		return decimal(s, time.Millisecond)
	case inGo:
		return goDuration(s)
	case inProto:
		n, ok := strings.CutSuffix(s, "s")
		if !ok {
			return 0
		}
		return decimal(n, time.Second)
	case asStamp:
		at, err := time.Parse(time.RFC3339, s)
		return until(at, err, now)
	case asDate:
		at, err := http.ParseTime(s)
		return until(at, err, now)
	case asEpoch:
		n, err := strconv.ParseInt(s, 10, 64)
		return until(time.Unix(min(n, 1<<40), 0), err, now) // more would wrap
	case asEpochMillis:
		n, err := strconv.ParseInt(s, 10, 64)
		return until(time.UnixMilli(n), err, now)
	}
	return decimal(s, time.Second)
}

func roundUp(d, grain time.Duration) time.Duration {
	if rest := d % grain; rest > 0 && d <= math.MaxInt64-grain {
		d += grain - rest
	}
	return d
}

func roundUpTime(t time.Time) time.Time {
	if whole := t.Truncate(time.Second); whole.Before(t) {
		t = whole.Add(time.Second)
	}
	return t.UTC()
}

func until(at time.Time, err error, now time.Time) time.Duration {
	if err != nil || !at.After(now) {
		return 0
	}
	return min(at.Sub(now), MaxHint) // Sub saturates
}

// decimal reads digits with at most one point, in a unit. Exponents, signs and
// the names of infinity are malformed: no provider writes them on purpose.
func decimal(s string, unit time.Duration) time.Duration {
	if s == "" || strings.Trim(s, "0123456789.") != "" {
		return 0
	}
	f, err := strconv.ParseFloat(s, 64)
	if f *= float64(unit); err != nil && !math.IsInf(f, 1) || math.IsNaN(f) {
		return 0
	}
	if f >= float64(MaxHint) {
		return MaxHint
	}
	// Below a day a float64 tells nanoseconds apart, so rounding gives back what
	// was written.
	return time.Duration(math.Round(f))
}

// units are those of Go's durations, and days, which OpenAI writes too ?.
var units = map[string]time.Duration{
	"d": MaxHint, "h": time.Hour, "m": time.Minute, "s": time.Second, "ms": time.Millisecond,
	"us": time.Microsecond, "µs": time.Microsecond, "μs": time.Microsecond, "ns": 1,
}

// goDuration reads a sum of numbers with units. time.ParseDuration would refuse
// what is too large for it, which is a long wait and not a malformed one.
func goDuration(s string) time.Duration {
	var sum time.Duration
	for s != "" {
		n := len(s) - len(strings.TrimLeft(s, "0123456789."))
		number, rest := s[:n], s[n:]
		u := strings.IndexAny(rest, "0123456789.")
		if u < 0 {
			u = len(rest)
		}
		unit, known := units[rest[:u]]
		if n == 0 || !known || strings.Count(number, ".") > 1 || number == "." {
			return 0
		}
		sum = min(sum+decimal(number, unit), MaxHint)
		s = rest[u:]
	}
	return sum
}

// headerHint reads the headers that clients of every provider look at: the one
// in milliseconds first, for it tells more.
func headerHint(h http.Header, now time.Time) time.Duration {
	if d := inMillis.read(h.Get("Retry-After-Ms"), now); d > 0 {
		return d
	}
	v := h.Get("Retry-After")
	if d := inSeconds.read(v, now); d > 0 {
		return d
	}
	return asDate.read(v, now)
}

// waits are the words before a wait in messages, in lower case.
var waits = [...]string{"try again in ", "retry after ", "retry in "}

// messageHint reads `Please try again in 5.289s.` and `Please retry after 22
// seconds.`
func messageHint(message string) time.Duration {
	low := strings.ToLower(message)
	for _, w := range waits {
		_, rest, ok := strings.Cut(low, w)
		if !ok {
			continue
		}
		words := strings.Fields(rest[:min(len(rest), 64)])
		if len(words) == 0 {
			continue
		}
		first := strings.TrimRight(words[0], ".,;!)")
		if d := goDuration(first); d > 0 {
			return d
		}
		if len(words) > 1 {
			return decimal(first, spelled[strings.Trim(words[1], ".,;!)")])
		}
	}
	return 0
}

var spelled = map[string]time.Duration{
	"ms": time.Millisecond, "milliseconds": time.Millisecond, "s": time.Second, "second": time.Second,
	"seconds": time.Second, "minute": time.Minute, "minutes": time.Minute, "hour": time.Hour, "hours": time.Hour,
	"day": MaxHint, "days": MaxHint,
}
