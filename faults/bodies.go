package faults

import (
	"bytes"
	"encoding/json"
	"errors"

	"wavetank/chain"
)

// render makes the body of each form once per scenario, and asks the schema's
// judge about each. Without a schema every body will do but an empty one.
func (b *Blueprint) render() error {
	s := b.spec.Schema
	if s == nil {
		s = &Schema{Document: plainSchema}
	}
	judge := s.Judge
	if judge == nil {
		judge = func([]byte) bool { return true }
	}
	value, ok := conforming(s, judge)
	if !ok {
		return errors.New("faults: no answer that fits the schema could be made from it: put one into the schema as examples: [ANSWER]")
	}
	r := renderer{schema: s.Document, value: value, judge: judge}
	for f := range NumForms {
		b.bodies[f] = r.body(f)
		b.fits[f] = b.spec.Schema == nil && f != FormEmpty || b.spec.Schema != nil && judge(b.bodies[f])
		b.fit[f] = s.fit(b.bodies[f], b.fits[f], judge)
	}
	return nil
}

// fit is what a driver tells a chain about a body.
func (s *Schema) fit(body []byte, fits bool, judge func([]byte) bool) chain.Fit {
	switch {
	case fits:
		return chain.FitYes
	case s.Heal != nil && judge(s.Heal(body)):
		return chain.FitHealed
	case json.Valid(body):
		return chain.FitJSON
	}
	return chain.FitNo
}

// plainSchema shapes the answers of scenarios without a contract.
var plainSchema = map[string]any{
	"type": "object", "required": []any{"answer"}, "properties": map[string]any{"answer": map[string]any{"type": "string"}},
}

// Body returns what a success of that form says; do not change it.
func (b *Blueprint) Body(f Form) []byte { return b.bodies[f] }

// Fits reports whether the schema's judge accepts that form.
func (b *Blueprint) Fits(f Form) bool { return b.fits[f] }

// renderer derives bodies from one answer that fits.
type renderer struct {
	schema map[string]any
	value  any
	judge  func([]byte) bool
}

// body returns the bytes of one form, in the wording that models use.
func (r *renderer) body(f Form) []byte {
	valid := encode(r.value)
	switch f {
	case FormFenced:
		return join("```json\n", valid, "\n```")
	case FormProse:
		return join("Here is the JSON you requested:\n\n", valid, "\n\nHope this helps!")
	case FormMissingField:
		return r.worst(r.withoutField())
	case FormWrongType:
		return r.worst(r.withWrongType())
	case FormExtraField:
		return r.worst(r.withExtraField())
	case FormWrongEnum:
		return r.worst(r.withWrongEnum())
	case FormTruncated:
		return valid[:min(len(valid)-1, (len(valid)*3+4)/5)]
	case FormEmpty:
		return nil
	case FormRefusal:
		return []byte("I'm sorry, but I can't help with that request.")
	case FormWrapped:
		return r.worst([]any{map[string]any{"result": r.value}, map[string]any{"answer": r.value}})
	}
	return valid
}

// maxJudged bounds the bytes that are judged in search of a body that does not
// fit.
const maxJudged = 4 << 20

// worst returns the first candidate that does not fit, else the first, else the
// answer itself: where the schema forbids nothing, nothing can break it.
func (r *renderer) worst(candidates []any) []byte {
	spent := 0
	for _, c := range candidates {
		body := encode(c)
		if !r.judge(body) {
			return body
		}
		if spent += len(body); spent > maxJudged {
			break
		}
	}
	if len(candidates) > 0 {
		return encode(candidates[0])
	}
	return encode(r.value)
}

// encode writes JSON with its keys sorted, so that bodies are the same bytes
// everywhere, and with < and > as models write them.
func encode(v any) []byte {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("faults: a sample is no JSON: " + err.Error()) // samples hold JSON values only
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

func join(before string, body []byte, after string) []byte {
	return append(append([]byte(before), body...), after...)
}
