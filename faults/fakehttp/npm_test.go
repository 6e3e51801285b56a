package fakehttp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wavetank/chain"
	"wavetank/faults"
)

// npmCall is one call of a provider's own client, and what it should come to.
type npmCall struct {
	Client  string `json:"client"`
	Base    string `json:"base"`
	Model   string `json:"model"`
	Stream  bool   `json:"stream"`
	Timeout int    `json:"timeout"` // ms

	name     string // of the case
	want     string // as npmClients says it, "" for no problem
	provider int
	adds     string
}

// npmSeen is what came of a call.
type npmSeen struct {
	Call   int    `json:"call"`
	Text   string `json:"text"`
	Error  string `json:"error"` // class of what was thrown
	Status int    `json:"status"`
	Code   string `json:"code"`
}

// npmCases are ways in which a call can go, each with a provider of its own.
var npmCases = []struct {
	name   string
	stream bool
	fault  func() faults.Fault
}{
	{"plain", false, nil},
	{"stream", true, nil},
	{"limited", false, func() faults.Fault {
		return &faults.Throttle{Share: 1, After: millis(2), RetryAfter: faults.FixedHint(7 * time.Second)}
	}},
	{"page", false, func() faults.Fault {
		return &faults.Status{Code: 502, Share: 1, After: millis(2), Body: faults.HTMLBody}
	}},
	{"reset", false, func() faults.Fault { return &faults.Reset{Share: 1, After: millis(2)} }},
	{"silent", false, func() faults.Fault { return &faults.Hang{Share: 1} }},
	{"failed", true, func() faults.Fault { return &inStream{} }},
	{"cut", true, func() faults.Fault { return &faults.Cut{At: 0.5, Share: 1} }},
	// No client misses the mark of the end, nor does any notice that it is missing.
	{"unmarked", true, func() faults.Fault { return &faults.Cut{At: 1, Share: 1} }},
}

// inStream makes a provider fail in the middle of a stream that began well.
type inStream struct{}

func (*inStream) Check() error        { return nil }
func (*inStream) Stage() faults.Stage { return faults.AtServe }
func (f *inStream) Phases(w faults.Window, _ chain.Luck) faults.Phases {
	return faults.Steady(w, f)
}
func (*inStream) Harm() faults.Harm { return faults.Harm{Fail: 1} }
func (*inStream) Apply(x *faults.Exchange) bool {
	x.Fail(200, 50*time.Millisecond, 0)
	x.Reply.Outcome.Class, x.Reply.Through = chain.Server, 50
	return true
}

// npmClients are the clients, each with the dialect that it speaks, what it adds
// to its base address, and how it reports each case: class, status and code.
var npmClients = []struct {
	name, dialect, adds                       string
	limited, page, reset, silent, failed, cut string
}{
	{"openai", "openai", "", "RateLimitError 429 rate_limit_exceeded", "InternalServerError 502", "APIConnectionError", "APIConnectionTimeoutError",
		"APIError 0 server_error", "TypeError"},
	{"openai.stream", "openai", "", "RateLimitError 429 rate_limit_exceeded", "InternalServerError 502", "APIConnectionError", "APIConnectionTimeoutError",
		"APIError 0 server_error", "OpenAIError"},
	// The client gives the event of a failure out as any other.
	{"openai-responses", "openai-responses", "", "RateLimitError 429 rate_limit_exceeded", "InternalServerError 502", "APIConnectionError", "APIConnectionTimeoutError",
		"", "TypeError"},
	{"anthropic", "anthropic", "", "RateLimitError 429 rate_limit_error", "InternalServerError 502", "APIConnectionError", "APIConnectionTimeoutError",
		"APIError 0 api_error", "TypeError"},
	{"gemini", "gemini", "", "ApiError 429 RESOURCE_EXHAUSTED", "ApiError 502 Bad Gateway", "TypeError", "DOMException", "ApiError 500", "TypeError"},
	// The client looks for error in a chunk, and not for x_groq.error.
	{"groq", "groq", "/openai/v1", "RateLimitError 429 rate_limit_exceeded", "InternalServerError 502", "APIConnectionError", "APIConnectionTimeoutError",
		"", "TypeError"},
	// The client makes errors of a stream without headers, which to it is no connection.
	{"cerebras", "cerebras", "/v1", "RateLimitError 429 request_quota_exceeded", "InternalServerError 502", "APIConnectionError", "APIConnectionTimeoutError",
		"APIConnectionError", "Error 0 ERR_STREAM_PREMATURE_CLOSE"},
	// A failure is a reason to finish.
	{"mistral", "mistral", "/v1", "SDKError 429 1300", "SDKError 502", "ConnectionError", "RequestTimeoutError", "", "TypeError"},
}

// TestNpm lets the providers' own clients talk to their fakes. It needs node and
// npm, and a registry or what npm keeps of one.
func TestNpm(t *testing.T) {
	modules := npmInstall(t)
	f, calls := npmWorld(t)
	s := httptest.NewServer(f.Handler())
	defer s.Close()
	defer s.CloseClientConnections()
	for i := range calls {
		c := &calls[i]
		c.Base = strings.TrimSuffix(f.EndpointAt(c.provider, s.URL).BaseURL, c.adds)
	}
	seen := npmRun(t, modules, calls)
	if len(seen) != len(calls) {
		t.Errorf("%d of %d calls came to something", len(seen), len(calls))
	}
	answer := string(f.world.Blueprint().Body(faults.FormValid))
	for _, s := range seen {
		c := &calls[s.Call]
		if got := s.problem(); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.Client, c.name, got, c.want)
		}
		// A failure in a stream comes after a part of the answer, any other before it.
		begun := s.Text != "" && s.Text != answer && strings.HasPrefix(answer, s.Text) || c.Client == "openai.stream" && s.Text == ""
		switch {
		case c.name == "failed" || c.name == "cut":
			if !begun {
				t.Errorf("%s, %s: %q, want the beginning of %q", c.Client, c.name, s.Text, answer)
			}
		case c.want == "" && s.Text != answer || c.want != "" && s.Text != "":
			t.Errorf("%s, %s: %q, want %q unless it fails", c.Client, c.name, s.Text, answer)
		}
	}
}

// problem writes what was thrown as npmClients does.
func (s *npmSeen) problem() string {
	switch {
	case s.Code != "":
		return fmt.Sprintf("%s %d %s", s.Error, s.Status, s.Code)
	case s.Status != 0:
		return fmt.Sprintf("%s %d", s.Error, s.Status)
	}
	return s.Error
}

// npmWorld has a provider for each client and case.
func npmWorld(t *testing.T) (*Fake, []npmCall) {
	spec := faults.Spec{Duration: time.Hour, Drain: time.Hour}
	var calls []npmCall
	for _, client := range npmClients {
		wants := map[string]string{"limited": client.limited, "page": client.page, "reset": client.reset, "silent": client.silent,
			"failed": client.failed, "cut": client.cut}
		for _, c := range npmCases {
			name := strings.ReplaceAll(client.name, ".", "-") + "-" + c.name
			timeout := 20_000
			if c.name == "silent" {
				timeout = 500
			}
			calls = append(calls, npmCall{Client: client.name, Model: "some-model", Stream: c.stream, Timeout: timeout, name: c.name, want: wants[c.name], provider: len(spec.Providers), adds: client.adds})
			spec.Providers = append(spec.Providers, faults.Provider{Name: name, Dialect: client.dialect, Latency: millis(50)})
			if c.fault != nil {
				spec.Timeline = append(spec.Timeline, faults.Entry{For: hour, Provider: []string{name}, Fault: c.fault()})
			}
		}
	}
	b, err := faults.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	w := b.NewWorld()
	w.Reset(1)
	return newFake(t, w, Options{Clock: fast{time.Now()}}), calls
}

// npmRun makes the calls.
func npmRun(t *testing.T, modules string, calls []npmCall) (out []npmSeen) {
	t.Helper()
	folder := t.TempDir()
	script, err := os.ReadFile("testdata/npm/clients.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(folder, "clients.mjs"), script, 0o600), os.Symlink(modules, filepath.Join(folder, "node_modules"))); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "clients.mjs")
	node.Dir, node.Stdin = folder, bytes.NewReader(text)
	var problems bytes.Buffer
	node.Stderr = &problems
	lines, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s%s", err, lines, problems.Bytes())
	}
	for line := range bytes.Lines(lines) {
		var seen npmSeen
		if err := json.Unmarshal(line, &seen); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		out = append(out, seen)
	}
	return out
}

// npmInstall returns a folder with the clients of package.json in it. What is
// once installed stays in the folder for temporary files.
func npmInstall(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("installs npm packages, which takes 15 s")
	}
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("needs %s: %v", name, err)
		}
	}
	wanted, err := os.ReadFile("testdata/npm/package.json")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("wavetank-npm-%.8x", sha256.Sum256(wanted)))
	modules := filepath.Join(folder, "node_modules")
	if _, err := os.Stat(modules); err == nil {
		return modules
	}
	fresh := t.TempDir()
	if err := os.WriteFile(filepath.Join(fresh, "package.json"), wanted, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "install", "--engine-strict", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline", "--fetch-retries=1")
	npm.Dir = fresh
	if out, err := npm.CombinedOutput(); err != nil {
		t.Skipf("npm installs nothing: %v\n%s", err, bytes.TrimSpace(out))
	}
	if err := os.Rename(fresh, folder); err != nil && !errors.Is(err, os.ErrExist) {
		return filepath.Join(fresh, "node_modules")
	}
	return modules
}
