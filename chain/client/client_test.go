package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"wavetank/chain"
	"wavetank/chain/client"
	"wavetank/chain/policy"
	"wavetank/chain/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const hello = `{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`

var question = client.Request{Messages: []client.Message{{Role: "user", Content: "hi"}}}

// server answers on loopback with a handler, and is gone after the test.
func server(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func at(name, url string) client.Provider {
	return client.Provider{Name: name, Dialect: "openai", Endpoint: wire.Endpoint{BaseURL: url, Key: wire.Hide("sk-very-secret"), Model: "m"}}
}

func made(t *testing.T, cfg client.Config, d policy.Document, ps ...client.Provider) *client.Client {
	t.Helper()
	s, err := d.Strategy("test")
	if err != nil {
		t.Fatal(err)
	}
	c, err := cfg.New(s, ps...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// TestFailover: over real sockets, the second provider answers for the first.
func TestFailover(t *testing.T) {
	var key string
	down := server(t, func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "<html>bad gateway</html>", http.StatusBadGateway)
	})
	up := server(t, func(w http.ResponseWriter, r *http.Request) {
		key = r.Header.Get("Authorization")
		fmt.Fprint(w, hello)
	})
	c := made(t, client.Config{}, policy.Document{}, at("down", down), at("up", up))
	a, err := c.Complete(context.Background(), question)
	if err != nil || string(a.Text) != "hello" || a.Provider != "up" || a.Attempts != 2 || key != "Bearer sk-very-secret" {
		t.Fatalf("got %+v, %v, key %q; want hello from up after 2 attempts", a, err, key)
	}
	h := c.Health()
	if h[0].LastError != "server" || h[0].LastStatus != 502 || !h[0].LastSuccess.IsZero() || h[1].LastSuccess.IsZero() || h[1].LastError != "" {
		t.Errorf("health is %+v", h)
	}
	text, err := json.Marshal(h)
	if err != nil || !strings.Contains(string(text), `"provider":"down","state":"closed","last_error":"server"`) {
		t.Errorf("health as JSON is %s, %v", text, err)
	}
}

// TestNothingSecretInErrors: a provider that echoes the key and the prompt does
// not get them into an error.
func TestNothingSecretInErrors(t *testing.T) {
	echo := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(401)
		fmt.Fprintf(w, `{"error":{"message":"Incorrect API key provided: %s","type":%q,"code":%q}}`, r.Header.Get("Authorization"), r.Header.Get("Authorization"), r.Header.Get("Authorization"))
	})
	nobody := httptest.NewServer(nil)
	nobody.Close()
	agg := policy.Document{Exhausted: &policy.ExhaustedAggregate{}}
	c := made(t, client.Config{}, agg, at("echo", echo), at("nobody", nobody.URL+"/v1"))
	_, err := c.Complete(context.Background(), question)
	var failed *chain.AllFailedError
	if !errors.As(err, &failed) || failed.Attempts != 2 {
		t.Fatalf("got %v, want that both failed", err)
	}
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", failed), fmt.Sprintf("%v", c.Health()), fmt.Sprintf("%+v", at("x", ""))} {
		if strings.Contains(text, "very-secret") || strings.Contains(text, "127.0.0.1") {
			t.Errorf("the key or the address is in %q", text)
		}
	}
}

// TestCancel: a caller who gives up gets its own error at once, and the provider
// sees the connection close.
func TestCancel(t *testing.T) {
	arrived, left := make(chan struct{}), make(chan struct{})
	slow := server(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server looks for the client only after that
		close(arrived)
		<-r.Context().Done()
		close(left)
	})
	c := made(t, client.Config{}, policy.Document{}, at("slow", slow))
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("the user closed the tab")
	go func() {
		<-arrived
		cancel(why)
	}()
	_, err := c.Complete(ctx, question)
	var failed *chain.AllFailedError
	if !errors.As(err, &failed) || failed.Reason != chain.GaveUp || failed.Class != chain.CallerCancel || !errors.Is(err, why) {
		t.Errorf("got %v, want that the caller gave up, and why", err)
	}
	<-left
	if h := c.Health()[0]; h.LastError != "" {
		t.Errorf("the provider is blamed with %s", h.LastError)
	}
}

// TestDeadline: the context's deadline is the call's, to the nanosecond.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := made(t, client.Config{HTTP: &http.Client{Transport: silent{}}}, policy.Document{Attempt: &policy.Attempt{Total: 4 * time.Second}}, at("a", "http://a/v1"), at("b", "http://b/v1"), at("c", "http://c/v1"))
		ctx, cancel := context.WithTimeout(context.Background(), 7*time.Second)
		defer cancel()
		begin := time.Now()
		_, err := c.Complete(ctx, question)
		var failed *chain.AllFailedError
		if !errors.As(err, &failed) || failed.Reason != chain.TimedOut || failed.Attempts != 2 || !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != 7*time.Second {
			t.Errorf("got %v after %s, want the deadline after 7s and 2 attempts", err, time.Since(begin))
		}
		ctx, cancel = context.WithDeadline(context.Background(), time.Now())
		defer cancel()
		if _, err = c.Complete(ctx, question); !errors.As(err, &failed) || failed.Attempts != 0 {
			t.Errorf("past the deadline: %v, want no attempt", err)
		}
		_ = c.Close()
	})
}

// silent never answers.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// TestBreaker: what one call learned, the next one knows.
func TestBreaker(t *testing.T) {
	var asked atomic.Int32
	bad := server(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.Error(w, "", 500)
	})
	good := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, hello) })
	c := made(t, client.Config{}, policy.Document{Breaker: &policy.Breaker{Trip: &policy.ConsecutiveTrip{Failures: 3}, Open: &policy.ConstantOpen{Base: time.Hour}, HalfOpen: &policy.SingleProbe{}}},
		at("bad", bad), at("good", good))
	for range 10 {
		if _, err := c.Complete(context.Background(), question); err != nil {
			t.Fatal(err)
		}
	}
	h := c.Health()[0]
	if n := asked.Load(); n != 3 || h.State != "open" || time.Until(h.OpenUntil) < 59*time.Minute {
		t.Errorf("%d attempts on a bad provider whose breaker is %s until %s; want 3, open, in an hour", n, h.State, h.OpenUntil)
	}
}

// TestManyAtOnce: calls side by side get their own answers.
func TestManyAtOnce(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			Messages []struct{ Content string }
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			http.Error(w, err.Error(), 400)
			return
		}
		fmt.Fprint(w, strings.Replace(hello, `"hello"`, `"`+q.Messages[0].Content+`"`, 1))
	})
	c := made(t, client.Config{}, policy.Document{}, at("a", url))
	var calls sync.WaitGroup
	for i := range 200 {
		calls.Go(func() {
			want := fmt.Sprint(i)
			a, err := c.Complete(context.Background(), client.Request{Messages: []client.Message{{Role: "user", Content: want}}})
			if err != nil || string(a.Text) != want {
				t.Errorf("call %s got %q, %v", want, a.Text, err)
			}
		})
	}
	calls.Wait()
}

// TestFits: who knows what was asked for judges the answer.
func TestFits(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, hello) })
	cfg := client.Config{Fits: func(_ *client.Request, answer []byte) bool { return json.Valid(answer) }}
	for _, d := range []policy.Document{{Validate: &policy.SchemaFit{}}, {}} {
		_, err := made(t, cfg, d, at("a", url)).Complete(context.Background(), question)
		var failed *chain.AllFailedError
		if !errors.As(err, &failed) || failed.Class != chain.OKInvalid {
			t.Errorf("got %v, want an answer that does not fit", err)
		}
	}
	cfg.Fits = func(*client.Request, []byte) bool { return true }
	if a, err := made(t, cfg, policy.Document{}, at("a", url)).Complete(context.Background(), question); err != nil || string(a.Text) != "hello" {
		t.Errorf("got %q, %v, want an answer that fits", a.Text, err)
	}
}

// TestObserve: what is observed are whole calls, in order of time.
func TestObserve(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, hello) })
	last := chain.Instant(-1)
	sent, done := 0, 0
	c := made(t, client.Config{Observe: func(now chain.Instant, call int64, e *chain.Effects) {
		if now < last {
			t.Errorf("%s comes after %s", now, last)
		}
		last = now
		sent += len(e.Send)
		if e.Over {
			done++
		}
	}}, policy.Document{}, at("a", url))
	var calls sync.WaitGroup
	for range 50 {
		calls.Go(func() { _, _ = c.Complete(context.Background(), question) })
	}
	calls.Wait()
	if sent != 50 || done != 50 {
		t.Errorf("%d attempts and %d ends observed, want 50 of each", sent, done)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, row := range []struct {
		providers []client.Provider
		want      string
	}{
		{nil, "no providers"},
		{[]client.Provider{{Dialect: "openai"}}, "needs a name"},
		{[]client.Provider{at("a", "http://a"), at("a", "http://b")}, "another one of that name"},
		{[]client.Provider{{Name: "a", Dialect: "grok"}}, `unknown dialect "grok"`},
		{[]client.Provider{{Name: "a", Dialect: "azure-openai"}}, "set BaseURL"},
		{[]client.Provider{{Name: "a", Dialect: "azure-openai", Endpoint: wire.Endpoint{BaseURL: "https://a", Model: ".."}}}, `the model ".." cannot stand in an address`},
		{[]client.Provider{{Name: "a", Dialect: "gemini", Endpoint: wire.Endpoint{Model: "models/"}}}, `the model "" cannot stand in an address`},
		{[]client.Provider{at("a", "https://me:sk-very-secret@a/v1")}, "a base URL is a scheme, a host and a path"},
		{[]client.Provider{at("a", "https://a/v1?key=sk-very-secret")}, "a base URL is a scheme, a host and a path"},
		{[]client.Provider{at("a", "ftp://sk-very-secret/v1")}, "is no http address"},
		{[]client.Provider{{Name: "a", Dialect: "openai", Endpoint: wire.Endpoint{Key: wire.Hide("sk-very-secret\n")}}}, "the header Authorization has a line break"},
	} {
		_, err := client.New(chain.Strategy{}, row.providers...)
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "very-secret") {
			t.Errorf("New(%v) = %v, want %q", row.providers, err, row.want)
		}
	}
}
