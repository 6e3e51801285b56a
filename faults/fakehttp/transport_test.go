package fakehttp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain"
	"wavetank/faults"
)

// odd are seconds and a few nanoseconds, which no rounding would leave alone.
func odd(seconds int64) faults.Law {
	return &faults.Constant{Value: faults.Time(time.Duration(seconds)*time.Second + 7)}
}

// send asks the first provider in process; it is a fake's first question.
func send(ctx context.Context, t testing.TB, f *Fake, rt http.RoundTripper, stream bool) (*http.Response, error) {
	t.Helper()
	e := f.Endpoint(0)
	r, err := f.Dialect(0).Build(ctx, &e, question(stream))
	if err != nil {
		t.Fatal(err)
	}
	Label(r.Header, &faults.Ask{TokensIn: 20, TokensOut: 30})
	return rt.RoundTrip(r)
}

// TestTransportInTime: what happens when, to the nanosecond.
func TestTransportInTime(t *testing.T) {
	at := func(seconds float64, more int64) time.Duration {
		return time.Duration(seconds*1e9) + time.Duration(more)
	}
	stream := &faults.Stream{TTFT: odd(1), TokensPerSecond: 10} // 30 tokens: 3 s more
	for _, row := range []struct {
		name      string
		latency   faults.Law
		fault     faults.Fault
		stream    bool
		head, end time.Duration
		err       error // of the request, or of reading its body
	}{
		{"an answer", odd(2), nil, false, at(2, 7), at(2, 7), nil},
		{"a stream begins a third of the way", odd(3), nil, true, at(1, 2), at(3, 7), nil},
		{"a stream with a law of its own", stream, nil, true, at(1, 7), at(4, 7), nil},
		{"the same asked for at once", stream, nil, false, at(4, 7), at(4, 7), nil},
		{"an error", odd(2), &faults.Status{Code: 503, Share: 1, After: odd(1)}, true, at(1, 7), at(1, 7), nil},
		{"a refusal", odd(2), &faults.Refuse{Share: 1, After: odd(1)}, false, -1, at(1, 7), syscall.ECONNREFUSED},
		{"a reset", odd(2), &faults.Reset{Share: 1, After: odd(1)}, false, -1, at(1, 7), syscall.ECONNRESET},
		{"an answer that is cut", odd(4), &faults.Cut{At: 0.75, Share: 1}, false, at(4.0/3, 2), at(3, 5), io.ErrUnexpectedEOF},
		{"a stream that is cut", stream, &faults.Cut{At: 0.5, Share: 1}, true, at(1, 6), at(2, 3), io.ErrUnexpectedEOF},
		{"a hang", odd(1), &faults.Hang{Share: 1}, false, -1, patience, context.DeadlineExceeded},
		{"a hang after the headers", odd(1), &faults.Hang{Share: 1, Silence: faults.InBody}, false, 0, patience, context.DeadlineExceeded},
		{"a hang in a stream", odd(1), &faults.Hang{Share: 1, Silence: faults.InStream}, true, 0, patience, context.DeadlineExceeded},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen, start := &log{}, time.Now()
				f := newFake(t, world(t, faults.Provider{Latency: row.latency}, row.fault), Options{Observer: seen})
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				head := time.Duration(-1)
				response, err := send(ctx, t, f, f.Transport(), row.stream)
				if err == nil {
					head = time.Since(start)
					_, err = io.ReadAll(response.Body)
				}
				end := time.Since(start)
				if head != row.head || end != row.end || !errors.Is(err, row.err) {
					t.Errorf("headers after %s, the end after %s with %v; want %s, %s and %v", head, end, err, row.head, row.end, row.err)
				}
				synctest.Wait()
				answered := row.end != patience
				if x := seen.left[0]; len(seen.left) != 1 || x.End != chain.Instant(end) || x.Answered != answered || x.Sent != 0 {
					t.Errorf("seen %d times, from %s to %s, answered %t", len(seen.left), x.Sent, x.End, x.Answered)
				}
			})
		})
	}
}

// TestTransportEvents: the tokens of a stream come evenly, each in its own read; the last brings the end.
func TestTransportEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t, world(t, faults.Provider{Latency: &faults.Stream{TTFT: odd(1), TokensPerSecond: 10}}, nil), Options{})
		start := time.Now()
		response, err := send(t.Context(), t, f, f.Transport(), true)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var at []time.Duration
		buf := make([]byte, 1<<16)
		for {
			n, err := response.Body.Read(buf)
			if err != nil {
				break
			}
			if at = append(at, time.Since(start)); bytes.Count(buf[:n], []byte("data: ")) != 1 && len(at) <= 30 {
				t.Errorf("read %d has %q", len(at), buf[:n])
			}
		}
		for i, d := range at {
			if want := min(time.Second+time.Duration(i)*100*time.Millisecond, 4*time.Second) + 7; d != want {
				t.Errorf("event %d comes after %s, want %s", i, d, want)
			}
		}
		if last := at[len(at)-1]; last != 4*time.Second+7 || len(at) < 5 {
			t.Errorf("event %d is the last and comes after %s", len(at)-1, last)
		}
	})
}

// TestTransportCancelled: a context that ends at any stage frees the slot at that
// instant, and the attempt is seen as not answered.
func TestTransportCancelled(t *testing.T) {
	stream := &faults.Stream{TTFT: odd(2), TokensPerSecond: 10}
	for _, row := range []struct {
		name  string
		fault faults.Fault
		after time.Duration
		reads bool // the body, until it fails
	}{
		{"before the headers", nil, time.Second, false},
		{"before the headers of a hang", &faults.Hang{Share: 1}, time.Second, false},
		{"after the headers of a hang", &faults.Hang{Share: 1, Silence: faults.InBody}, time.Second, true},
		{"between events", nil, 3 * time.Second, true},
		{"between events, with nobody reading", nil, 3 * time.Second, false},
		{"between events of a hang", &faults.Hang{Share: 1, Silence: faults.InStream}, 3 * time.Second, true},
		{"at the instant of the headers", nil, 2*time.Second + 7, false},
		{"at the instant of the last event", nil, 5*time.Second + 7, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := &log{}
				p := faults.Provider{Latency: stream, Limits: &faults.Limits{Concurrency: 1}}
				f := newFake(t, world(t, p, row.fault), Options{Observer: seen})
				rt := f.Transport()
				for n := range 4 {
					ctx, cancel := context.WithTimeout(t.Context(), row.after)
					before := time.Now()
					response, err := send(ctx, t, f, rt, true)
					if err == nil && row.reads {
						_, err = io.Copy(io.Discard, response.Body)
					}
					<-ctx.Done()
					cancel()
					synctest.Wait()
					if len(seen.left) != n+1 {
						t.Fatalf("attempt %d holds its slot after %s (%v)", n, time.Since(before), err)
					}
					x := seen.left[n]
					if x.Reply.Outcome.Class == chain.RateLimit || x.End.Sub(x.Sent) != row.after {
						t.Errorf("attempt %d: %+v, left after %s", n, x.Reply.Outcome, x.End.Sub(x.Sent))
					}
					if x.Answered && row.after < 5*time.Second {
						t.Errorf("attempt %d is seen as answered", n)
					}
				}
			})
		})
	}
}

// TestTransportClosed: a body that is closed early is no answer; one whose bytes
// were all read is, also without asking for the end.
func TestTransportClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, all := range []bool{false, true} {
			seen := &log{}
			f := newFake(t, world(t, faults.Provider{}, nil), Options{Observer: seen})
			response, err := send(t.Context(), t, f, f.Transport(), true)
			if err != nil {
				t.Fatal(err)
			}
			buf, text := make([]byte, 100), []byte(nil)
			for !bytes.Contains(text, []byte("[DONE]\n\n")) && (all || len(text) < 500) {
				n, err := response.Body.Read(buf)
				if text = append(text, buf[:n]...); err != nil {
					t.Fatal(err)
				}
			}
			_ = response.Body.Close()
			if len(seen.left) != 1 || seen.left[0].Answered != all {
				t.Errorf("all bytes read: %t, seen as %+v", all, seen.left)
			}
		}
	})
}

// TestTransportAgain: the same seed gives the same bytes at the same instants,
// another gives others.
func TestTransportAgain(t *testing.T) {
	outage := func(seed uint64) (out []got) {
		synctest.Test(t, func(t *testing.T) {
			seen := &log{}
			w := world(t, faults.Provider{Latency: &faults.Lognormal{Median: faults.Time(time.Second), P99: faults.Time(9 * time.Second)},
				Outputs: &faults.Outputs{Valid: 1, Fenced: 1, Prose: 1}}, outage())
			w.Reset(seed)
			f := newFake(t, w, Options{Observer: seen})
			for n := range int64(60) {
				g := attempt(t, f, f.Transport(), f.Endpoint(0), &faults.Ask{Request: n, TokensIn: 20, TokensOut: 30}, n%2 == 0)
				g.Reply = seen.last(t).Reply
				out = append(out, g)
			}
		})
		return out
	}
	first := outage(5)
	if diff := cmp.Diff(first, outage(5)); diff != "" {
		t.Errorf("the same seed again:\n%s", diff)
	}
	if cmp.Equal(first, outage(6)) {
		t.Error("another seed gives the same")
	}
}

// TestTransportElsewhere: only the world's providers are there.
func TestTransportElsewhere(t *testing.T) {
	f := newFake(t, world(t, faults.Provider{}, nil), Options{Clock: newHand()})
	rt := f.Transport()
	for _, url := range []string{"http://q.wavetank.test/v1/chat/completions", "http://p/v1/chat/completions", "https://example.com/"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		_, err = rt.RoundTrip(r)
		var dns *net.DNSError
		if !errors.As(err, &dns) || !dns.IsNotFound {
			t.Errorf("%s: %v", url, err)
		}
	}
	if n := rt.GetTotalCallCount(); n != 3 {
		t.Errorf("%d calls counted, want 3", n)
	}
}
