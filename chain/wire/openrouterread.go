package wire

import (
	"bytes"
	"encoding/json"
	"time"
)

// openRouterMeta is what an error's metadata tell of its cause.
type openRouterMeta struct {
	Metadata struct {
		Type    string            `json:"error_type"`
		Source  string            `json:"limit_source"`
		Reasons []json.RawMessage `json:"reasons"`
		Headers struct {
			Remaining string `json:"X-RateLimit-Remaining"`
			Reset     string `json:"X-RateLimit-Reset"`
		} `json:"headers"`
	} `json:"metadata"`
}

// openRouterProblem finds an error beside the choices or in one, and puts what
// the metadata say in the place of a code: whose limit it was where that
// matters, a flagged input, or the type.
func openRouterProblem(data []byte) (problem, bool) {
	if !bytes.Contains(data, []byte(`error"`)) { // "error", "network_error": most chunks have none
		return problem{}, false
	}
	p, ok := findProblem(data)
	if !ok {
		return choiceProblem(data)
	}
	var m openRouterMeta
	if json.Unmarshal(p.raw, &m) != nil {
		return p, true
	}
	switch meta := &m.Metadata; {
	case meta.Source == inFlightBudget || meta.Source == freeTierDaily:
		p.code = meta.Source
	case len(meta.Reasons) > 0:
		p.code = moderation
	case meta.Type != "":
		p.code = meta.Type
	}
	return p, true
}

// choiceProblem finds the failure of a provider that only its choice tells: an
// error of its own, or a reason of finishing that was made to look harmless.
func choiceProblem(data []byte) (problem, bool) {
	var b struct {
		Choices []struct {
			Error  json.RawMessage `json:"error"`
			Native string          `json:"native_finish_reason"`
		} `json:"choices"`
	}
	if json.Unmarshal(data, &b) != nil || len(b.Choices) == 0 {
		return problem{}, false
	}
	switch c := &b.Choices[0]; {
	case present(c.Error):
		return nestedProblem(fields{Error: c.Error}), true
	case c.Native == "error" || c.Native == "network_error":
		return problem{}, true
	}
	return problem{}, false
}

// openRouterHint reads the copy of the headers in the metadata, the only one
// that an error inside a status 200 has.
func openRouterHint(p problem, now time.Time) time.Duration {
	var m openRouterMeta
	if json.Unmarshal(p.raw, &m) != nil || m.Metadata.Headers.Remaining != "0" {
		return 0
	}
	return asEpochMillis.read(m.Metadata.Headers.Reset, now)
}
