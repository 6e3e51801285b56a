package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// object is a JSON object whose members keep their order, as a provider's do.
// Its values are nil, strings, booleans, integers, floats, objects, lists and
// raw JSON.
type object []member

type member struct {
	key   string
	value any
}

// list is a JSON array of what an object may hold.
type list []any

// encode renders the object on one line.
func (o object) encode() []byte { return o.appendTo(make([]byte, 0, 512)) }

func (o object) MarshalJSON() ([]byte, error) { return o.encode(), nil }

// encode renders the list on one line.
func (l list) encode() []byte { return appendValue(make([]byte, 0, 512), l) }

func (o object) appendTo(b []byte) []byte {
	b = append(b, '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, m.key)
		b = append(b, ':')
		b = appendValue(b, m.value)
	}
	return append(b, '}')
}

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case json.RawMessage:
		return appendLine(b, v)
	case object:
		return v.appendTo(b)
	case list:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, e)
		}
		return append(b, ']')
	}
	panic("wire: value of a type that no dialect writes")
}

// appendLine puts raw JSON on one line: a line break stands between tokens only.
func appendLine(b []byte, v json.RawMessage) []byte {
	from := len(b)
	b = append(b, v...)
	for i, c := range b[from:] {
		if c == '\n' || c == '\r' {
			b[from+i] = ' '
		}
	}
	return b
}

// appendString quotes as providers do: <, > and & stay as they are.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return appendQuoted(b, s)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// appendQuoted escapes what must be escaped. Answers are mostly JSON inside a
// string: ASCII with quotes, for which an encoder is not needed.
func appendQuoted(b []byte, s string) []byte {
	from := len(b)
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < ' ' || c >= 0x7f:
			return appendEncoded(b[:from], s)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

func appendEncoded(b []byte, s string) []byte {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("wire: a string that does not encode") // encoding/json takes every string
	}
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// orNull is a member's value for a text that may be missing.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// set gives a member another value, or adds it at the end.
func (o object) set(key string, v any) object {
	for i := range o {
		if o[i].key == key {
			o[i].value = v
			return o
		}
	}
	return append(o, member{key, v})
}
