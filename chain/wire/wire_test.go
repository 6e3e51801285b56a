package wire

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"wavetank/chain"

	"github.com/cockroachdb/datadriven"
)

// TestWire shows what each dialect puts on the wire. A file is named after its
// dialect; its commands are
//
//	ask [stream] [schema]                       the request that a client sends
//	answer [class=] [status=] [hint=] [stream] [manner=]   what the fake answers, and how it is read
func TestWire(t *testing.T) {
	datadriven.Walk(t, "testdata/wire", func(t *testing.T, path string) {
		e, err := Dialects.Lookup(path[strings.LastIndex(path, "/")+1:])
		if err != nil {
			t.Fatal(err)
		}
		datadriven.RunTest(t, path, func(t *testing.T, td *datadriven.TestData) string {
			switch td.Cmd {
			case "ask":
				return showAsk(t, e.New(), td)
			case "answer":
				return showAnswer(t, e.New(), td)
			}
			t.Fatalf("%s: no command %q", td.Pos, td.Cmd)
			return ""
		})
	})
}

func showAsk(t *testing.T, d Dialect, td *datadriven.TestData) string {
	half := 0.5
	q := Request{Messages: []Message{{"system", "Be brief."}, {"user", "What is the answer?"}}, MaxTokens: 100, Temperature: &half, Stream: td.HasArg("stream")}
	if td.HasArg("schema") {
		q.Schema = []byte(`{"type":"object","properties":{"answer":{"type":"integer"}},"required":["answer"],"additionalProperties":false}`)
	}
	e := &Endpoint{BaseURL: d.Base(), Key: Hide("KEY"), Model: "some-model"}
	if e.BaseURL == "" {
		e.BaseURL = "http://127.0.0.1:8000"
	}
	r, err := d.Build(context.Background(), e, &q)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s %s\n%s%s\n", r.Method, r.URL, showHeader(r.Header), body)
}

func showHeader(h map[string][]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(h)) {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(h[name], ", "))
	}
	return b.String()
}

// mannerNames are the manners as the files write them.
var mannerNames = []string{"plain", "html", "blank", "early", "midway", "before-end", "in-line", "after-head"}

func showAnswer(t *testing.T, d Dialect, td *datadriven.TestData) string {
	class, hint, manner, status := "ok", "0s", mannerNames[0], 200
	for name, into := range map[string]any{"class": &class, "hint": &hint, "manner": &manner, "status": &status} {
		td.MaybeScanArgs(t, name, into)
	}
	c, known := chain.ParseClass(class)
	h, err := time.ParseDuration(hint)
	m := slices.Index(mannerNames, manner)
	if !known || err != nil || m < 0 {
		t.Fatalf("%s: class %q, hint %q, manner %q", td.Pos, class, hint, manner)
	}
	r := replyOf(chain.Outcome{Class: c, Status: int16(status), Hint: h})
	r.Stream, r.Manner = td.HasArg("stream"), Manner(m)
	sent := d.Respond(&r)
	got := d.Read(sent, sentAt)
	// A file of transcripts has no blank lines and no carriage returns.
	body := strings.NewReplacer("\r\n", "\\r\\n\n", "\n\n", "\n").Replace(string(sent.Body))
	if !strings.HasSuffix(body, "\n") && body != "" {
		body += "\n"
	}
	return fmt.Sprintf("%d\n%s%s[%s]\nread as %s %d, hint %s: %s; text %q, finish %q\n", sent.Status, showHeader(sent.Header),
		body, breakNames[sent.Break], got.Outcome.Class, got.Outcome.Status, got.Outcome.Hint, got.Why, got.Text, got.Finish)
}

var breakNames = [...]string{"whole", "refused", "reset", "silent", "cut", "stalled"}
