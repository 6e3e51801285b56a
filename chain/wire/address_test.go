package wire

import (
	"context"
	"io"
	"net/url"
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// models are names that try to change a path, and some that do not.
var models = []string{"m", "a/b", "a/b?x#y", "?", "#", "a?key=1&b", ".", "..", "../..", "../../x", "a/../b", "a/./b", "/a", "a/", "a//b", "//", "%2e%2e", "%2E%2E/x",
	"%252e%252e", "..%2f..", "%2e", "a%2fb", "a%b", "..;", "..;x/y", "a;b", `..\..`, `a\b`, "%5c..%5c", " ", ". .", "a b", "\n", "a\r\nHost: b", "\x00", "é", "\xff",
	"x:streamGenerateContent", "x:y", "..\t", "models/..", "models/a/b", "models/", "@evil", "a@b:80"}

// TestModelInPath: whatever a model is called, a request asks for it below the
// base, in a path that nobody cleans, or is not built.
func TestModelInPath(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		refused := 0
		for _, m := range models {
			if !asksInside(t, d, m) {
				refused++
			}
		}
		// The dialects that name the model in the body take all of them.
		if inPath := strings.Contains(strings.Join(d.Paths("some-model"), ""), "some-model"); inPath != (refused > 0) {
			t.Errorf("%d names refused, model in the path: %t", refused, inPath)
		}
		rapid.Check(t, func(t *rapid.T) {
			asksInside(t, d, rapid.StringOf(rapid.SampledFrom([]rune(`./\%2eE5cf?#:;@a `))).Draw(t, "model"))
		})
	})
}

// asksInside builds requests for a model and reports whether that can be done.
func asksInside(t interface{ Errorf(string, ...any) }, d Dialect, model string) bool {
	const host, prefix = "http://127.0.0.1:8080", "/some/prefix"
	for _, stream := range []bool{false, true} {
		q := Request{Model: model, Messages: []Message{{"user", "hi"}}, Stream: stream}
		plain := q
		plain.Model = "some-model"
		e := &Endpoint{BaseURL: host + prefix, Model: "some-model"}
		want, err := d.Build(context.Background(), e, &plain)
		if err != nil {
			t.Errorf("%v", err)
			return false
		}
		r, err := d.Build(context.Background(), e, &q)
		if model == "" { // is the endpoint's
			continue
		}
		if err != nil {
			return false
		}
		sent := r.URL.RequestURI()
		at, _, _ := strings.Cut(sent, "?")
		if r.URL.Host != "127.0.0.1:8080" || r.URL.RawQuery != want.URL.RawQuery || r.URL.Fragment != "" || strings.ContainsAny(sent, "\r\n\x00 #\\") {
			t.Errorf("model %q is asked at %q", model, r.URL)
		}
		if path.Clean(at) != at || strings.Count(at, "/") != strings.Count(want.URL.EscapedPath(), "/") || path.Clean(r.URL.Path) != r.URL.Path {
			t.Errorf("model %q: the path %q is not that of a model", model, at)
		}
		for range 3 { // a proxy that unescapes and cleans does not leave the prefix
			at, _ = url.PathUnescape(at)
			if at = strings.ReplaceAll(at, `\`, "/"); at != "" && !strings.HasPrefix(path.Clean(at), before(want.URL.Path)) {
				t.Errorf("model %q: unescaped it is asked at %q", model, path.Clean(at))
				break
			}
		}
		body, _ := io.ReadAll(r.Body)
		got, err := d.Ask(r, body)
		name := strings.TrimPrefix(model, "models/")
		if err != nil || strings.TrimPrefix(got.Model, "models/") != strings.ToValidUTF8(name, "\ufffd") && got.Model != name && got.Model != "" {
			t.Errorf("model %q is read as %q, %v", model, got.Model, err)
		}
	}
	return true
}

// before is a path up to the model, where it names one.
func before(path string) string {
	at, _, _ := strings.Cut(path, "some-model")
	return at
}

// TestBaseURL: an address is a scheme, a host and a path. What is more is refused,
// and not told.
func TestBaseURL(t *testing.T) {
	eachDialect(t, func(t *testing.T, d Dialect) {
		for _, base := range []string{"://", "http://user:hush%zz@host", "http://user:hush@host", "http://hush@host/v1", "ftp://hush", "file:///hush", "/hush", "hush",
			"http:hush", "http://", "http://:80", "https:///hush", "http://host/v1?key=hush", "http://host?", "http://host/v1#hush", "http://host/hush\n", "http://ho st/hush", "http://host:hush", "javascript:hush"} {
			_, err := d.Build(context.Background(), &Endpoint{BaseURL: base, Model: "m"}, &Request{})
			if err == nil || strings.Contains(err.Error(), "hush") {
				t.Errorf("base %q: error %v", base, err)
			}
		}
		for _, key := range []string{"hush\n", "\rhush", "hu\r\nHost: sh", "hush\x00"} {
			_, err := d.Build(context.Background(), &Endpoint{BaseURL: "http://host", Model: "m", Key: Hide(key)}, &Request{})
			if err == nil || strings.Contains(err.Error(), "hu") || !strings.Contains(err.Error(), "line break") {
				t.Errorf("key %q: error %v", key, err)
			}
		}
	})
}
