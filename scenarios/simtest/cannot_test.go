package simtest_test

import (
	"context"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sony/gobreaker/v2"

	"wavetank/scenarios/simtest"
)

// refused plays a chain that cannot be judged and returns what is said of it.
func refused(t *testing.T, make simtest.New) string {
	t.Helper()
	r, said, err := simtest.Config{Seeds: 2, Watchdog: 500 * time.Millisecond}.Try(t, "testdata/short.yaml", map[string]simtest.New{"odd": make})
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(said, "ERROR")
	switch {
	case r["odd"].Err() == nil:
		t.Fatalf("it was judged:\n%s", table)
	case r["odd"].LatencyP99() < time.Hour || r["odd"].SuccessRate() != 0:
		t.Errorf("a chain that was not judged has figures that pass a check")
	case strings.Contains(table, "odd "):
		t.Errorf("a chain that was not judged stands in the table:\n%s", table)
	}
	return r["odd"].Err().Error()
}

// TestBeside: a chain that hangs takes nobody with it.
func TestBeside(t *testing.T) {
	r, _, err := simtest.Config{Seeds: 4, Watchdog: 2 * time.Second}.Try(t, "testdata/short.yaml", map[string]simtest.New{"odd": locked, "sound": naive})
	if err != nil {
		t.Fatal(err)
	}
	if r["odd"].Err() == nil || r["sound"].Err() != nil || r["sound"].SuccessRate() < 0.9 {
		t.Errorf("a sound chain beside one that hangs (%v) came to %v, %v", r["odd"].Err(), r["sound"].SuccessRate(), r["sound"].Err())
	}
}

// TestCannot: what cannot work in a bubble is named, and hangs nothing.
func TestCannot(t *testing.T) {
	var over atomic.Bool
	defer over.Store(true)
	jobs := make(chan func())
	defer close(jobs)
	go func() {
		for job := range jobs {
			job()
		}
	}()
	for _, row := range []struct {
		name string
		says []string
		make simtest.New
	}{
		{"a lock held across a wait", []string{"odd is not judged", "a lock is held across a wait", "sync.Mutex.Lock", "cannot_test.go", "held by one of those"}, locked},
		{"a real connection", []string{"a real connection", "Env.Client", "opened for", "cannot_test.go"}, dialling},
		{"a real connection that fails", []string{"sent a request through Env.Client", "connection refused"}, refusedDial},
		{"a context that is not handed on", []string{"carries no question's context", "cannot_test.go"}, forgetful},
		{"a context that is not heeded", []string{"question 0 has not returned 5m", "ignores its context", "cannot_test.go", "sleep"}, deaf},
		{"a wait without end", []string{"has not returned", "chan receive", "cannot_test.go"}, stuck},
		{"requests without end", []string{"sends more than 255 requests"}, greedy},
		{"a panic", []string{"panics at question 0: assignment to entry in nil map", "cannot_test.go"}, panicking},
		{"a panic in the constructor", []string{"panics in the constructor: no key", "cannot_test.go"}, func(*simtest.Env) simtest.Chain { panic("no key") }},
		{"no chain", []string{"the constructor returned no chain"}, func(*simtest.Env) simtest.Chain { return nil }},
		{"a constructor that waits for ever", []string{"wait for each other", "cannot_test.go"}, func(*simtest.Env) simtest.Chain { <-make(chan int); return nil }},
		{"a test that fails inside", []string{"ends its goroutine at question 0"}, func(*simtest.Env) simtest.Chain {
			return func(context.Context, simtest.Question) (string, error) { runtime.Goexit(); return "", nil }
		}},
		{"an unknown provider", []string{`asks for a provider "mian", and the scenario has main, backstop, spare`}, func(env *simtest.Env) simtest.Chain { env.Provider("mian"); return naive(env) }},
		{"an unknown state", []string{`went from "shut" to "open"`}, func(env *simtest.Env) simtest.Chain { env.Breaker("main", "shut", "open"); return naive(env) }},
		{"another address", []string{"calls api.example.com, which is no provider of this world", "cannot_test.go"}, astray},
		{"a breaker from outside", []string{"asked main for 20 of 20 questions", "make it inside"}, breakers(map[string]*gobreaker.CircuitBreaker[string]{})},
		{"a cache from outside", []string{"asked main for 20 of 20 questions", "never did: a breaker, a cache"}, caching(&cache{})},
		{"breakers of a round robin from outside", []string{"sent requests for 20 of 20 questions", "for 0: a breaker"}, roundRobin(map[string]*gobreaker.CircuitBreaker[string]{})},
		{"a channel from outside", []string{"a wait for something made outside the bubble", "chan send", "cannot_test.go"}, queueing(make(chan struct{}, 1))},
		{"a worker from outside", []string{"from a goroutine outside the bubble", "cannot_test.go"}, working(jobs)},
		{"a client from outside", []string{"the client of another run", "cannot_test.go"}, sharing(new(http.Client))},
		{"a computation without end", []string{"a computation without end", "cannot_test.go"}, spinning(&over)},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := refused(t, row.make)
			for _, want := range row.says {
				if !strings.Contains(got, want) {
					t.Errorf("said:\n%s\nand not: %s", got, want)
				}
			}
			if testing.Verbose() {
				t.Log(got)
			}
		})
	}
}

func locked(env *simtest.Env) simtest.Chain {
	var mu sync.Mutex
	return func(ctx context.Context, q simtest.Question) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		return post(ctx, env.Client, env.Providers[0], q)
	}
}

func dialling(env *simtest.Env) simtest.Chain {
	return func(ctx context.Context, q simtest.Question) (string, error) {
		c := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			l, err := net.Listen("tcp", "127.0.0.1:0") // takes calls, and never answers
			if err != nil {
				return nil, err
			}
			return (&net.Dialer{}).DialContext(ctx, "tcp", l.Addr().String())
		}}}
		return post(ctx, c, env.Providers[0], q)
	}
}

func refusedDial(env *simtest.Env) simtest.Chain {
	return func(ctx context.Context, q simtest.Question) (string, error) {
		p := env.Providers[0]
		p.BaseURL = "http://127.0.0.1:1"
		return post(ctx, &http.Client{Transport: &http.Transport{}}, p, q)
	}
}

func forgetful(env *simtest.Env) simtest.Chain {
	return func(_ context.Context, q simtest.Question) (string, error) {
		return post(context.Background(), env.Client, env.Providers[0], q)
	}
}

func deaf(env *simtest.Env) simtest.Chain {
	return func(context.Context, simtest.Question) (string, error) {
		time.Sleep(time.Hour)
		return "", nil
	}
}

func stuck(env *simtest.Env) simtest.Chain {
	answers := make(chan string)
	return func(context.Context, simtest.Question) (string, error) { return <-answers, nil }
}

// spinning waits for a time that does not come while it waits, or for the
// test's end.
func spinning(over *atomic.Bool) simtest.New {
	return func(*simtest.Env) simtest.Chain {
		return func(context.Context, simtest.Question) (string, error) {
			for until := time.Now().Add(time.Second); time.Now().Before(until) && !over.Load(); {
			}
			return "", nil
		}
	}
}

func greedy(env *simtest.Env) simtest.Chain {
	return func(ctx context.Context, q simtest.Question) (string, error) {
		for {
			if answer, err := post(ctx, env.Client, env.Provider("main"), q); err == nil && answer == "" {
				return answer, nil
			}
		}
	}
}

func panicking(env *simtest.Env) simtest.Chain {
	var seen map[int64]bool
	return func(_ context.Context, q simtest.Question) (string, error) {
		seen[q.Number] = true
		return "", nil
	}
}

func astray(env *simtest.Env) simtest.Chain {
	return func(ctx context.Context, q simtest.Question) (string, error) {
		p := env.Providers[0]
		p.BaseURL = "https://api.example.com/v1"
		return post(ctx, env.Client, p, q)
	}
}

// roundRobin asks one provider for each question, in turn.
func roundRobin(made map[string]*gobreaker.CircuitBreaker[string]) simtest.New {
	inner := breakers(made)
	return func(env *simtest.Env) simtest.Chain {
		all := env.Providers
		inner(env)
		return func(ctx context.Context, q simtest.Question) (string, error) {
			p := all[int(q.Number)%len(all)]
			return made[p.Name].Execute(func() (string, error) { return post(ctx, env.Client, p, q) })
		}
	}
}

// queueing lets one question at a time through, by a channel.
func queueing(slot chan struct{}) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (string, error) {
			slot <- struct{}{}
			defer func() { <-slot }()
			return post(ctx, env.Client, env.Providers[0], q)
		}
	}
}

// working has its requests sent by a worker that is there already.
func working(jobs chan func()) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (answer string, err error) {
			var mu sync.Mutex
			mu.Lock()
			jobs <- func() {
				defer mu.Unlock()
				answer, err = post(ctx, env.Client, env.Providers[0], q)
			}
			mu.Lock()
			return answer, err
		}
	}
}

type cache struct {
	mu   sync.Mutex
	seen map[string]string
}

func caching(c *cache) simtest.New {
	return func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (string, error) {
			c.mu.Lock()
			answer, hit := c.seen[q.Prompt]
			c.mu.Unlock()
			if hit {
				return answer, nil
			}
			answer, err := naive(env)(ctx, q)
			if err == nil {
				c.mu.Lock()
				if c.seen == nil {
					c.seen = map[string]string{}
				}
				c.seen[q.Prompt] = answer
				c.mu.Unlock()
			}
			return answer, err
		}
	}
}

func sharing(c *http.Client) simtest.New {
	var once sync.Once
	return func(env *simtest.Env) simtest.Chain {
		once.Do(func() { *c = *env.Client })
		return func(ctx context.Context, q simtest.Question) (string, error) {
			return post(ctx, c, env.Providers[0], q)
		}
	}
}
