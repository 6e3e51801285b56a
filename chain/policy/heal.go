package policy

import (
	"bytes"
	"encoding/json"

	"wavetank/chain"
)

// healing is a schema that is held against a mended body. It implements
// chain.Validator and chain.Healer.
type healing struct{ schemaFit }

// Fits implements chain.Validator.
func (h healing) Fits(o *chain.Outcome, body []byte) bool {
	if o.Fit == chain.FitHealed {
		return true
	}
	return h.schemaFit.Fits(o, Heal(body))
}

// Heal implements chain.Healer.
func (healing) Heal(body []byte) []byte { return Heal(body) }

// Heal takes away what models put around JSON: a byte order mark, a Markdown
// fence, sentences before and after, commas before a closing bracket (what
// OpenRouter's response healing mends without a model). What is JSON already, or
// cannot be mended so, comes back as it is. It is linear in the body.
func Heal(body []byte) []byte {
	if json.Valid(body) {
		return body
	}
	inner := between(body)
	for _, candidate := range [][]byte{inner, commas(inner)} {
		if len(candidate) > 0 && json.Valid(candidate) {
			return candidate
		}
	}
	return body
}

// between is what lies from the first opening bracket to the last closing one
// of its kind.
func between(body []byte) []byte {
	from := bytes.IndexAny(body, "{[")
	if from < 0 {
		return nil
	}
	end := byte('}')
	if body[from] == '[' {
		end = ']'
	}
	to := bytes.LastIndexByte(body, end)
	if to < from {
		return nil
	}
	return body[from : to+1]
}

// commas leaves out commas before a closing bracket, outside strings.
func commas(body []byte) []byte {
	out := make([]byte, 0, len(body))
	text, escaped, comma := false, false, -1
	for _, c := range body {
		switch {
		case text:
			if c == '"' && !escaped {
				text = false
			}
			escaped = c == '\\' && !escaped
		case c == '"':
			text, comma = true, -1
		case c == ',':
			comma = len(out)
		case c == '}' || c == ']':
			if comma >= 0 {
				out = append(out[:comma], out[comma+1:]...)
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
		out = append(out, c)
	}
	return out
}
