package scenarios

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wavetank/report/explain"
	"wavetank/report/screen"
	"wavetank/report/words"
	"wavetank/scenarios/internal/fixture"
)

// TestExplain reads what is said of short runs of the library, as people do.
func TestExplain(t *testing.T) {
	for _, tc := range []struct {
		golden, scenario, strategy string
		request                    int64
		worst                      explain.Worst
	}{
		// The slowest request walked into the hang before the breaker opened.
		{"hang", "hang-primary", "five-provider", -1, explain.WorstLatency},
		// Three attempts on each of five providers for a prompt that none takes.
		{"retries", "bad-prompt-storm", "naive-retry", -1, explain.WorstWaste},
		// A provider is over its limit, and the breaker has counted it.
		{"penalty", "limit-penalty", "gobreaker", -1, explain.WorstWaste},
		// The request of a number: its first provider is skipped, the next one probed.
		{"number", "bad-prompt-storm", "five-provider-as-written", 326, explain.WorstLatency},
		// Answers that break the schema are paid for.
		{"schema", "schema-drift", "five-provider", -1, explain.WorstCost},
		// A part of the results decides: how many of how many is said.
		{"ratio", "hang-primary", "polly", 1800, explain.WorstLatency},
		// The chain's own limit turned the request away.
		{"own-limit", "testdata/acts/own-limit.yaml", "x", 1, explain.WorstLatency},
		// The caller's patience ends the call, long before its deadline.
		{"patience", "testdata/acts/patience-caps.yaml", "s", -1, explain.WorstLatency},
		// The chain's deadline ends the call, before the caller's.
		{"own-deadline", "testdata/acts/patience-caps.yaml", "brief", -1, explain.WorstLatency},
		// A request that comes at the instant at which a cooldown ends comes too early.
		{"cooldown-edge", "testdata/acts/cooldown-edge.yaml", "s", 1, explain.WorstLatency},
		// A timeout of our own cuts off what would have been a good answer.
		{"own-timeout", "testdata/acts/own-timeout.yaml", "s", -1, explain.WorstLatency},
	} {
		o := Options{Strategies: []string{tc.strategy}}
		if !strings.Contains(tc.scenario, "/") {
			o.Duration = 9 * time.Minute
		}
		sc, err := Load(tc.scenario, o)
		if err != nil {
			t.Fatal(err)
		}
		e, err := sc.Explain(context.Background(), tc.strategy, tc.request, tc.worst)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := screen.WriteExplanation(e, &b, words.View{}, false); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "explain", tc.golden+".txt")
		fixture.Golden(t, path, b.String())
	}
}

// TestExplainRefuses what is not there.
func TestExplainRefuses(t *testing.T) {
	sc, err := Load("published-60s-outage", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var beyond *explain.RequestRangeError
	if _, err := sc.Explain(context.Background(), "cooldown", 99, explain.WorstLatency); !errors.As(err, &beyond) || beyond.Last != 19 {
		t.Errorf("request 99 of 0 to 19: %v", err)
	}
	if _, err := sc.Explain(context.Background(), "cooldwn", -1, explain.WorstLatency); err == nil || err.Error() != `no strategy "cooldwn" (did you mean "cooldown"?)` {
		t.Errorf("a strategy that is not there: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := sc.Explain(ctx, "cooldown", -1, explain.WorstLatency); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
