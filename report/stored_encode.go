package report

import (
	"bytes"
	"encoding/json"
)

// A JSON document is laid out for people too: objects and blocks take a line
// for each member, lines and plain values take one line for all. Members keep
// their order.
type (
	member struct {
		key   string
		value any
	}
	object []member
	line   []member
	block  []any
)

// appendJSON writes a value at an indentation.
func appendJSON(out []byte, v any, indent string) ([]byte, error) {
	inner := indent + "  "
	var err error
	switch v := v.(type) {
	case object:
		out = append(out, '{')
		for i, m := range v {
			out = append(newLine(out, i, inner), quote(m.key)...)
			if out, err = appendJSON(append(out, ": "...), m.value, inner); err != nil {
				return nil, err
			}
		}
		return ended(out, '}', len(v), indent), nil
	case block:
		out = append(out, '[')
		for i, e := range v {
			if out, err = appendJSON(newLine(out, i, inner), e, inner); err != nil {
				return nil, err
			}
		}
		return ended(out, ']', len(v), indent), nil
	case line:
		out = append(out, '{')
		for i, m := range v {
			if i > 0 {
				out = append(out, ", "...)
			}
			if out, err = appendJSON(append(append(out, quote(m.key)...), ": "...), m.value, inner); err != nil {
				return nil, err
			}
		}
		return append(out, '}'), nil
	}
	plain, err := encode(v)
	return append(out, plain...), err
}

func newLine(out []byte, i int, indent string) []byte {
	if i > 0 {
		out = append(out, ',')
	}
	return append(append(out, '\n'), indent...)
}

func ended(out []byte, end byte, members int, indent string) []byte {
	if members > 0 {
		out = append(append(out, '\n'), indent...)
	}
	return append(out, end)
}

func quote(s string) []byte {
	b, err := encode(s)
	if err != nil {
		panic("report: a string that is no JSON: " + err.Error())
	}
	return b
}

// encode is json.Marshal that leaves <, > and & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
