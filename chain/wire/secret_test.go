package wire

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

const hush = "sk-hush-hush"

// printed are values that hold a key, at depths where fmt calls methods and where
// it does not.
func printed() []any {
	e := Endpoint{BaseURL: "http://localhost", Key: Hide(hush), Model: "m"}
	type unexported struct {
		e   Endpoint
		k   Secret
		p   *Endpoint
		l   []Endpoint
		m   map[string]Endpoint
		any any
	}
	u := unexported{e, e.Key, &e, []Endpoint{e}, map[string]Endpoint{"a": e}, e.Key}
	return []any{e.Key, &e.Key, e, &e, []Secret{e.Key}, map[string]Secret{"k": e.Key}, struct{ K any }{e.Key}, struct{ k any }{e}, u, &u, []any{&u},
		func() any { return u }, [1]unexported{u}}
}

// TestSecret: no way of writing a key out writes it out, from whatever holds it.
func TestSecret(t *testing.T) {
	for _, v := range printed() {
		for _, verb := range "vsqdxXTtbcoOUeEfFgGpw" {
			for _, flags := range []string{"", "+", "#", "-20", "020.3", " "} {
				if got := fmt.Sprintf("%"+flags+string(verb), v); leaks(got) {
					t.Errorf("%%%s%c of %T writes %q", flags, verb, v, got)
				}
			}
		}
		for name, encode := range encodings {
			if body, err := encode(v); leaks(string(body)) || err != nil && leaks(err.Error()) {
				t.Errorf("%s of %T: %s, %v", name, v, body, err)
			}
		}
	}
	key := Hide(hush)
	if got := fmt.Sprint(key, "|", Hide("")); got != "[secret]|" || !Hide("").IsZero() || key.IsZero() || key.Reveal() != hush {
		t.Errorf("a key is written %q and revealed %q", got, key.Reveal())
	}
}

// encodings write a value as data, or refuse to.
var encodings = map[string]func(any) ([]byte, error){
	"json": json.Marshal,
	"xml":  xml.Marshal,
	"yaml": func(v any) (b []byte, err error) {
		defer func() {
			if p := recover(); p != nil { // of what YAML cannot say, functions among them
				err = fmt.Errorf("panic: %+v", p)
			}
		}()
		return yaml.Marshal(v)
	},
	"gob": func(v any) ([]byte, error) {
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(v)
		return b.Bytes(), err
	},
	"slog text": func(v any) ([]byte, error) {
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, nil)).With("with", v).WithGroup("g").Info("asked", "value", v, slog.Group("h", "v", v))
		return b.Bytes(), nil
	},
	"slog json": func(v any) ([]byte, error) {
		var b bytes.Buffer
		slog.New(slog.NewJSONHandler(&b, nil)).With("with", v).WithGroup("g").Info("asked", "value", v, slog.Group("h", "v", v))
		return b.Bytes(), nil
	},
	"panic": func(v any) (b []byte, err error) {
		defer func() { b = fmt.Appendf(nil, "%v %+v", recover(), v) }()
		panic(v)
	},
}

// TestSecretFromText: configurations are read into keys, and a mask is none.
func TestSecretFromText(t *testing.T) {
	var e Endpoint
	if err := json.Unmarshal([]byte(`{"Key": "`+hush+`", "Model": "m"}`), &e); err != nil || e.Key.Reveal() != hush {
		t.Errorf("read %q, %v", e.Key.Reveal(), err)
	}
	if err := yaml.Unmarshal([]byte("key: "+hush), &e); err != nil || e.Key.Reveal() != hush {
		t.Errorf("read %q, %v", e.Key.Reveal(), err)
	}
	body, err := json.Marshal(e)
	if err != nil || json.Unmarshal(body, &e) == nil {
		t.Errorf("%s, %v is read back as a key", body, err)
	}
}

// leaks tells the key, or its bytes in other bases.
func leaks(s string) bool {
	low := strings.ToLower(s)
	for _, part := range []string{"hush", fmt.Sprintf("%x", hush), "68757368", "104 117 115 104", "0x68 0x75", "aHVza", "h1c2g", "odxno", "0x68, 0x75"} {
		if strings.Contains(low, part) || strings.Contains(s, part) {
			return true
		}
	}
	return false
}
