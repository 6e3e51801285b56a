package client

import (
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
	HTTP   *http.Client // nil: one of its own, without a timeout, that follows no redirect
	Seed   uint64       // of the jitter of waits and cooldowns; 0 draws one
	Start  time.Time    // instant 0 of the chain's clock; zero is now
	Oracle chain.Oracle // for the clairvoyant order alone, which only a fake world can serve

	// Fits judges an answer against what was asked for, where the request says it
	// better than the strategy's validate part, and in place of one; nil leaves it to
	// that part.
	Fits func(q *Request, answer []byte) bool
	// Before sees each HTTP request before it is sent, to add headers; nil does
	// nothing.
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
	config  Config
	http    *http.Client
	start   time.Time
	members []member
	flights sync.WaitGroup

	validator chain.Validator // of the strategy, may be nil
	phased    bool            // the strategy bounds phases of an attempt

	mu    sync.Mutex // guards all below, and the order of Observe
	chain *chain.Chain
	calls int64
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
	c := &Client{config: cfg, http: cfg.HTTP, start: cfg.Start, validator: s.Validate, phased: s.Attempt.Phased()}
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
	if c.http == nil {
		c.http = newHTTP()
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
	return m, nil
}

func dialects() (names []string) {
	for _, e := range wire.Dialects.Entries() {
		names = append(names, e.Kind)
	}
	return names
}

// newHTTP makes a client for many calls to few hosts. A redirect would carry the
// key to whom nobody named.
func newHTTP() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 64 // the default of 2 makes a new connection for nearly every call under load
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// now is the chain's clock.
func (c *Client) now() chain.Instant { return chain.Instant(time.Since(c.start)) }

// Close waits until no goroutine of the client is left, which is soon after the
// last call has ended, and closes idle connections.
func (c *Client) Close() error {
	c.flights.Wait()
	c.http.CloseIdleConnections()
	return nil
}
