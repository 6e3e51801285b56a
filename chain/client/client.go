package client

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"wavetank/chain"
	"wavetank/chain/wire"
)

// Request is what an application asks.
type Request = wire.Request

// Message is one turn of a conversation.
type Message = wire.Message

// Provider is one member of the chain.
type Provider struct {
	Name    string // unique; what errors, health and records call it
	Dialect string // a name of wire.Dialects
	wire.Endpoint
}

// Config says how a client is driven. The zero value is right for production.
type Config struct {
	// HTTP gives the transport, cookies and timeout; nil is one of the client's own,
	// without a timeout. No redirect is followed, whatever it says: a key and a prompt
	// go to their endpoint's host alone.
	HTTP   *http.Client
	Seed   uint64       // of the jitter of waits and cooldowns; 0 draws one
	Start  time.Time    // instant 0 of the chain's clock; zero is now
	Oracle chain.Oracle // for the clairvoyant order alone, which only a fake world can serve

	// Fits judges an answer against what was asked for, where the request says it
	// better than the strategy's validate part, and in place of one; nil leaves it to
	// that part.
	Fits func(q *Request, answer []byte) bool
	// AnswerMax bounds one answer, in bytes once decompressed; 0 is [wire.MaxBody].
	// Of a success, more is chain.Truncated, unread; a refusal is told by its status.
	AnswerMax int
	// HeldMax bounds the memory of all answers that come in or wait for their call's
	// end, in bytes; 0 is 128 MiB, which is 2,000 answers of 64 KiB. An attempt that
	// finds no room ends as chain.LocalReject, which blames no provider.
	HeldMax int64

	// Before sees each HTTP request before it is sent, to add headers or a query; nil
	// does nothing. The request holds the key in a header, in the open: a dump of it
	// shows the key, and one that Before sends elsewhere takes it there.
	Before func(r *http.Request, a Attempt)
	// Observe takes each step of each call, for metrics and records: the number of
	// the call, from 0, and what the chain decided. It keeps nothing of e. Nil
	// does nothing.
	Observe func(now chain.Instant, call int64, e *chain.Effects)
}

// Attempt names an attempt.
type Attempt struct {
	Call     int64 // number of the call, from 0 in order of Complete
	Provider string
	chain.Send
}

// Client is a chain at work. It is safe for concurrent use.
type Client struct {
	config  Config // without HTTP
	start   time.Time
	members []member
	flights sync.WaitGroup // calls and attempts

	// The HTTP client is behind functions: its connections remember what was written
	// to them, keys too, and printers that walk by reflection would find it.
	do   func(*http.Request) (*http.Response, error)
	idle func() // closes idle connections

	memory  memory
	large   sync.Mutex    // held while an answer is read that is large
	closing chan struct{} // closed by Close

	validator chain.Validator // of the strategy, may be nil
	phased    bool            // the strategy bounds phases of an attempt

	mu     sync.Mutex // guards all below, and the order of Observe
	chain  *chain.Chain
	calls  int64
	closed bool
}

type member struct {
	Provider
	dialect wire.Dialect
}

// New makes a client of a strategy and its providers with the zero Config.
func New(s chain.Strategy, providers ...Provider) (*Client, error) {
	return Config{}.New(s, providers...)
}

// New makes a client of a strategy and its providers, in the chain's order.
func (cfg Config) New(s chain.Strategy, providers ...Provider) (*Client, error) {
	if cfg.Fits != nil && s.Validate == nil {
		s.Validate = asJudged{}
	}
	c := &Client{config: cfg.bounded(), start: cfg.Start, closing: make(chan struct{}), validator: s.Validate, phased: s.Attempt.Phased()}
	c.config.HTTP, c.memory.most = nil, c.config.HeldMax
	to := only(cfg.HTTP)
	c.do, c.idle = to.Do, to.CloseIdleConnections
	var names []string
	var errs []error
	for _, p := range providers {
		m, err := newMember(p)
		if err == nil && slices.Contains(names, p.Name) {
			err = errors.New("there is another one of that name")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("client: provider %q: %w", p.Name, err))
		}
		c.members, names = append(c.members, m), append(names, p.Name)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if c.start.IsZero() {
		c.start = time.Now()
	}
	seed := cfg.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	var err error
	if c.chain, err = chain.New(s, names, chain.NewLuck(seed), cfg.Oracle); err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	return c, nil
}

// asJudged is the validate part of a strategy that has none, where Fits judges.
type asJudged struct{}

func (asJudged) Fits(o *chain.Outcome, _ []byte) bool { return o.Fit != chain.FitNo }

func newMember(p Provider) (member, error) {
	if p.Name == "" {
		return member{}, errors.New("needs a name")
	}
	e, err := wire.Dialects.Lookup(p.Dialect)
	if err != nil {
		return member{}, fmt.Errorf("unknown dialect %q: write one of %s", p.Dialect, strings.Join(dialects(), ", "))
	}
	m := member{p, e.New()}
	if p.BaseURL == "" && m.dialect.Base() == "" {
		return member{}, fmt.Errorf("dialect %s has no public address: set BaseURL", p.Dialect)
	}
	return m, m.check()
}

// check builds a request, which nobody sends: what is wrong with an endpoint shall
// not wait for the first call.
func (m *member) check() error {
	var q Request
	if m.Model == "" { // then each request is to name one
		q.Model = "any"
	}
	_, err := m.dialect.Build(context.Background(), &m.Endpoint, &q)
	return err
}

func dialects() (names []string) {
	for _, e := range wire.Dialects.Entries() {
		names = append(names, e.Kind)
	}
	return names
}

// now is the chain's clock.
func (c *Client) now() chain.Instant { return chain.Instant(time.Since(c.start)) }
