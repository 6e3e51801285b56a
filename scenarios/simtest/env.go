package simtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"

	"wavetank/chain"
)

// Env is the world as one chain under one seed meets it. It may be used from
// several goroutines.
type Env struct {
	Client    *http.Client // reaches the scenario's providers, and nothing else
	Providers []Provider   // in the scenario's order
	Seed      uint64
	Rand      *rand.Rand // seeded by Seed, for jitter and the like

	run     *run
	cleanup []func()
}

// Provider is where and as whom a provider is called.
type Provider struct {
	Name    string
	BaseURL string // without a slash at its end; what the provider's own SDK calls its base URL
	Model   string
	Dialect string // wire format that it speaks, as openai or anthropic
	Key     string
}

// Provider finds a provider by name. A name that the scenario does not have is a
// mistake in the test, and the chain is not judged.
func (e *Env) Provider(name string) Provider {
	for _, p := range e.Providers {
		if p.Name == name {
			return p
		}
	}
	e.run.fail(fmt.Errorf("it asks for a provider %q, and the scenario has %s", name, strings.Join(e.names(), ", ")))
	return Provider{Name: name}
}

func (e *Env) names() (out []string) {
	for _, p := range e.Providers {
		out = append(out, p.Name)
	}
	return out
}

// Breaker tells that the breaker of a provider changed its state: closed, open
// or half-open. Call it from gobreaker's OnStateChange or its like, and trips
// are counted and judged; a chain that never calls it is shown as one without
// breakers. A trip is judged by the failures that the provider gave since its
// last success. A cooldown that ends while nobody asks is told late by most
// libraries, and over_hold counts until then.
func (e *Env) Breaker(provider, from, to string) {
	was, ok1 := stateOf(from)
	is, ok2 := stateOf(to)
	p := e.index(provider)
	switch {
	case p < 0:
		e.run.fail(fmt.Errorf("it tells of a breaker of %q, and the scenario has %s", provider, strings.Join(e.names(), ", ")))
	case !ok1 || !ok2:
		e.run.fail(fmt.Errorf("it tells of a breaker that went from %q to %q: the states are closed, open and half-open", from, to))
	default:
		e.run.moved(p, was, is)
	}
}

func (e *Env) index(provider string) int {
	for i := range e.Providers {
		if e.Providers[i].Name == provider {
			return i
		}
	}
	return -1
}

// stateOf reads a state in the spellings of common libraries.
func stateOf(text string) (chain.State, bool) {
	switch strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(text)) {
	case "closed":
		return chain.Closed, true
	case "open":
		return chain.Open, true
	case "halfopen":
		return chain.HalfOpen, true
	}
	return 0, false
}

// Cleanup has a function called inside the bubble after the last question, to
// stop what would go on by itself: tickers, health checks. The last one comes
// first.
func (e *Env) Cleanup(f func()) {
	e.run.fake.Do(func(*world) { e.cleanup = append(e.cleanup, f) })
}

// Logf writes a line to the test's log with the chain, the seed and the instant
// of the scenario.
func (e *Env) Logf(format string, args ...any) {
	e.run.logf("%s, seed %d, %s: %s", e.run.name, e.Seed, chain.Instant(e.run.clock.Now()), fmt.Sprintf(format, args...))
}

// luck is a source of random numbers that goroutines share.
type luck struct {
	mu  sync.Mutex
	pcg *rand.PCG
}

// envLuck parts the luck of chains from that of worlds.
const envLuck = 0x73696d74657374

func newLuck(seed uint64) *rand.Rand { return rand.New(&luck{pcg: rand.NewPCG(seed, envLuck)}) }

// Uint64 implements rand.Source.
func (l *luck) Uint64() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pcg.Uint64()
}
