package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// TestSecret: no way of writing a key out writes it out.
func TestSecret(t *testing.T) {
	const key = "sk-hush-hush"
	e := Endpoint{BaseURL: "http://localhost", Key: key}
	for _, verb := range "vsqdxXTtbcoOUeEfFgG" {
		for _, flags := range []string{"", "+", "#", "-20", "020.3", " "} {
			for _, v := range []any{e.Key, e, &e, []Secret{key}, map[Secret]Secret{key: key}, struct{ K any }{e.Key}} {
				if got := fmt.Sprintf("%"+flags+string(verb), v); leaks(got, key) {
					t.Errorf("%%%s%c writes %q", flags, verb, got)
				}
			}
		}
	}
	body, err := json.Marshal(map[string]any{"e": e, "k": e.Key})
	if err != nil || leaks(string(body), key) {
		t.Errorf("json: %s, %v", body, err)
	}
	for _, h := range []func(*bytes.Buffer) slog.Handler{
		func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
		func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
	} {
		var b bytes.Buffer
		slog.New(h(&b)).Info("asked", "endpoint", e, "key", e.Key, "all", []Secret{key})
		if leaks(b.String(), key) || !strings.Contains(b.String(), "secret") {
			t.Errorf("slog: %s", b.String())
		}
	}
	if got := fmt.Sprint(e.Key, "|", Secret("")); got != "[secret]|" {
		t.Errorf("a key is written %q", got)
	}
	if string(e.Key) != key {
		t.Error("a key is not to be used as a string")
	}
}

// leaks tells the key, or its bytes in hexadecimal.
func leaks(s, key string) bool {
	low := strings.ToLower(s)
	return strings.Contains(low, "hush") || strings.Contains(low, fmt.Sprintf("%x", key)) || strings.Contains(low, "68757368") || strings.Contains(low, "104 117 115 104")
}
