package client_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"wavetank/chain"
	"wavetank/chain/client"
	"wavetank/chain/policy"
)

var attackCalls = flag.Int("attack-calls", 40, "concurrent calls of TestAttack against each hostile provider")

// TestAttack: whatever a provider does to many calls at once, memory stays within
// what the configuration says, calls end as they should or when the client is
// closed, Close is prompt, and no goroutine is left. The strategy has no timeouts,
// and the callers' contexts no end.
func TestAttack(t *testing.T) {
	log.SetOutput(io.Discard) // net/http tells of answers that nobody asked for
	defer log.SetOutput(os.Stderr)
	for _, a := range attacks(bounds().AnswerMax) {
		t.Run(a.name, func(t *testing.T) {
			if a.ends != nil {
				under(t, a, false)
			}
			under(t, a, true)
		})
	}
}

// siege is a client under an attack.
type siege struct {
	attack
	c       *client.Client
	arrived atomic.Int64
	done    sync.WaitGroup
	mu      sync.Mutex
	classes map[chain.Class]int
	closed  int // calls that Close ended
}

// under runs calls against an attack, and closes the client in their midst or
// after them.
func under(t *testing.T, a attack, midway bool) {
	ignore := goleak.IgnoreCurrent()
	s := &siege{attack: a, classes: map[chain.Class]int{}}
	all := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.arrived.Add(1) == int64(*attackCalls) {
			close(all)
		}
		a.serve(w, r)
	}))
	cfg := bounds()
	s.c = made(t, cfg, policy.Document{}, at("hostile", web.URL+"/v1"))
	runtime.GC()
	peak := watchHeap()
	for i := range *attackCalls {
		s.done.Go(func() { s.call(t, i) })
	}
	ended := make(chan struct{})
	go func() { s.done.Wait(); close(ended) }()
	if midway {
		select { // a budget that is full turns attempts away before they are sent, or after
		case <-all:
		case <-ended:
		}
	} else {
		<-ended
	}
	begin := time.Now()
	_ = s.c.Close()
	took := time.Since(begin)
	<-ended
	grown := peak()
	t.Logf("%d calls, closed midway %t: Close took %s, heap grew by %d MiB at most; %d closed, %v", *attackCalls, midway, took.Round(time.Millisecond), grown>>20, s.closed, s.classes)
	if took > time.Second {
		t.Errorf("Close took %s", took)
	}
	if most := heapMost(cfg); grown > most {
		t.Errorf("the heap grew by %d MiB, more than %d", grown>>20, most>>20)
	}
	s.check(t, midway)
	web.CloseClientConnections()
	web.Close()
	goleak.VerifyNone(t, ignore)
}

// bounds are the defaults of a client in a full test, and small ones in a small one,
// as the proof is the same and decompression takes its time.
func bounds() client.Config {
	if *attackCalls >= 1000 {
		return client.Config{AnswerMax: 16 << 20, HeldMax: 128 << 20}
	}
	return client.Config{AnswerMax: 1 << 20, HeldMax: 8 << 20}
}

// heapMost is what the heap may grow by: twice, for the collector waits that long,
// what answers may hold, what a large one takes while it is read, and 160 KiB
// a call for both ends of its connection, which this process holds.
func heapMost(cfg client.Config) uint64 {
	return 2 * (uint64(cfg.HeldMax) + 4*uint64(cfg.AnswerMax) + uint64(*attackCalls)*160<<10)
}

func (s *siege) call(t *testing.T, i int) {
	q := question
	q.Stream = i%2 == 0
	_, err := s.c.Complete(context.Background(), q)
	var failed *chain.AllFailedError
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case errors.Is(err, client.ErrClosed):
		s.closed++
	case err == nil:
		s.classes[chain.OK]++
	case errors.As(err, &failed):
		s.classes[failed.Class]++
	default:
		t.Errorf("an error of no kind: %v", err)
	}
}

// check says whether calls ended as they should.
func (s *siege) check(t *testing.T, midway bool) {
	n := s.closed
	for class, k := range s.classes {
		n += k
		allowed := false
		for _, c := range s.ends {
			allowed = allowed || c == class
		}
		if !allowed {
			t.Errorf("%d calls ended as %s, want %v", k, class, s.ends)
		}
	}
	if n != *attackCalls || !midway && s.closed > 0 || s.ends == nil && s.closed != n {
		t.Errorf("%d calls ended, %d of them by Close", n, s.closed)
	}
}

// watchHeap samples the heap until the function that it returns is called, which
// tells by how much it grew at most.
func watchHeap() (peak func() uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	base, most := sample[0].Value.Uint64(), uint64(0)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-stopped
		return max(most, base) - base
	}
}

// TestClose: Close may be called at any time, again and from many sides; calls end
// with ErrClosed, and none begins.
func TestClose(t *testing.T) {
	arrived := make(chan struct{}, 50)
	hang := server(t, func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		drained(r)
		<-r.Context().Done()
	})
	c := made(t, client.Config{}, policy.Document{}, at("hang", hang))
	var calls sync.WaitGroup
	for range 50 {
		calls.Go(func() {
			_, err := c.Complete(context.Background(), question)
			var failed *chain.AllFailedError
			if !errors.Is(err, client.ErrClosed) || errors.As(err, &failed) && failed.Class != chain.CallerCancel {
				t.Errorf("got %v, want that the client is closed", err)
			}
		})
	}
	for range 50 {
		<-arrived
	}
	for range 8 {
		calls.Go(func() {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if a, err := c.Complete(context.Background(), question); err != client.ErrClosed || a.Attempts != 0 {
				t.Errorf("after Close: %+v, %v", a, err)
			}
		})
		calls.Go(func() { _, _ = c.Complete(context.Background(), question) })
	}
	calls.Wait()
	if h := c.Health()[0]; h.LastError != "" {
		t.Errorf("the provider is blamed with %s", h.LastError)
	}
}

// TestBounds: an answer as long as it may be is taken, and one byte more is not;
// what is held is given back, and what finds no room blames nobody.
func TestBounds(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, hello) })
	for _, row := range []struct {
		cfg  client.Config
		want string
	}{
		{client.Config{AnswerMax: len(hello), HeldMax: 1 << 20}, ""},
		{client.Config{AnswerMax: len(hello) - 1}, "truncated 200"},
		{client.Config{HeldMax: 1 << 10}, "local_reject"},
		{client.Config{HeldMax: 2 << 10}, ""},
	} {
		c := made(t, row.cfg, policy.Document{Exhausted: &policy.ExhaustedAggregate{}}, at("a", url))
		for range 20 {
			_, err := c.Complete(context.Background(), question)
			if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
				t.Errorf("%+v: %v, want %q", row.cfg, err, row.want)
			}
		}
	}
}
