package stored

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"wavetank/chain/printable"
	"wavetank/report/measure"
)

// writeDocument writes a document as its shape lays it out.
func writeDocument[T any](w io.Writer, s *shape, doc *T) error {
	_, err := w.Write(append(s.append(nil, reflect.ValueOf(doc).Elem(), ""), '\n'))
	return err
}

// append writes a value at an indentation.
func (s *shape) append(out []byte, v reflect.Value, indent string) []byte {
	switch s.kind {
	case shapeBool:
		return strconv.AppendBool(out, v.Bool())
	case shapeInt:
		return strconv.AppendInt(out, v.Int(), 10)
	case shapeUint:
		return strconv.AppendUint(out, v.Uint(), 10)
	case shapeFloat:
		return appendNumber(out, v.Float())
	case shapeSeconds:
		return measure.Number(time.Duration(v.Int()).Seconds()).Append(out)
	case shapeExact:
		return AppendNano(out, v.Int())
	case shapeText:
		if s.null && v.Len() == 0 {
			return append(out, "null"...)
		}
		return appendText(out, v.String())
	case shapeWord:
		return appendText(out, v.Interface().(fmt.Stringer).String())
	case shapeMixed:
		if m := v.Interface().(mixed); m.text != "" {
			return appendText(out, m.text)
		} else {
			return appendNumber(out, m.number)
		}
	case shapeRecord:
		return s.appendRecord(out, v, indent)
	case shapeNamed:
		return s.appendNamed(out, v, indent)
	}
	if s.null && v.IsNil() || s.kind == shapeAny && v.IsNil() {
		return append(out, "null"...)
	}
	switch s.kind {
	case shapeAny:
		return shapeOf(v.Elem().Type()).append(out, v.Elem(), indent)
	case shapePointer:
		return s.elem.append(out, v.Elem(), indent)
	}
	return s.appendList(out, v, indent)
}

func (s *shape) appendRecord(out []byte, v reflect.Value, indent string) []byte {
	if s.null && !v.Addr().Interface().(exister).Exists() {
		return append(out, "null"...)
	}
	m := laid{shape: s, indent: indent}
	out = append(out, '{')
	for i := range s.fields {
		f := &s.fields[i]
		value := v.Field(f.index)
		if f.omit && value.IsZero() {
			continue
		}
		out = f.shape.append(m.key(out, f.quoted), value, m.inner())
	}
	return append(m.end(out), '}')
}

func (s *shape) appendNamed(out []byte, v reflect.Value, indent string) []byte {
	m := laid{shape: s, indent: indent}
	out = append(out, '{')
	for i := range v.Len() {
		e := v.Index(i)
		out = s.elem.append(m.key(out, appendText(nil, e.Field(0).String())), e.Field(1), m.inner())
	}
	return append(m.end(out), '}')
}

func (s *shape) appendList(out []byte, v reflect.Value, indent string) []byte {
	m := laid{shape: s, indent: indent}
	out = append(out, '[')
	for i := range v.Len() {
		out = s.elem.append(m.next(out), v.Index(i), m.inner())
	}
	return append(m.end(out), ']')
}

// laid lays out what stands between two brackets.
type laid struct {
	*shape
	indent string
	n      int
}

func (m *laid) inner() string {
	if m.flat {
		return m.indent
	}
	return m.indent + "  "
}

func (m *laid) next(out []byte) []byte {
	if m.n++; m.n > 1 {
		out = append(out, ',')
	}
	switch {
	case !m.flat:
		out = append(append(append(out, '\n'), m.indent...), "  "...)
	case !m.tight && m.n > 1:
		out = append(out, ' ')
	}
	return out
}

func (m *laid) key(out, quoted []byte) []byte {
	out = append(append(m.next(out), quoted...), ':')
	if m.tight {
		return out
	}
	return append(out, ' ')
}

func (m *laid) end(out []byte) []byte {
	if !m.flat && m.n > 0 {
		out = append(append(out, '\n'), m.indent...)
	}
	return out
}

// appendNumber writes null for what is no number.
func appendNumber(out []byte, v float64) []byte {
	if measure.Bad(v) {
		return append(out, "null"...)
	}
	return measure.Number(v).Append(out)
}

// appendText quotes a text and leaves <, > and & as they are. What a terminal or a
// runner would obey is told by its number, as JSON allows for any character.
func appendText(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '#' {
			return appendEscaped(out, s)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

func appendEscaped(out []byte, s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("report: a text that is no JSON: " + err.Error())
	}
	quoted := strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "##[", `##\u005b`)
	for _, c := range quoted {
		switch {
		case c < 0x80 && c != 0x7f, printable.Line(string(c)) == string(c):
			out = utf8.AppendRune(out, c)
		default:
			for _, half := range utf16.AppendRune(nil, c) {
				out = fmt.Appendf(out, `\u%04x`, half)
			}
		}
	}
	return out
}

// AppendNano writes billionths as a decimal number without rounding: a float of
// twelve digits would lose nanoseconds.
func AppendNano(out []byte, n int64) []byte {
	if n < 0 {
		out, n = append(out, '-'), -n
	}
	out = strconv.AppendInt(out, n/1e9, 10)
	n %= 1e9
	if n == 0 {
		return out
	}
	out = append(out, '.')
	for unit := int64(1e8); n > 0; unit /= 10 {
		out = append(out, byte('0'+n/unit))
		n %= unit
	}
	return out
}

// bind looks the fields of a dense record up once, for one that is filled and
// written again and again.
func (s *shape) bind(v reflect.Value) (fields []func(out []byte) []byte) {
	for i := range s.fields {
		f, field := s.fields[i].shape, v.Field(s.fields[i].index)
		write := func(out []byte) []byte { return f.append(out, field, "") }
		switch p := field.Addr().Interface().(type) {
		case *string:
			write = func(out []byte) []byte { return appendText(out, *p) }
		case *bool:
			write = func(out []byte) []byte { return strconv.AppendBool(out, *p) }
		case *int:
			write = func(out []byte) []byte { return strconv.AppendInt(out, int64(*p), 10) }
		case *exact:
			write = func(out []byte) []byte { return AppendNano(out, int64(*p)) }
		}
		key := append(append([]byte{','}, s.fields[i].quoted...), ':')
		if i == 0 {
			key[0] = '{'
		}
		fields = append(fields, func(out []byte) []byte { return write(append(out, key...)) })
	}
	return fields
}
