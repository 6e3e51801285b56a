package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// problem is an error as a provider's body tells it, whatever its envelope.
type problem struct {
	typ     string // error.type
	code    string // error.code where it is a word
	number  int    // error.code where it is a number or digits, or status_code; 0: none
	state   string // error.status, Google's name of the code
	param   string
	message string
	raw     json.RawMessage // the innermost object, for what a dialect adds
}

// fields are those of every envelope. They are raw because their types differ:
// codes are strings, numbers or null, errors are objects or strings.
type fields struct {
	Error      json.RawMessage `json:"error"`
	Object     json.RawMessage `json:"object"`
	Type       json.RawMessage `json:"type"`
	Code       json.RawMessage `json:"code"`
	Param      json.RawMessage `json:"param"`
	Message    json.RawMessage `json:"message"`
	Status     json.RawMessage `json:"status"`
	StatusCode json.RawMessage `json:"status_code"`
	Choices    json.RawMessage `json:"choices"`
}

// findProblem looks for an error in a body or an event: nested in `error`, the
// same in an array of one, flat with `object:"error"` or `type:"error"`, or flat
// with message and type or code.
func findProblem(body []byte) (problem, bool) {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '[' {
		var all []json.RawMessage
		if json.Unmarshal(body, &all) != nil || len(all) == 0 {
			return problem{}, false
		}
		body = bytes.TrimSpace(all[0])
	}
	var f fields
	if len(body) == 0 || body[0] != '{' || json.Unmarshal(body, &f) != nil {
		return problem{}, false
	}
	if present(f.Error) {
		return nestedProblem(f), true
	}
	flat := text(f.Object) == "error" || text(f.Type) == "error" ||
		!present(f.Choices) && text(f.Message) != "" && (present(f.Type) || present(f.Code))
	if !flat {
		return problem{}, false
	}
	return f.problem(body), true
}

func nestedProblem(outer fields) problem {
	var inner fields
	if json.Unmarshal(outer.Error, &inner) != nil {
		return problem{message: text(outer.Error), number: number(outer.StatusCode), raw: outer.Error}
	}
	p := inner.problem(outer.Error)
	if p.number == 0 {
		p.number = number(outer.StatusCode)
	}
	return p
}

func (f *fields) problem(raw json.RawMessage) problem {
	p := problem{typ: text(f.Type), code: text(f.Code), state: text(f.Status), param: text(f.Param),
		message: text(f.Message), number: number(f.Code), raw: raw}
	if p.number != 0 {
		p.code = ""
	} else {
		p.number = max(number(f.Status), number(f.StatusCode))
	}
	return p
}

func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// text is what a JSON string says, "" for anything else.
func text(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// number reads an HTTP status from a number or a string of digits, 0 for
// anything else.
func number(raw json.RawMessage) int {
	n, err := strconv.Atoi(string(bytes.Trim(raw, `"`)))
	if err != nil || n < 100 || n > 599 {
		return 0
	}
	return n
}
