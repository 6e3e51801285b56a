package policy

import (
	"bytes"
	"encoding/json"

	"wavetank/chain"
)

// healing is a schema that is held against a mended body. It implements
// chain.Validator and chain.Healer.
type healing struct{ schemaFit }

func (h healing) Fits(o *chain.Outcome, body []byte) bool {
	if o.Fit == chain.FitHealed {
		return true
	}
	return h.schemaFit.Fits(o, Heal(body))
}

func (healing) Heal(body []byte) []byte { return Heal(body) }

// Heal takes away what models put around JSON: a byte order mark, a Markdown
// fence, sentences before and after, commas before a closing bracket (what
// OpenRouter's response healing mends without a model). What is JSON already, or
// cannot be mended so, comes back as it is. Of an object and an array it takes
// the longer: the other is a footnote. It is linear in the body.
func Heal(body []byte) []byte {
	if json.Valid(body) {
		return body
	}
	var best []byte
	for _, inner := range [][]byte{between(body, '{', '}'), between(body, '[', ']')} {
		for _, candidate := range [][]byte{inner, commas(inner)} {
			if len(candidate) > len(best) && json.Valid(candidate) {
				best = candidate
			}
		}
	}
	if best == nil {
		return body
	}
	return best
}

// between is what lies from the first opening bracket to the last closing one.
func between(body []byte, open, closing byte) []byte {
	from, to := bytes.IndexByte(body, open), bytes.LastIndexByte(body, closing)
	if from < 0 || to < from {
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
