package wire

import (
	"encoding/json"
	"iter"

	"wavetank/chain"
)

// anthropicMessage is a plain body, or what a stream begins with.
type anthropicMessage struct {
	Type       string           `json:"type"`
	Model      string           `json:"model"`
	Content    []anthropicBlock `json:"content"`
	StopReason string           `json:"stop_reason"`
	Usage      *anthropicUsage  `json:"usage"`
}

type anthropicBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// anthropicUsage counts what a cache took part in apart.
type anthropicUsage struct {
	In      int `json:"input_tokens"`
	Created int `json:"cache_creation_input_tokens"`
	Cached  int `json:"cache_read_input_tokens"`
	Out     int `json:"output_tokens"`
}

// anthropicEvent is the data of any event of a stream.
type anthropicEvent struct {
	Type    string            `json:"type"`
	Message *anthropicMessage `json:"message"`
	Block   anthropicBlock    `json:"content_block"`
	Delta   struct {
		Type       string `json:"type"`
		Text       string `json:"text"`
		StopReason string `json:"stop_reason"`
	} `json:"delta"`
	Usage *anthropicUsage `json:"usage"`
}

func (d anthropic) readBody(body []byte, a *Answer) (shape, problem) {
	var m anthropicMessage
	if json.Unmarshal(body, &m) != nil || m.Type != "message" || m.Content == nil {
		if p, ok := d.find(body); ok {
			return failed, p
		}
		return foreign, problem{}
	}
	a.takeMessage(&m)
	return a.stopped()
}

func (a *Answer) takeMessage(m *anthropicMessage) {
	a.Model = m.Model
	for _, b := range m.Content {
		a.takeBlock(&b)
	}
	a.takeStop(m.StopReason, m.Usage)
}

// takeBlock adds what was said; thoughts and calls of tools are not.
func (a *Answer) takeBlock(b *anthropicBlock) {
	if b.Type == "text" {
		a.Text = append(a.Text, b.Text...)
	}
}

// takeStop notes why the model stopped, and counts: a stream tells the prompt's
// first and the answer's last, each as a total.
func (a *Answer) takeStop(reason string, u *anthropicUsage) {
	if reason != "" {
		a.Finish = reason
	}
	if u == nil {
		return
	}
	if in := u.In + u.Created + u.Cached; in != 0 {
		a.Usage.In = in
	}
	if u.Out != 0 {
		a.Usage.Out = u.Out
	}
}

// stopped is what a reason of stopping makes of a whole answer.
func (a *Answer) stopped() (shape, problem) {
	if a.Finish == "refusal" {
		a.Outcome.Class, a.Why = chain.ContentPolicy, "stop_reason refusal"
	}
	return complete, problem{}
}

func (d anthropic) readStream(events iter.Seq[event], a *Answer) (shape, problem) {
	begun, strange := false, false
	for e := range events {
		var x anthropicEvent
		if json.Unmarshal(e.data, &x) != nil {
			if e.torn {
				break
			}
			return foreign, problem{}
		}
		switch {
		case x.Type == "error" || e.name == "error":
			p, _ := d.find(e.data)
			return failed, p
		case x.Type == "message_stop":
			switch {
			case !begun:
				return foreign, problem{}
			case a.Finish == "":
				return unfinished, problem{}
			}
			return a.stopped()
		}
		a.takeEvent(&x)
		begun = begun || x.Type == "message_start"
		strange = strange || x.Type != "ping"
	}
	if strange && !begun {
		return foreign, problem{}
	}
	return unfinished, problem{}
}

func (a *Answer) takeEvent(x *anthropicEvent) {
	switch x.Type {
	case "message_start":
		if x.Message != nil {
			a.takeMessage(x.Message)
		}
	case "content_block_start":
		a.takeBlock(&x.Block)
	case "content_block_delta":
		if x.Delta.Type == "text_delta" {
			a.Text = append(a.Text, x.Delta.Text...)
		}
	case "message_delta":
		a.takeStop(x.Delta.StopReason, x.Usage)
	}
}

// endsWell: a refusal of the model's is a reason of stopping.
func (anthropic) endsWell(c chain.Class) bool { return c == chain.OK || c == chain.ContentPolicy }

func (d anthropic) writeBody(r *Reply) []byte {
	if c := r.Outcome.Class; c != chain.Truncated && !d.endsWell(c) {
		return d.writeError(r)
	}
	content := list{}
	if r.Outcome.Class != chain.ContentPolicy || len(r.Content) > 0 {
		content = list{object{{"type", "text"}, {"text", string(r.Content)}}}
	}
	o := append(d.message(content, r), d.stop(r)...)
	return append(o, member{"usage", d.usage(r.Usage.Out, r)}).encode()
}

// message is what a body and a stream begin with.
func (anthropic) message(content list, r *Reply) object {
	return object{{"id", "msg_01" + id(r.Number)[:22]}, {"type", "message"}, {"role", "assistant"}, {"model", r.Model},
		{"content", content}}
}

// stop says why the model stopped.
func (anthropic) stop(r *Reply) object {
	if r.Outcome.Class == chain.ContentPolicy {
		return object{{"stop_reason", "refusal"}, {"stop_sequence", nil},
			{"stop_details", object{{"type", "refusal"}, {"category", nil}, {"explanation", nil}}}}
	}
	return object{{"stop_reason", "end_turn"}, {"stop_sequence", nil}}
}

func (anthropic) usage(out int, r *Reply) object {
	return object{{"input_tokens", r.Usage.In}, {"cache_creation_input_tokens", 0}, {"cache_read_input_tokens", 0},
		{"output_tokens", out}}
}

// writeStream writes the events in the order that the provider's SDK insists on ?.
func (d anthropic) writeStream(s *stream, r *Reply) {
	begin := append(d.message(list{}, r), member{"stop_reason", nil}, member{"stop_sequence", nil},
		member{"usage", d.usage(min(r.Usage.Out, 1), r)})
	d.event(s, "message_start", member{"message", begin})
	d.event(s, "content_block_start", member{"index", 0}, member{"content_block", object{{"type", "text"}, {"text", ""}}})
	d.event(s, "ping")
	s.open()
	for piece := range r.pieces(r.Content) {
		d.event(s, "content_block_delta", member{"index", 0}, member{"delta", object{{"type", "text_delta"}, {"text", piece}}})
	}
	s.close()
	d.event(s, "content_block_stop", member{"index", 0})
	d.event(s, "message_delta", member{"delta", d.stop(r)}, member{"usage", object{{"output_tokens", r.Usage.Out}}})
	d.event(s, "message_stop")
}

// event writes one event: the SDK skips those without a name.
func (anthropic) event(s *stream, name string, members ...member) {
	s.event(name, append(object{{"type", name}}, members...).encode())
}
