package wire

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
)

// refusal is one row of a dialect's table of errors, used both ways. Reading
// finds the row by its code, then by what its message says, then by its type;
// writing takes the first row of the class and status.
type refusal struct {
	class   chain.Class
	status  int // HTTP; 200: in a body or a stream that began as a success
	typ     string
	code    string
	param   string
	message string
	says    string // part of the message, in lower case, that tells the row where no code does
}

// refusals is a table of errors.
type refusals []refusal

// row is what is written for a class and a status: the table's, else one of the
// class under another status, else a plain one for the bare status.
func (t refusals) row(c chain.Class, status int) refusal {
	other := -1
	for i, r := range t {
		switch {
		case r.class != c:
		case r.status == status:
			return r
		case other < 0:
			other = i
		}
	}
	if other >= 0 && chain.ClassOfStatus(status) != c {
		return t[other]
	}
	return bareRefusal(c, status)
}

// fill is the row for a reply, its message filled in; wait ends the message of a
// rate limit by its hint, nil where the provider's does not.
func (t refusals) fill(r *Reply, wait func(time.Duration) string) refusal {
	f := t.row(r.Outcome.Class, int(r.Outcome.Status))
	f.message = strings.ReplaceAll(f.message, "{model}", r.Model)
	if wait != nil && r.Outcome.Class == chain.RateLimit && r.Outcome.Hint > 0 {
		f.message += " " + wait(r.Outcome.Hint)
	}
	return f
}

// bareRefusal says no more than a status does.
func bareRefusal(c chain.Class, status int) refusal {
	r := refusal{class: c, status: status, typ: "invalid_request_error", message: http.StatusText(status)}
	if status >= 500 {
		r.typ = "server_error"
	}
	if r.message == "" {
		r.message = "Error " + strconv.Itoa(status)
	}
	return r
}

// class reads a problem under an HTTP status, and says what it was read from:
// words of the table only, which no provider can slip a secret into.
func (t refusals) class(status int, p problem) (chain.Class, string) {
	begun := status < 300
	if i := t.find(status, func(r *refusal) bool { return r.code != "" && r.code == p.code }); i >= 0 {
		return t[i].class, "error.code " + t[i].code
	}
	low := strings.ToLower(p.message)
	if i := t.find(status, func(r *refusal) bool { return r.says != "" && strings.Contains(low, r.says) }); i >= 0 {
		return t[i].class, "error.message"
	}
	byType := func(r *refusal) bool {
		return r.code == "" && r.says == "" && r.typ != "" && r.typ == p.typ && (begun || r.status == status)
	}
	if i := t.find(status, byType); i >= 0 {
		return t[i].class, "error.type " + t[i].typ
	}
	if !begun {
		return chain.ClassOfStatus(status), "status " + strconv.Itoa(status)
	}
	if p.number >= 300 {
		return chain.ClassOfStatus(p.number), "error.code " + strconv.Itoa(p.number)
	}
	return chain.Server, "error"
}

// find is the first row of that status, else the first of any, else -1.
func (t refusals) find(status int, is func(*refusal) bool) int {
	other := -1
	for i := range t {
		if !is(&t[i]) {
			continue
		}
		if t[i].status == status {
			return i
		}
		if other < 0 {
			other = i
		}
	}
	return other
}

// statuses lists the statuses of a class: the table's, or, where it has none,
// those that mean the class to everybody.
func (t refusals) statuses(c chain.Class) []int {
	var out []int
	for _, r := range t {
		if r.class == c && !slices.Contains(out, r.status) {
			out = append(out, r.status)
		}
	}
	switch c {
	case chain.OK, chain.Truncated:
		return []int{200}
	case chain.OKInvalid: // beside a broken 200: the model's output refused
		return slices.Compact(slices.Sorted(slices.Values(append(out, 200))))
	case chain.Connect:
		return []int{0}
	case chain.Timeout: // 200: silence after the headers
		return slices.Compact(slices.Sorted(slices.Values(append(out, 0, 200, 408))))
	}
	if len(out) == 0 && bareStatuses[c] != 0 {
		out = append(out, bareStatuses[c])
	}
	slices.Sort(out)
	return out
}

var bareStatuses = [chain.NumClasses]int{chain.RateLimit: 429, chain.Quota: 402, chain.Overload: 529, chain.Server: 500,
	chain.Auth: 401, chain.ModelMissing: 404, chain.BadRequest: 400, chain.ContextLength: 413}
