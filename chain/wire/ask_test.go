package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// questions are what applications ask.
func questions() []Request {
	zero, half := 0.0, 0.5
	talk := []Message{{"system", "Be brief."}, {"user", "héllo\n\"there\""}, {"assistant", "yes?"}, {"user", "<again> & again"}}
	schema := []byte(`{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`)
	return []Request{
		{Messages: talk[1:2]},
		{Messages: talk, Stream: true, MaxTokens: 100},
		{Messages: talk[1:2], Model: "another-model", Temperature: &zero},
		{Messages: talk, Temperature: &half, Schema: schema, SchemaName: "facts", MaxTokens: 1},
		{Messages: talk[1:2], Schema: schema, Stream: true},
		{Messages: talk, Schema: []byte("{\n  \"type\": \"object\"\n}")},
	}
}

// TestAsk: the fake reads what the client asked.
func TestAsk(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, base := range bases(d) {
			for i, q := range questions() {
				e := &Endpoint{BaseURL: base, Key: Hide("hush-hush"), Model: "some-model"}
				r, body := build(t, d, e, &q)
				got, err := d.Ask(r, body)
				if err != nil {
					t.Fatalf("question %d at %q: %v", i, base, err)
				}
				if diff := cmp.Diff(normal(e, q), normal(e, got)); diff != "" {
					t.Errorf("question %d at %q (-asked +read):\n%s\n%s", i, base, diff, body)
				}
			}
		}
	})
}

func bases(d Dialect) []string {
	out := []string{"http://127.0.0.1:8080/some/prefix", "http://127.0.0.1:8080/slash/"}
	if d.Base() != "" {
		out = append(out, "")
	}
	return out
}

// normal is a question without what a dialect may leave out or fill in.
func normal(e *Endpoint, q Request) Request {
	if q.Model == "" {
		q.Model = e.Model
	}
	if q.Schema != nil {
		q.Schema = bytes.Join(bytes.Fields(q.Schema), nil)
	}
	// Not every dialect sends a schema's name or asks for usage, and some must
	// send a bound.
	q.SchemaName, q.WithUsage = "", false
	if q.MaxTokens != 1 && q.MaxTokens != 100 {
		q.MaxTokens = 0
	}
	return q
}

func build(t *testing.T, d Dialect, e *Endpoint, q *Request) (*http.Request, []byte) {
	t.Helper()
	r, err := d.Build(context.Background(), e, q)
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.GetBody()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := io.ReadAll(r.Body)
	second, _ := io.ReadAll(again)
	if !bytes.Equal(first, second) || int(r.ContentLength) != len(first) {
		t.Errorf("a body of %d bytes is read again as %d, length %d", len(first), len(second), r.ContentLength)
	}
	return r, first
}

// TestBuild: a request goes to one of the paths below the base, and its key
// stands in a header and nowhere else.
func TestBuild(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		q := questions()[0]
		e := &Endpoint{BaseURL: "http://127.0.0.1:8080/p", Key: Hide("hush-hush"), Model: "some-model"}
		r, body := build(t, d, e, &q)
		paths := d.Paths("some-model")
		if !slices.Contains(paths, strings.TrimPrefix(r.URL.Path, "/p")) {
			t.Errorf("asks at %s, which is none of %v", r.URL.Path, paths)
		}
		if !strings.Contains(fmt.Sprint(r.Header), "hush-hush") || strings.Contains(r.URL.String(), "hush") || bytes.Contains(body, []byte("hush")) {
			t.Errorf("the key belongs into a header: %s %v", r.URL, r.Header)
		}
		e.BaseURL += "/"
		if again := request(build(t, d, e, &q)); again.URL.String() != r.URL.String() {
			t.Errorf("a slash at the end of the base makes %s of %s", again.URL, r.URL)
		}
		e.Key = Secret{}
		for name, value := range request(build(t, d, e, &q)).Header {
			if strings.Contains(strings.ToLower(name), "auth") || strings.Contains(strings.ToLower(name), "key") {
				t.Errorf("without a key: %s: %s", name, value)
			}
		}
		q.Schema = []byte(`{"type":`)
		if _, err := d.Build(context.Background(), e, &q); err == nil {
			t.Error("a schema that is no JSON is sent")
		}
		q.Schema = nil
	})
}

func request(r *http.Request, _ []byte) *http.Request { return r }

// TestAskRefuses: what a provider refuses, it refuses by status.
func TestAskRefuses(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		q := questions()[0]
		for name, row := range map[string]struct {
			status int
			spoil  func(r *http.Request, body []byte) []byte
		}{
			"another path": {404, func(r *http.Request, body []byte) []byte { r.URL.Path = "/nowhere"; return body }},
			"the root":     {404, func(r *http.Request, body []byte) []byte { r.URL.Path = "/"; return body }},
			"no JSON":      {400, func(_ *http.Request, body []byte) []byte { return body[1:] }},
			"no body":      {400, func(*http.Request, []byte) []byte { return nil }},
			"no messages":  {400, func(*http.Request, []byte) []byte { return []byte(`{"model":"some-model"}`) }},
			"a list":       {400, func(*http.Request, []byte) []byte { return []byte(`[1]`) }},
			"strange type": {400, func(*http.Request, []byte) []byte {
				return []byte(`{"model":7,"messages":"x","input":7,"contents":"x"}`)
			}},
		} {
			r, body := build(t, d, &Endpoint{BaseURL: "http://127.0.0.1", Model: "some-model"}, &q)
			body = row.spoil(r, body)
			_, err := d.Ask(r, body)
			var refused *AskError
			if !errors.As(err, &refused) || refused.Status != row.status {
				t.Errorf("%s: %v, want status %d", name, err, row.status)
			}
		}
	})
}

// FuzzAsk: a fake reads whatever a client sends, or refuses it by a status.
func FuzzAsk(f *testing.F) {
	all := Dialects.Entries()
	for i, e := range all {
		for _, q := range questions() {
			r, err := e.New().Build(context.Background(), &Endpoint{BaseURL: "http://127.0.0.1", Model: "some-model"}, &q)
			if err != nil {
				f.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(byte(i), r.URL.Path, body)
		}
	}
	f.Fuzz(func(t *testing.T, which byte, path string, body []byte) {
		e := all[int(which)%len(all)]
		r := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: path}, Header: http.Header{"Anthropic-Version": {"2023-06-01"}}}
		q, err := e.New().Ask(r, body)
		var refused *AskError
		switch {
		case err == nil && (q.Model == "" || len(q.Messages) == 0):
			t.Errorf("%s: %q is taken as %+v", e.Kind, body, q)
		case err != nil && (!errors.As(err, &refused) || refused.Status < 400 || refused.Status > 499):
			t.Errorf("%s: %q is refused by %v", e.Kind, body, err)
		}
	})
}
