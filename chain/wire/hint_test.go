package wire

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestFormLaw: what is written is read back to the grain, never shorter.
func TestFormLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := form(rapid.IntRange(0, int(numForms)-1).Draw(t, "form"))
		h := time.Duration(rapid.Int64Range(1, int64(MaxHint)).Draw(t, "hint"))
		if rapid.Bool().Draw(t, "whole") {
			h = max(h.Truncate(f.grain()), f.grain())
		}
		s := f.write(h, sentAt)
		got := f.read(s, sentAt)
		if got < h || got > min(roundUp(h, f.grain()), MaxHint) {
			t.Fatalf("form %d: %s is written %q and read as %s", f, h, s, got)
		}
		// Reading what was read changes nothing.
		if again := f.read(f.write(got, sentAt), sentAt); again != got {
			t.Fatalf("form %d: %s became %s", f, got, again)
		}
	})
}

func TestFormRead(t *testing.T) {
	for _, row := range []struct {
		form form
		text string
		want time.Duration
	}{
		{inSeconds, "2", 2 * time.Second},
		{inSeconds, " 2 ", 2 * time.Second},
		{inSeconds, "0.5", 500 * time.Millisecond},
		{inSeconds, "", 0},
		{inSeconds, "0", 0},
		{inSeconds, "-1", 0},
		{inSeconds, "+1", 0},
		{inSeconds, "1e3", 0},
		{inSeconds, "0x10", 0},
		{inSeconds, "1.2.3", 0},
		{inSeconds, ".", 0},
		{inSeconds, "Inf", 0},
		{inSeconds, "NaN", 0},
		{inSeconds, "soon", 0},
		{inSeconds, "86401", MaxHint},
		{inSeconds, strings.Repeat("9", 400), MaxHint},
		{inDecimals, "33011.382867", 33011382867 * time.Microsecond},
		{inDecimals, "11.38", 11380 * time.Millisecond},
		{inMillis, "30500", 30500 * time.Millisecond},
		{inMillis, "0.25", 250 * time.Microsecond},
		{inMillis, "-1", 0},
		{inGo, "6m0s", 6 * time.Minute},
		{inGo, "1s", time.Second},
		{inGo, "2m59.56s", 179560 * time.Millisecond},
		{inGo, "7.66s", 7660 * time.Millisecond},
		{inGo, "20ms", 20 * time.Millisecond},
		{inGo, "1d2h", MaxHint},
		{inGo, "99999999999999999999h", MaxHint},
		{inGo, "12", 0},
		{inGo, "-1s", 0},
		{inGo, "s", 0},
		{inGo, "1.2.3s", 0},
		{inGo, ".s", 0},
		{inGo, "1 s", 0},
		{inProto, "31s", 31 * time.Second},
		{inProto, "0.5s", 500 * time.Millisecond},
		{inProto, "31", 0},
		{inProto, "-31s", 0},
		{inProto, "s", 0},
		{inProto, "999999999999999999999s", MaxHint},
		{asStamp, "2026-11-30T10:21:00Z", 30 * time.Second},
		{asStamp, "2026-11-30T12:21:00.5+02:00", 30500 * time.Millisecond},
		{asStamp, "2026-11-30T10:20:30Z", 0},
		{asStamp, "2020-01-01T00:00:00Z", 0},
		{asStamp, "9999-12-31T23:59:59Z", MaxHint},
		{asStamp, "tomorrow", 0},
		{asDate, "Mon, 30 Nov 2026 10:21:00 GMT", 30 * time.Second},
		{asDate, "Monday, 30-Nov-26 10:21:00 GMT", 30 * time.Second},
		{asDate, "Mon Nov 30 10:21:00 2026", 30 * time.Second},
		{asDate, "Mon, 30 Nov 2025 10:21:00 GMT", 0},
		{asDate, "Fri, 31 Dec 9999 23:59:59 GMT", MaxHint},
		{asDate, "30", 0},
	} {
		if got := row.form.read(row.text, sentAt); got != row.want {
			t.Errorf("form %d: read(%q) = %s, want %s", row.form, row.text, got, row.want)
		}
	}
}

func TestHeaderHint(t *testing.T) {
	for _, row := range []struct {
		about string
		h     http.Header
		want  time.Duration
	}{
		{"no header at all", nil, 0},
		{"seconds", http.Header{"Retry-After": {"3"}}, 3 * time.Second},
		{"a date", http.Header{"Retry-After": {"Mon, 30 Nov 2026 10:21:00 GMT"}}, 30 * time.Second},
		{"milliseconds tell more", http.Header{"Retry-After": {"3"}, "Retry-After-Ms": {"2500"}}, 2500 * time.Millisecond},
		{"malformed milliseconds tell nothing", http.Header{"Retry-After": {"3"}, "Retry-After-Ms": {"-1"}}, 3 * time.Second},
		{"the first of several", http.Header{"Retry-After": {"3", "9"}}, 3 * time.Second},
	} {
		if got := headerHint(row.h, sentAt); got != row.want {
			t.Errorf("%s: headerHint(%v) = %s, want %s", row.about, row.h, got, row.want)
		}
	}
}

func TestMessageHint(t *testing.T) {
	for _, row := range []struct {
		message string
		want    time.Duration
	}{
		{"Limit 15000, Used 11972, Requested 4351. Please try again in 5.289s. Need more tokens?", 5289 * time.Millisecond},
		{"Please try again in 6m0s.", 6 * time.Minute},
		{"Please try again in 20ms.", 20 * time.Millisecond},
		{"Please retry after 22 seconds.", 22 * time.Second},
		{"Please retry after 1 second, or raise the limit", time.Second},
		{"Please retry in 54.8s.", 54800 * time.Millisecond},
		{"Try again in 2 minutes", 2 * time.Minute},
		{"Please try again in 3 days.", MaxHint},
		{"Please try again later.", 0},
		{"try again in ", 0},
		{"try again in a while", 0},
		{"try again in 5 moons", 0},
		{"try again in -5 seconds", 0},
		{"Wait 5 seconds.", 0},
		{"", 0},
	} {
		if got := messageHint(row.message); got != row.want {
			t.Errorf("messageHint(%q) = %s, want %s", row.message, got, row.want)
		}
	}
}
