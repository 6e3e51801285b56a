package faults

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"

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
	value, err := conforming(s, judge)
	if err != nil {
		return err
	}
	r := renderer{schema: s.Document, value: value, judge: judge, visits: int(visitsOf(s.Document, value))}
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
	visits int // of one judgement
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
		return r.worst(r.withoutField)
	case FormWrongType:
		return r.worst(r.withWrongType)
	case FormExtraField:
		return r.worst(r.withExtraField)
	case FormWrongEnum:
		return r.worst(r.withWrongEnum)
	case FormTruncated:
		return valid[:min(len(valid)-1, (len(valid)*3+4)/5)]
	case FormEmpty:
		return nil
	case FormRefusal:
		return []byte("I'm sorry, but I can't help with that request.")
	case FormWrapped:
		return r.worst(slices.Values([]any{map[string]any{"result": r.value}, map[string]any{"answer": r.value}}))
	}
	return valid
}

// maxJudged bounds the bytes that are judged in search of a body that does not
// fit; a visit to a part of the schema counts as some.
const (
	maxJudged  = 4 << 20
	visitBytes = 16
)

// worst returns the first candidate that does not fit, else the first, else the
// answer itself: where the schema forbids nothing, nothing can break it. Candidates
// are made one by one, for each is a copy of the answer.
func (r *renderer) worst(candidates iter.Seq[any]) []byte {
	spent := 0
	var first []byte
	for c := range candidates {
		body := encode(c)
		if !r.judge(body) {
			return body
		}
		if first == nil {
			first = body
		}
		if spent += len(body) + visitBytes*r.visits; spent > maxJudged {
			break
		}
	}
	if first != nil {
		return first
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
