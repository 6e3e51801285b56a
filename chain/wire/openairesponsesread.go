package wire

import (
	"encoding/json"
	"iter"

	"wavetank/chain"
)

// response is the object that a plain body is and that the last event of a
// stream holds.
type responseObject struct {
	Object     string          `json:"object"`
	Status     string          `json:"status"`
	Model      string          `json:"model"`
	Error      json.RawMessage `json:"error"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []struct {
		Type    string `json:"type"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	} `json:"output"`
	Usage struct {
		In  int `json:"input_tokens"`
		Out int `json:"output_tokens"`
	} `json:"usage"`
}

func (responses) readBody(body []byte, a *Answer) (shape, problem) {
	var o responseObject
	err := json.Unmarshal(body, &o)
	if err == nil && o.Object == "response" {
		if s, p := a.takeResponse(&o); !present(o.Error) {
			return s, p
		}
	}
	if p, ok := findProblem(body); ok {
		return failed, p
	}
	return foreign, problem{}
}

// takeResponse reads a response, whose text counts only where no delta brought
// it before.
func (a *Answer) takeResponse(o *responseObject) (shape, problem) {
	a.Model, a.Usage, a.Finish = o.Model, Usage{o.Usage.In, o.Usage.Out}, o.Status
	fresh := len(a.Text) == 0
	for _, item := range o.Output {
		for _, part := range item.Content {
			switch {
			case part.Type == "refusal":
				a.refused("refusal")
			case part.Type == "output_text" && fresh:
				a.Text = append(a.Text, part.Text...)
			}
		}
	}
	switch o.Status {
	case "completed":
		return complete, problem{}
	case "incomplete":
		if a.Finish = o.Incomplete.Reason; a.Finish == "content_filter" {
			a.refused("incomplete_details.reason content_filter")
		}
		return complete, problem{}
	case "failed":
		return failed, problem{}
	case "queued", "in_progress", "cancelled":
		return unfinished, problem{}
	}
	return foreign, problem{}
}

// refused marks an answer as the model's refusal.
func (a *Answer) refused(why string) { a.Outcome.Class, a.Why = chain.ContentPolicy, why }

// responseEvent is one event of a stream.
type responseEvent struct {
	Type     string          `json:"type"`
	Delta    string          `json:"delta"`
	Response json.RawMessage `json:"response"`
}

func (d responses) readStream(events iter.Seq[event], a *Answer) (shape, problem) {
	for e := range events {
		var v responseEvent
		if err := json.Unmarshal(e.data, &v); err != nil {
			if e.torn {
				break
			}
			return foreign, problem{}
		}
		switch v.Type {
		case "response.output_text.delta":
			a.Text = append(a.Text, v.Delta...)
		case "response.refusal.delta":
			a.refused("response.refusal.delta")
		case "response.completed", "response.incomplete", "response.failed":
			return d.readBody(v.Response, a)
		case "error", "": // an error of chat completions has no type
			if p, ok := findProblem(e.data); ok {
				return failed, p
			}
		}
	}
	return unfinished, problem{}
}
