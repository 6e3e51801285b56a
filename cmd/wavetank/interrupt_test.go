package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"wavetank/report/judge"
	"wavetank/scenarios"
)

// interrupter is a terminal whose user presses ^C at the first sign of progress.
type interrupter struct {
	said   strings.Builder
	cancel func()
}

func (i *interrupter) Write(p []byte) (int, error) {
	if strings.Contains(string(p), " runs") { // a count of them
		i.cancel()
	}
	return i.said.Write(p)
}

// TestInterrupt ends a long run early: what had finished is written and marked,
// the exit code is 130, and no replication goes on behind it.
func TestInterrupt(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stdout bytes.Buffer
	stderr := &interrupter{cancel: cancel}
	code := run(ctx, system{args: []string{"run", "published-60s-outage", "--seeds", "50000", "-o", "json"},
		stdin: strings.NewReader(""), stdout: &stdout, stderr: stderr, progress: true,
		env: func(string) (string, bool) { return "", false }})
	if code != exitInterrupted {
		t.Fatalf("exit %d, want %d", code, exitInterrupted)
	}
	if !strings.Contains(stderr.said.String(), "interrupted") {
		t.Errorf("it does not say that it was interrupted: %q", stderr.said.String())
	}
	if stdout.Len() == 0 {
		return // interrupted before the first seed was whole: nothing to write
	}
	var got struct {
		Partial bool  `json:"partial"`
		Seeds   []int `json:"seeds"`
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatalf("the output is no JSON: %v", err)
	}
	if !got.Partial || len(got.Seeds) == 0 || len(got.Seeds) >= 50000 {
		t.Errorf("partial %v with %d seeds, want some of 50,000", got.Partial, len(got.Seeds))
	}
}

// TestInterruptNamesWhatIsMissing: a scenario that was never begun is not in the
// results, so it is named; and where nothing is whole, nothing is said to be partial.
func TestInterruptNamesWhatIsMissing(t *testing.T) {
	all := []*scenarios.Scenario{{Name: "one"}, {Name: "two"}, {Name: "three"}}
	for n, want := range []string{
		"interrupted before the first run was whole; there is nothing to report",
		"interrupted; what had finished is marked partial, not played: two, three",
		"interrupted; what had finished is marked partial, not played: three",
		"interrupted; what had finished is marked partial",
	} {
		if got := cutShort(make([]*judge.Result, n), all).Error(); got != want {
			t.Errorf("%d of 3: %q, want %q", n, got, want)
		}
	}
}
