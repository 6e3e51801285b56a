package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/chain/client"
	"wavetank/chain/policy"
	"wavetank/chain/wire"
)

// TestRedirects: a key and a prompt go to the endpoint's host alone, whoever made
// the HTTP client: nothing at all is sent to where a redirect points, be that
// another host, port or scheme, or the same.
func TestRedirects(t *testing.T) {
	var followed atomic.Int32
	elsewhere := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		followed.Add(1)
		t.Errorf("%s %s was followed with %v and %q", r.Method, r.URL, r.Header, body)
	})
	plain, secure := httptest.NewServer(elsewhere), httptest.NewTLSServer(elsewhere)
	defer plain.Close()
	defer secure.Close()
	jar, _ := cookiejar.New(nil)
	clients := map[string]*http.Client{
		"none": nil, "zero": {}, "default": http.DefaultClient, "jar": {Jar: jar, Timeout: time.Minute}, "trusting": {Transport: secure.Client().Transport},
		"eager": {CheckRedirect: func(*http.Request, []*http.Request) error { return nil }},
	}
	for name, given := range clients {
		for _, status := range []int{301, 302, 303, 307, 308, 300, 304} {
			for _, to := range []string{plain.URL, strings.Replace(plain.URL, "127.0.0.1", "localhost", 1), secure.URL, "//" + plain.Listener.Addr().String() + "/x", "same"} {
				asked := 0
				from := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if asked++; asked > len(wire.Dialects.Entries()) {
						t.Error("asked once more")
					}
					if to == "same" {
						to = r.URL.Path + "/"
					}
					w.Header().Set("Location", to)
					http.SetCookie(w, &http.Cookie{Name: "seen", Value: "yes"})
					w.WriteHeader(status)
				}))
				c := made(t, client.Config{HTTP: given}, policy.Document{}, everyDialect(from.URL)...)
				_, err := c.Complete(context.Background(), question)
				var failed *chain.AllFailedError
				if !errors.As(err, &failed) || failed.Class != chain.BadRequest || failed.Attempts != len(wire.Dialects.Entries()) {
					t.Errorf("%s, %d to %s: %v, want failures by the redirect's status", name, status, to, err)
				}
				_ = c.Close()
				from.Close()
			}
		}
	}
	if given := clients["eager"]; given.CheckRedirect(nil, nil) != nil || http.DefaultClient.CheckRedirect != nil {
		t.Error("the client that was given is changed")
	}
}

// everyDialect is a provider of each dialect at one address.
func everyDialect(url string) (ps []client.Provider) {
	for _, e := range wire.Dialects.Entries() {
		ps = append(ps, client.Provider{Name: e.Kind, Dialect: e.Kind, Endpoint: wire.Endpoint{BaseURL: url, Key: wire.Hide(secret), Model: "m"}})
	}
	return ps
}

// TestGivenHTTP: what is given is used, but for redirects.
func TestGivenHTTP(t *testing.T) {
	seen := ""
	rt := roundTrip(func(r *http.Request) (*http.Response, error) {
		seen = r.Header.Get("Cookie") + " " + r.Header.Get("Accept-Encoding")
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(hello)), Request: r}, nil
	})
	jar, _ := cookiejar.New(nil)
	home := &url.URL{Scheme: "http", Host: "a.test"}
	jar.SetCookies(home, []*http.Cookie{{Name: "gate", Value: "way"}})
	c := made(t, client.Config{HTTP: &http.Client{Transport: rt, Jar: jar}}, policy.Document{}, at("a", "http://a.test/v1"))
	if a, err := c.Complete(context.Background(), question); err != nil || string(a.Text) != "hello" || seen != "gate=way " {
		t.Errorf("%q, %v, seen %q", a.Text, err, seen)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestRequestModel: a model that a request names, and an address cannot, fails
// here and blames nobody; the next provider is asked.
func TestRequestModel(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, hello) })
	azure := client.Provider{Name: "azure", Dialect: "azure-openai", Endpoint: wire.Endpoint{BaseURL: strings.TrimSuffix(url, "/v1")}}
	c := made(t, client.Config{}, policy.Document{}, azure, at("b", url))
	q := question
	q.Model = "../.."
	a, err := c.Complete(context.Background(), q)
	if err != nil || a.Provider != "b" || c.Health()[0].LastError != "local_reject" {
		t.Errorf("%+v, %v, health %+v", a, err, c.Health()[0])
	}
}
