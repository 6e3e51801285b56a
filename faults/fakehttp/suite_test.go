package fakehttp

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain"
	"wavetank/chain/wire"
	"wavetank/faults"
)

// got is one attempt as a client of ours sees it, and as the world meant it.
type got struct {
	Outcome chain.Outcome
	Text    string
	Status  int
	Header  http.Header
	Body    string
	Reply   faults.Reply
	Meant   string // what a success says
}

// TestSuite: for every dialect and every kind of fault, what a client makes of
// the bytes is what the world meant, and both ways of carrying them carry the
// same.
func TestSuite(t *testing.T) {
	covered := map[string]bool{"diverge": true}
	for _, s := range samples() {
		kind, _, _ := strings.Cut(s.name, " ")
		covered[kind] = true
	}
	for _, e := range faults.Kinds.Entries() {
		if !covered[e.Kind] {
			t.Errorf("no sample of the fault %s", e.Kind)
		}
	}
	for _, e := range wire.Dialects.Entries() {
		t.Run(e.Kind, func(t *testing.T) {
			t.Parallel()
			for _, s := range samples() {
				for _, stream := range []bool{false, true} {
					checkSample(t, e.Kind, &s, stream)
				}
			}
		})
	}
}

func checkSample(t *testing.T, dialect string, s *sample, stream bool) {
	overSocket, inProcess := overSocket(t, dialect, s, stream), inProcess(t, dialect, s, stream)
	for i, a := range overSocket {
		name := fmt.Sprintf("%s, %+v, stream %t", s.name, s.fault, stream)
		checkOutcome(t, name+", over a socket", &a)
		b := inProcess[i]
		if a.Reply.End == chain.Never {
			continue // how long anyone waits is the client's affair
		}
		checkOutcome(t, name+", in process", &b)
		a.Reply, b.Reply = faults.Reply{}, faults.Reply{} // which hold instants
		for _, h := range []http.Header{a.Header, b.Header} {
			h.Del("Date")
			h.Del("Content-Length")
			h.Del("Connection")
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s (-over a socket +in process):\n%s", name, diff)
		}
	}
}

// checkOutcome compares what was read with what the world decided.
func checkOutcome(t *testing.T, name string, g *got) {
	want := g.Reply.Outcome
	want.Fit = chain.FitUnknown // which a validator finds out
	if want.Class == chain.Timeout && g.Reply.End == chain.Never {
		want.Status = g.Outcome.Status // a hang's headers may have come
	}
	if late := g.Outcome.Hint - want.Hint; late > 0 && late < time.Second && want.Hint > 0 {
		g.Outcome.Hint = want.Hint // most providers write whole seconds
	}
	if want.Class == chain.OK && g.Text != g.Meant {
		t.Errorf("%s: read %q, the world meant %q; %q", name, g.Text, g.Meant, g.Body)
	}
	if g.Outcome != want {
		t.Errorf("%s: read as %+v, the world meant %+v; status %d, %v, %q", name, g.Outcome, want, g.Status, g.Header, g.Body)
	}
}

func overSocket(t *testing.T, dialect string, s *sample, stream bool) []got {
	seen := &hasty{arrival: strings.HasPrefix(s.name, "hang")}
	f := sampleFake(t, dialect, s, fast{time.Now()}, seen)
	server := httptest.NewServer(f.Handler())
	defer server.Close()
	transport := &http.Transport{DisableCompression: true, DialContext: seen.dial}
	defer transport.CloseIdleConnections()
	return attempts(t, f, transport, f.EndpointAt(0, server.URL), s, stream, &seen.log)
}

func inProcess(t *testing.T, dialect string, s *sample, stream bool) (out []got) {
	synctest.Test(t, func(t *testing.T) {
		seen := &log{}
		f := sampleFake(t, dialect, s, undated{Wall{time.Now()}}, seen)
		out = attempts(t, f, f.Transport(), f.Endpoint(0), s, stream, seen)
	})
	return out
}

func sampleFake(t *testing.T, dialect string, s *sample, c Clock, o Observer) *Fake {
	p := s.provider
	p.Dialect = dialect
	return newFake(t, world(t, p, freshly(s.fault)), Options{Clock: c, Observer: o})
}

// freshly copies a fault, which keeps its tables in itself.
func freshly(f faults.Fault) faults.Fault {
	if f == nil {
		return nil
	}
	v := reflect.New(reflect.TypeOf(f).Elem())
	v.Elem().Set(reflect.ValueOf(f).Elem())
	return v.Interface().(faults.Fault)
}

func attempts(t *testing.T, f *Fake, rt http.RoundTripper, e wire.Endpoint, s *sample, stream bool, seen *log) (out []got) {
	for n := range max(1, s.attempts) {
		g := attempt(t, f, rt, e, &faults.Ask{Request: n, Kind: s.kind, TokensIn: 20, TokensOut: 30}, stream)
		if g.Reply = seen.last(t).Reply; g.Reply.Outcome.Class == chain.OK {
			g.Meant = string(f.world.Blueprint().Body(g.Reply.Form))
		}
		out = append(out, g)
	}
	return out
}

// patience is how long a client waits in process, longer than any answer takes
// that comes.
const patience = time.Minute

// attempt sends one request and reads what comes, as a driver of a chain does.
func attempt(t *testing.T, f *Fake, rt http.RoundTripper, e wire.Endpoint, a *faults.Ask, stream bool) (g got) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	d := f.Dialect(0)
	r, err := d.Build(ctx, &e, question(stream))
	if err != nil {
		t.Fatal(err)
	}
	Label(r.Header, a)
	response, err := rt.RoundTrip(r)
	if err != nil {
		g.Outcome = wire.Failure(err, false)
		return g
	}
	whole, err := wire.Receive(response)
	g.Status, g.Header, g.Body = whole.Status, whole.Header, string(whole.Body)
	if o := wire.Failure(err, true); o.Class == chain.Timeout || o.Source == chain.Caller {
		g.Outcome = o
		return g
	}
	answer := d.Read(whole, noon)
	g.Outcome, g.Text = answer.Outcome, string(answer.Text)
	return g
}
