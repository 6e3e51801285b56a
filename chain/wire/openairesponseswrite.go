package wire

import (
	"net/http"

	"wavetank/chain"
)

func (d responses) Respond(r *Reply) *Response { return respond(d, r) }

func (responses) endsWell(c chain.Class) bool { return c == chain.OK || c == chain.ContentPolicy }

func (responses) writeHead(h http.Header, r *Reply) { openAI.writeHead(h, r) }

func (responses) writeError(r *Reply) []byte {
	return nested(responsesErrors.fill(r, openAI.wait), r)
}

// response is the whole object in a state of its life; output nil is none yet.
func (responses) response(status string, output list, failure any, r *Reply) object {
	o := object{{"id", "resp_" + id(r.Number)}, {"object", "response"}, {"created_at", r.At.Unix()}, {"status", status},
		{"error", failure}, {"incomplete_details", nil}, {"model", r.Model}, {"output", output},
		{"parallel_tool_calls", true}, {"service_tier", "default"}, {"tools", list{}}}
	if status != "completed" {
		return append(o, member{"usage", nil})
	}
	return append(o, member{"usage", object{{"input_tokens", r.Usage.In},
		{"input_tokens_details", object{{"cached_tokens", 0}}}, {"output_tokens", r.Usage.Out},
		{"output_tokens_details", object{{"reasoning_tokens", 0}}}, {"total_tokens", r.Usage.In + r.Usage.Out}}})
}

// message is the one item of output.
func (responses) message(status string, content list, r *Reply) object {
	return object{{"id", "msg_" + id(r.Number)}, {"type", "message"}, {"status", status}, {"role", "assistant"}, {"content", content}}
}

func outputText(s string) object {
	return object{{"type", "output_text"}, {"annotations", list{}}, {"text", s}}
}

func refusalPart(s string) object { return object{{"type", "refusal"}, {"refusal", s}} }

// said is the part that the model says: content, or a refusal.
func said(r *Reply) object {
	if r.Outcome.Class == chain.ContentPolicy {
		return refusalPart(refusalText)
	}
	return outputText(string(r.Content))
}

func (d responses) writeBody(r *Reply) []byte {
	if c := r.Outcome.Class; c != chain.Truncated && !d.endsWell(c) {
		return d.response("failed", list{}, d.failure(r), r).encode()
	}
	return d.response("completed", list{d.message("completed", list{said(r)}, r)}, nil, r).encode()
}

func (responses) failure(r *Reply) object {
	f := responsesErrors.fill(r, openAI.wait)
	return object{{"code", f.code}, {"message", f.message}}
}

// teller numbers the events of one stream.
type teller struct {
	s *stream
	n int
}

func (t *teller) tell(kind string, members object) {
	o := append(object{{"type", kind}, {"sequence_number", t.n}}, members...)
	t.s.event(kind, o.encode())
	t.n++
}

// writeStream tells the events in OpenAI's order ?.
func (d responses) writeStream(s *stream, r *Reply) {
	t := teller{s: s}
	t.tell("response.created", object{{"response", d.response("in_progress", list{}, nil, r)}})
	t.tell("response.in_progress", object{{"response", d.response("in_progress", list{}, nil, r)}})
	t.tell("response.output_item.added", object{{"output_index", 0}, {"item", d.message("in_progress", list{}, r)}})
	kind, key, part, empty, content := "response.output_text", "text", said(r), outputText(""), r.Content
	if r.Outcome.Class == chain.ContentPolicy {
		kind, key, empty, content = "response.refusal", "refusal", refusalPart(""), []byte(refusalText)
	}
	at := object{{"item_id", "msg_" + id(r.Number)}, {"output_index", 0}, {"content_index", 0}}
	with := func(m member) object { return append(at[:len(at):len(at)], m) }
	t.tell("response.content_part.added", with(member{"part", empty}))
	s.open()
	for piece := range r.pieces(content) {
		t.tell(kind+".delta", with(member{"delta", piece}))
	}
	s.close()
	t.tell(kind+".done", with(member{key, string(content)}))
	t.tell("response.content_part.done", with(member{"part", part}))
	item := d.message("completed", list{part}, r)
	t.tell("response.output_item.done", object{{"output_index", 0}, {"item", item}})
	t.tell("response.completed", object{{"response", d.response("completed", list{item}, nil, r)}})
}

// writeStreamError tells one of the two forms: the flat event where nothing came
// before, as seen of overload, else a response that failed.
func (d responses) writeStreamError(s *stream, r *Reply) {
	t := teller{s: s, n: len(s.ends)}
	if t.n > 0 {
		t.tell("response.failed", object{{"response", d.response("failed", list{}, d.failure(r), r)}})
		return
	}
	f := responsesErrors.fill(r, openAI.wait)
	t.tell("error", object{{"code", f.code}, {"message", f.message}, {"param", orNull(f.param)}})
}
