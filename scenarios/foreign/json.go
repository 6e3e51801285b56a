package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"wavetank/chain/printable"
	"wavetank/chain/strategy/yamldoc"
)

// jsonReader makes a tree of JSON, with places.
type jsonReader struct {
	*foreign
	text      []byte
	dec       *json.Decoder
	at        int // of the place that is known
	line, col int // of it
}

func (f *foreign) parseJSON(text []byte) (*yamldoc.Node, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	r := &jsonReader{foreign: f, text: text, dec: dec, line: 1, col: 1}
	root, err := r.value(1, false)
	if err == nil {
		if r.here(); r.at < len(text) {
			err = f.fail(r.line, r.col, "", "something follows the end of the document")
		}
	}
	return root, err
}

// here moves to the next sign, past blanks, commas and colons. The decoder goes
// forward alone, so all of it is linear.
func (r *jsonReader) here() (line, col int) {
	off := int(r.dec.InputOffset())
	for off < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[off]) >= 0 {
		off++
	}
	for r.at < off {
		c, n := utf8.DecodeRune(r.text[r.at:])
		if r.at += n; c == '\n' {
			r.line, r.col = r.line+1, 1
		} else {
			r.col++
		}
	}
	return r.line, r.col
}

// token reads one token. Its errors do not quote the text.
func (r *jsonReader) token() (json.Token, int, int, error) {
	line, col := r.here()
	t, err := r.dec.Token()
	if err == nil {
		return t, line, col, nil
	}
	var bad *json.SyntaxError
	if errors.As(err, &bad) {
		if off := int(bad.Offset); off > r.at && off <= len(r.text) {
			before := r.text[:off-1]
			line = bytes.Count(before, []byte("\n")) + 1
			col = utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
		}
	}
	return nil, line, col, r.fail(line, col, "", "this is no JSON here")
}

// value reads one value.
func (r *jsonReader) value(level int, secret bool) (*yamldoc.Node, error) {
	t, line, col, err := r.token()
	if err == nil {
		err = r.count(1, line, col)
	}
	if err != nil {
		return nil, err
	}
	n := &yamldoc.Node{Kind: yamldoc.Scalar, Pos: yamldoc.Pos{Origin: r.origin, Line: line, Col: col}}
	switch t := t.(type) {
	case json.Delim:
		if level > maxLevels {
			return nil, r.tooDeep(line, col)
		}
		if err = r.inside(n, t, level, secret); err != nil {
			return nil, err
		}
	case nil:
		n.Kind = yamldoc.Null
	case bool:
		n.Text = map[bool]string{true: "true", false: "false"}[t]
	case json.Number:
		n.Text = t.String()
	case string:
		n.Text, n.Quoted = t, true
	}
	if secret && n.Kind == yamldoc.Scalar {
		r.hidden++
		return HiddenValue, nil
	}
	return n, nil
}

// inside reads what stands between brackets.
func (r *jsonReader) inside(n *yamldoc.Node, open json.Delim, level int, secret bool) error {
	if n.Kind = yamldoc.List; open == '{' {
		n.Kind = yamldoc.Map
	}
	entries := r.mapped(n)
	for r.dec.More() {
		hide := secret
		var e yamldoc.Entry
		if n.Kind == yamldoc.Map {
			t, line, col, err := r.token()
			if err != nil {
				return err
			}
			e.Key, _ = t.(string)
			e.Pos = yamldoc.Pos{Origin: r.origin, Line: line, Col: col}
			hide = hide || printable.NamesSecret(e.Key)
		}
		v, err := r.value(level+1, hide)
		if err != nil {
			return err
		}
		if e.Value = v; n.Kind == yamldoc.Map {
			entries.add(e)
		} else {
			n.Items = append(n.Items, v)
		}
	}
	_, _, _, err := r.token()
	return err
}
