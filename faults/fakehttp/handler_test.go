package fakehttp

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"

	"wavetank/chain/wire"
	"wavetank/faults"
)

// TestHandlerRefuses: what is no attempt gets an answer at once, and no provider
// is asked.
func TestHandlerRefuses(t *testing.T) {
	const chat = `{"model":"m","messages":[{"role":"user","content":"hi"}]}`
	strange := errors.New("nobody")
	for _, row := range []struct {
		name, method, path, body, label string
		status                          int // 0: the connection breaks
		says                            string
	}{
		{name: "an unknown provider", path: "/q/v1/chat/completions", body: chat, status: 404, says: `no provider \"q\" in this world: it has p`},
		{name: "no provider", path: "/", status: 404, says: "it has p"},
		{name: "an unknown path", path: "/p/v1/songs", body: chat, status: 404, says: `"error"`},
		{name: "nothing below a provider", path: "/p", body: chat, status: 404, says: `"error"`},
		{name: "another method", method: "GET", path: "/p/v1/chat/completions", status: 405, says: `"error"`},
		{name: "no JSON", path: "/p/v1/chat/completions", body: `{"model`, status: 400, says: `"error"`},
		{name: "no messages", path: "/p/v1/chat/completions", body: `{"model":"m"}`, status: 400, says: `"error"`},
		{name: "too much", path: "/p/v1/chat/completions", body: strings.Repeat(" ", wire.MaxBody+1), status: 413, says: `"error"`},
		{name: "a label that is none", path: "/p/v1/chat/completions", body: chat, label: "first"},
		{name: "an attempt that nobody can name", path: "/p/v1/chat/completions", body: chat},
	} {
		seen := &log{}
		identify := func(*http.Request, int) (faults.Ask, error) { return faults.Ask{}, strange }
		s := httptest.NewServer(newFake(t, world(t, faults.Provider{}, nil), Options{Observer: seen, Identify: identify}).Handler())
		if row.method == "" {
			row.method = http.MethodPost
		}
		r, err := http.NewRequestWithContext(t.Context(), row.method, s.URL+row.path, strings.NewReader(row.body))
		if err != nil {
			t.Fatal(err)
		}
		if row.label != "" {
			r.Header.Set(Header, row.label)
		}
		response, err := s.Client().Do(r)
		if err == nil {
			body, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if response.StatusCode != row.status || !strings.Contains(string(body), row.says) || response.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%s: %s, %s", row.name, response.Status, body)
			}
		} else if row.status != 0 || !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("%s: %v", row.name, err)
		}
		if len(seen.arrived) > 0 {
			t.Errorf("%s: arrived", row.name)
		}
		s.Close()
	}
}

// TestEndpoints: addresses as SDKs take them.
func TestEndpoints(t *testing.T) {
	for _, e := range wire.Dialects.Entries() {
		f := newFake(t, world(t, faults.Provider{Name: "one", Dialect: e.Kind}, nil), Options{})
		inside, outside := f.Endpoint(0), f.EndpointAt(0, "http://localhost:1/")
		prefix, ok := strings.CutPrefix(inside.BaseURL, "http://one.wavetank.test")
		if !ok || outside.BaseURL != "http://localhost:1/one"+prefix || !strings.HasSuffix(f.Dialect(0).Base(), prefix) {
			t.Errorf("%s: %q in process, %q over sockets, %q in public", e.Kind, inside.BaseURL, outside.BaseURL, f.Dialect(0).Base())
		}
		if inside.Key.IsZero() || inside.Key.Reveal() != outside.Key.Reveal() || inside.Model != outside.Model {
			t.Errorf("%s: %+v and %+v", e.Kind, inside, outside)
		}
	}
	if _, err := New(world(t, faults.Provider{Dialect: "esperanto"}, nil), Options{}); err == nil || !strings.Contains(err.Error(), "openai") {
		t.Errorf("an unknown dialect: %v", err)
	}
}
