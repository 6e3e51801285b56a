package main

import (
	"bytes"
	"testing"
	"time"
)

// TestProgress: one count of runs, and the time left in words; a log gets a line
// now and then, a terminal one line.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	p := &progress{w: &out, what: "tune", now: func() time.Time { return at }}
	p.tell(1000, 60_000)
	for range 60 {
		at = at.Add(time.Second)
		p.tell(1000+100*int(at.Unix()), 60_000)
	}
	p.finish()
	want := "tune: 2,500 of 60,000 runs, about 10 minutes left\ntune: 4,000 of 60,000 runs, about 9 minutes left\n" +
		"tune: 5,500 of 60,000 runs, about 9 minutes left\ntune: 7,000 of 60,000 runs, about 9 minutes left\n"
	if out.String() != want {
		t.Errorf("a log: %q, want %q", out.String(), want)
	}
	out.Reset()
	p = &progress{w: &out, what: "tune", terminal: true, now: func() time.Time { return at }}
	p.tell(0, 10)
	at = at.Add(3 * time.Second)
	p.tell(5, 10)
	p.finish()
	if want := "\r\x1b[Ktune: 0 of 10 runs\r\x1b[Ktune: 5 of 10 runs, less than a minute left\r\x1b[K"; out.String() != want {
		t.Errorf("a terminal: %q, want %q", out.String(), want)
	}
	for want, c := range map[string]struct {
		done, left int
		took       time.Duration
	}{"": {5, 5, time.Second}, ", about a minute left": {10, 10, 70 * time.Second}, ", about 3 hours left": {1, 100, 2 * time.Minute}} {
		if got := timeLeft(c.done, c.left, c.took); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}
