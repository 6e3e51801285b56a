package wire

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
)

// seen is a response as a provider sends it, and what it means.
type seen struct {
	says   string // what the row shows
	status int    // 0 is 200
	header string // lines of `Name: value`
	body   string
	broken Break
	class  chain.Class
	hint   time.Duration
	why    string // "" is not looked at
	text   string
}

func checkSeen(t *testing.T, d Dialect, rows []seen) {
	t.Helper()
	for _, row := range rows {
		if row.status == 0 {
			row.status = http.StatusOK
		}
		r := &Response{Status: row.status, Header: headerOf(row.header), Body: []byte(row.body), Break: row.broken}
		got := d.Read(r, sentAt)
		want := chain.Outcome{Class: row.class, Status: int16(row.status), Hint: row.hint}
		if got.Outcome != want {
			t.Errorf("%s: read as %+v from %q, want %+v", row.says, got.Outcome, got.Why, want)
		}
		if row.why != "" && got.Why != row.why {
			t.Errorf("%s: why %q, want %q", row.says, got.Why, row.why)
		}
		if string(got.Text) != row.text {
			t.Errorf("%s: text %q, want %q", row.says, got.Text, row.text)
		}
	}
}

func headerOf(lines string) http.Header {
	h := http.Header{}
	for line := range strings.Lines(lines) {
		if name, value, ok := strings.Cut(line, ":"); ok {
			h.Set(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return h
}

// chunks is a stream of events with these data.
func chunks(data ...string) string { return "data: " + strings.Join(data, "\n\ndata: ") + "\n\n" }

// saying is a chunk with content, ending one with a reason of finishing.
func saying(content string) string {
	return `{"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"` + content + `"},"finish_reason":null}]}`
}

func ending(reason string) string {
	return `{"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}`
}
