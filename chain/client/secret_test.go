package client_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"expvar"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"unsafe"

	"wavetank/chain/client"
	"wavetank/chain/policy"
	"wavetank/chain/wire"
)

const secret = "sk-very-secret"

// shown is everything of an application's that holds a key: what the packages make,
// and structs around it whose fields fmt calls no method of. The client has called.
func shown(t *testing.T) map[string]any {
	url := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, hello) })
	var ps []client.Provider
	for _, e := range wire.Dialects.Entries() {
		ps = append(ps, client.Provider{Name: e.Kind, Dialect: e.Kind, Endpoint: wire.Endpoint{BaseURL: url, Key: wire.Hide(secret), Model: "m"}})
	}
	c := made(t, client.Config{}, policy.Document{}, ps...)
	for range 3 {
		if a, err := c.Complete(context.Background(), question); err != nil && a.Attempts < 2 {
			t.Fatal(a, err)
		}
	}
	type app struct {
		provider client.Provider
		endpoint wire.Endpoint
		key      wire.Secret
		one      *client.Client
		all      []client.Provider
		by       map[string]client.Provider
		some     any
		next     *app
		send     chan client.Provider
	}
	a := app{ps[0], ps[0].Endpoint, ps[0].Key, c, ps, map[string]client.Provider{"a": ps[0]}, ps[1], nil, make(chan client.Provider, 1)}
	a.send <- ps[0]
	b := a
	b.next = &a
	return map[string]any{"secret": a.key, "endpoint": a.endpoint, "provider": ps[0], "providers": ps, "map": a.by, "client": c, "application": a, "of applications": &b,
		"list": []any{a, &b, c}, "config": client.Config{Fits: func(*client.Request, []byte) bool { return ps[0].Key.IsZero() }},
		"attempt": client.Attempt{Provider: "a"}, "health": c.Health(), "of clients": reflect.ValueOf(c).Elem()}
}

// TestNothingShown: no verb, log, encoding or panic shows a key of what holds one.
func TestNothingShown(t *testing.T) {
	for name, v := range shown(t) {
		for _, verb := range "vsqxXdtbcoOUeEfFgGpT" {
			for _, flags := range []string{"", "+", "#", " "} {
				hidden(t, name, "%"+flags+string(verb), fmt.Sprintf("%"+flags+string(verb), v))
			}
		}
		hidden(t, name, "an error", fmt.Errorf("with %w and %v", fmt.Errorf("%+v", v), v).Error())
		for how, encode := range map[string]func(any) ([]byte, error){"json": json.Marshal, "xml": xml.Marshal, "gob": func(v any) ([]byte, error) {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			return b.Bytes(), err
		}} {
			body, err := encode(v)
			hidden(t, name, how, fmt.Sprint(string(body), err))
		}
		var b bytes.Buffer
		for _, h := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
			slog.New(h).With("with", v).WithGroup("g").Info("asked", "v", v, slog.Group("h", "v", v))
		}
		log.New(&b, "", 0).Println(v)
		log.New(&b, "", 0).Printf("%+v", v)
		fmt.Fprint(&b, expvar.Func(func() any { return v }).String())
		func() {
			defer func() { fmt.Fprintf(&b, "%v %+v %s", recover(), v, debug.Stack()) }()
			panic(v)
		}()
		hidden(t, name, "a log", b.String())
	}
}

// TestNothingReached: nor does a printer that follows all pointers, unexported or
// not, into the standard library's own buffers.
func TestNothingReached(t *testing.T) {
	for name, v := range shown(t) {
		w := walker{found: func(s string) { hidden(t, name, "reflection", s) }, seen: map[visit]bool{}}
		w.walk(reflect.ValueOf(&v).Elem())
		if name == "client" && len(w.seen) < 20 {
			t.Errorf("only %d places of a client were looked at", len(w.seen))
		}
	}
	open := struct{ header http.Header }{http.Header{"Authorization": {"Bearer " + secret}}}
	found := ""
	(&walker{found: func(s string) { found += s }, seen: map[visit]bool{}}).walk(reflect.ValueOf(&open))
	if !strings.Contains(found, secret) {
		t.Error("a key in the open was not found")
	}
}

func hidden(t *testing.T, name, how, text string) {
	t.Helper()
	low := strings.ToLower(text)
	for _, key := range []string{"very-secret", fmt.Sprintf("%x", "secret"), "115 101 99 114 101 116", "dmVyeS1zZWNyZX", "0x73, 0x65, 0x63", "73 65 63 72 65 74"} {
		if strings.Contains(low, key) || strings.Contains(text, key) {
			t.Errorf("%s shows the key of %s: %.300s", how, name, text)
			return
		}
	}
}

// walker finds every text that can be reached from a value, as printers do that
// walk by reflection.
type walker struct {
	found func(string)
	seen  map[visit]bool
}

type visit struct {
	at  unsafe.Pointer
	typ reflect.Type
}

func (w *walker) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		w.found(v.String())
	case reflect.Pointer:
		at := visit{v.UnsafePointer(), v.Type()}
		if v.IsNil() || w.seen[at] {
			return
		}
		w.seen[at] = true
		w.walk(v.Elem())
	case reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.walk(v.Field(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			w.walk(k)
			w.walk(v.MapIndex(k))
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		if at := (visit{v.UnsafePointer(), v.Type()}); w.seen[at] {
			return
		} else {
			w.seen[at] = true
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			w.found(string(v.Slice3(0, v.Cap(), v.Cap()).Bytes()))
			return
		}
		w.each(v)
	case reflect.Array:
		w.each(v)
	}
}

func (w *walker) each(v reflect.Value) {
	for i := range v.Len() {
		w.walk(v.Index(i))
	}
}

// TestMasked: where a key is printed by its methods, a mask says that there is one.
func TestMasked(t *testing.T) {
	p := at("a", "http://a/v1")
	if got := fmt.Sprintf("%+v", p); got != "{Name:a Dialect:openai Endpoint:{BaseURL:http://a/v1 Key:[secret] Model:m APIVersion:}}" {
		t.Error(got)
	}
	c := made(t, client.Config{}, policy.Document{}, p, at("b", "http://b/v1"))
	if got := fmt.Sprintf("%v %+v %#v %s %d", c, c, c, c, (*client.Client)(nil)); got != strings.Repeat("client of a, b ", 4)+"<nil>" {
		t.Error(got)
	}
	if body, err := json.Marshal(p); string(body) != `{"Name":"a","Dialect":"openai","BaseURL":"http://a/v1","Key":"[secret]","Model":"m","APIVersion":""}` {
		t.Errorf("%s, %v", body, err)
	}
}
