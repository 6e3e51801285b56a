package fakehttp

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
	"wavetank/faults"
)

// Options say how a fake is driven. The zero value runs on the clock on the wall
// from now on.
type Options struct {
	Clock Clock // nil: Wall, from New on
	// Identify names the attempt that a request without a label is; nil, or an
	// Ask with a negative Request, numbers it as it comes. An error breaks the
	// connection, and the client sees it.
	Identify func(r *http.Request, provider int) (faults.Ask, error)
	Observer Observer // nil: nobody looks
}

// Observer watches what goes over the wire. It is called in order of time, one
// call at a time, and keeps nothing of an Exchange beyond Left.
type Observer interface {
	// Arrived takes an attempt as the provider gets it, its reply decided.
	Arrived(x *Exchange)
	// Left takes it when its answer is out, or when the client has gone.
	Left(x *Exchange)
}

// Exchange is one attempt on the wire.
type Exchange struct {
	Provider int
	Ask      faults.Ask
	Reply    faults.Reply
	Sent     chain.Instant
	End      chain.Instant // when it was left
	Answered bool          // the client took what the world had to say, to its end

	left bool
}

// Fake is one seed's world behind HTTP. It is safe for concurrent use.
type Fake struct {
	opts      Options
	clock     Clock
	providers []provider
	mu        sync.Mutex // guards world, and the order of an observer's calls
	world     *faults.World
	number    atomic.Int64 // of the next request without a label
}

type provider struct {
	name    string
	dialect wire.Dialect
	prefix  string // path of the dialect's public address
}

// New puts a world behind HTTP. It fails where a provider's dialect is unknown.
func New(w *faults.World, opts Options) (*Fake, error) {
	f := &Fake{opts: opts, clock: opts.Clock, world: w}
	if f.clock == nil {
		f.clock = Wall{time.Now()}
	}
	for _, p := range w.Blueprint().Spec().Providers {
		name := p.Dialect
		if name == "" {
			name = defaultDialect
		}
		e, err := wire.Dialects.Lookup(name)
		if err != nil {
			return nil, fmt.Errorf("fakehttp: provider %s: unknown dialect %q: write one of %s", p.Name, name, strings.Join(dialects(), ", "))
		}
		d := e.New()
		f.providers = append(f.providers, provider{p.Name, d, prefixOf(d)})
	}
	return f, nil
}

// defaultDialect is what a provider speaks that names none: most speak some form
// of it.
const defaultDialect = "openai"

func dialects() (names []string) {
	for _, e := range wire.Dialects.Entries() {
		names = append(names, e.Kind)
	}
	return names
}

func prefixOf(d wire.Dialect) string {
	u, err := url.Parse(d.Base())
	if err != nil {
		return ""
	}
	return u.Path
}

// Dialect returns what a provider speaks.
func (f *Fake) Dialect(provider int) wire.Dialect { return f.providers[provider].dialect }

// Endpoint returns where a provider is called through Transport, for a client
// of ours; its BaseURL is also what OpenAI's SDKs take, and Anthropic's and
// Google's. Those of Groq, Cerebras and Mistral add the path's prefix themselves.
func (f *Fake) Endpoint(provider int) wire.Endpoint {
	return wire.Endpoint{BaseURL: f.base(provider), Key: wire.Hide("fake-key"), Model: f.model(provider)}
}

func (f *Fake) base(provider int) string {
	p := &f.providers[provider]
	return "http://" + p.name + domain + p.prefix
}

// domain is reserved for tests (RFC 6761) and never resolves.
const domain = ".wavetank.test"

func (f *Fake) model(provider int) string { return f.providers[provider].name + "-model" }

func (f *Fake) Prices() []int64 { return f.world.Blueprint().Spec().Prices() }

// Foresee implements chain.Oracle, for the clairvoyant order. It may be asked
// while attempts are in flight.
func (f *Fake) Foresee(now chain.Instant, r *chain.Request) (chain.Foresight, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.world.Foresee(now, r)
}

// errStrange is what a request gets that nobody can name.
var errStrange = errors.New("fakehttp: request without a name")

// arrive reads a request and lets the world decide its reply. refusal is what
// the provider answers at once to a request that it cannot read.
func (f *Fake) arrive(p int, r *http.Request) (x *Exchange, q wire.Request, refusal *wire.Response, err error) {
	var body []byte
	if r.Body != nil {
		body, err = io.ReadAll(io.LimitReader(r.Body, wire.MaxBody+1))
		_ = r.Body.Close()
		if err != nil {
			return nil, q, nil, fmt.Errorf("fakehttp: reading the request: %w", err)
		}
	}
	if len(body) > wire.MaxBody {
		return nil, q, f.refuse(p, http.StatusRequestEntityTooLarge), nil
	}
	if q, err = f.providers[p].dialect.Ask(r, body); err != nil {
		var bad *wire.AskError
		if !errors.As(err, &bad) {
			return nil, q, nil, err
		}
		return nil, q, f.refuse(p, bad.Status), nil
	}
	x = &Exchange{Provider: p}
	if x.Ask, err = f.identify(r, p); err != nil {
		return nil, q, nil, err
	}
	f.size(&x.Ask, &q)
	f.mu.Lock()
	defer f.mu.Unlock()
	x.Sent = f.clock.Now()
	f.world.Arrive(p, &x.Ask, x.Sent, &x.Reply)
	if f.opts.Observer != nil {
		f.opts.Observer.Arrived(x)
	}
	return x, q, nil, nil
}

// refuse is how a provider turns a request away that is none.
func (f *Fake) refuse(p, status int) *wire.Response {
	o := chain.Outcome{Class: chain.ClassOfStatus(status), Status: int16(status)}
	return f.providers[p].dialect.Respond(&wire.Reply{Outcome: o, At: f.clock.Date(f.clock.Now())})
}

// identify finds out which attempt a request is.
func (f *Fake) identify(r *http.Request, p int) (faults.Ask, error) {
	a, labelled, err := readLabel(r.Header)
	if labelled || err != nil {
		return a, err
	}
	a.Request = -1
	if f.opts.Identify != nil {
		if a, err = f.opts.Identify(r, p); err != nil {
			return a, errors.Join(errStrange, err)
		}
	}
	if a.Request < 0 {
		a.Request = f.number.Add(1) - 1
	}
	return a, nil
}

// size estimates what nobody told: four characters make a token of English
// text (assumed), and an answer is as long as was allowed, or 200.
func (f *Fake) size(a *faults.Ask, q *wire.Request) {
	if a.TokensIn == 0 {
		n := 0
		for _, m := range q.Messages {
			n += len(m.Content)
		}
		a.TokensIn = int32(n/4 + 1)
	}
	if a.TokensOut == 0 {
		a.TokensOut = 200
		if q.MaxTokens > 0 {
			a.TokensOut = int32(min(q.MaxTokens, 1<<20))
		}
	}
}

// leave frees what an exchange holds, once.
func (f *Fake) leave(x *Exchange, answered bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if x.left {
		return
	}
	x.left, x.Answered = true, answered
	x.End = f.clock.Now()
	f.world.Leave(x.Provider, &x.Reply, x.End)
	if f.opts.Observer != nil {
		f.opts.Observer.Left(x)
	}
}
