package simtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/faults/fakehttp"
)

// transport is the round tripper of Env.Client: the fake's, with a look at whose
// request it is.
type transport struct {
	run   *run
	inner http.RoundTripper
}

// flight is one request on its way through the transport, and the context that
// it travels with. To the mock transport it looks like one that is never
// cancelled, which it answers on the goroutine that asks: two more for each
// request, to watch over what the clock here watches over anyway, would take a
// third of the time.
type flight struct {
	context.Context   // as it came
	q                 *question
	provider, ordinal int // once named
	named             bool
}

type flightKey struct{}

// Done implements context.Context.
func (f *flight) Done() <-chan struct{} { return nil }

// Value implements context.Context.
func (f *flight) Value(key any) any {
	if key == (flightKey{}) {
		return f
	}
	return f.Context.Value(key)
}

// clock is the bubble's, and heeds the contexts that requests came with.
type clock struct{ fakehttp.Wall }

// Wait implements fakehttp.Clock.
func (c clock) Wait(ctx context.Context, until chain.Instant) error {
	if f, ok := ctx.Value(flightKey{}).(*flight); ok {
		ctx = f.Context
	}
	return c.Wall.Wait(ctx, until)
}

// errLost is what requests get in a run that has failed.
var errLost = errors.New("simtest: the run has ended")

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	r := t.run
	q := questionOf(req.Context())
	if err := r.admit(q, req); err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	r.step()
	f := &flight{Context: req.Context(), q: q}
	res, err := t.inner.RoundTrip(req.WithContext(f))
	r.landed(f, err)
	var nowhere *net.DNSError
	if errors.As(err, &nowhere) {
		r.fail(fmt.Errorf("it calls %s, which is no provider of this world: build the client with Provider.BaseURL\n%s", req.URL.Host, callers()))
	}
	return res, err
}

// admit turns away what belongs to no question of this run.
func (r *run) admit(q *question, req *http.Request) error {
	switch {
	case outside():
		r.abandon(fmt.Errorf("it sends a request (%s %s) from a goroutine outside the bubble: a pool of workers, or what holds one, is made outside the constructor\n%s",
			req.Method, req.URL, callers()))
		return errLost
	case q != nil && q.run != r:
		q.run.fail(fmt.Errorf("it calls through the client of another run: an HTTP client, or what holds one, outlives its bubble. "+
			"Make it inside the constructor\n%s", callers()))
		return errLost
	case r.lost.Load():
		runtime.Goexit() // whoever asks on would ask for ever, and time would stand still
	case q == nil && req.Header.Get(fakehttp.Header) == "":
		r.fail(fmt.Errorf("it sends a request (%s %s) that carries no question's context: hand the ctx of the question on to it, "+
			"as by http.NewRequestWithContext\n%s", req.Method, req.URL, callers()))
		return errLost
	}
	return nil
}

// outside reports whether the caller is in no bubble: only there does the time
// have a monotonic reading.
func outside() bool {
	now := time.Now()
	return now != now.Round(0)
}

// identify names the attempt that a request is. It implements
// fakehttp.Options.Identify.
func (r *run) identify(req *http.Request, provider int) (a faults.Ask, err error) {
	f, _ := req.Context().Value(flightKey{}).(*flight)
	if f == nil || f.q == nil {
		return a, errors.New("simtest: a request of no question")
	}
	r.fake.Do(func(*world) {
		q := f.q
		n := q.ordinals[provider]
		switch {
		case q.returned:
			r.records.strays++
			err = errors.New("simtest: the question has returned")
		case len(q.request.Attempts) >= chain.MaxAttempts || n >= chain.MaxAttempts:
			err = fmt.Errorf("question %d sends more than %d requests: it asks without end", q.request.Number, chain.MaxAttempts)
			r.fail(err)
		default:
			q.ordinals[provider]++
			f.provider, f.ordinal, f.named = provider, int(n), true
			a = faults.Ask{Request: q.request.Number, Ordinal: int(n), Kind: q.request.Kind, TokensIn: q.request.TokensIn, TokensOut: q.request.TokensOut}
		}
	})
	return a, err
}

// landed notes what the client got of a request before it can act on it: its
// headers, or an error.
func (r *run) landed(f *flight, err error) {
	r.step()
	r.fake.Do(func(*world) {
		r.records.requests++
		if !f.named || f.q.returned {
			return
		}
		k := f.q.find(f.provider, f.ordinal)
		switch {
		case k < 0:
		case err == nil:
			f.q.notes[k].headed = true
		default:
			r.over(f.q, k, r.clock.Now(), false)
		}
	})
}

// callers says whence the transport is called.
func callers() string {
	buf := make([]byte, 1<<16)
	return placeOf(buf[:runtime.Stack(buf, false)])
}
