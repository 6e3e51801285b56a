package scenarios

import (
	"testing"
	"time"

	"wavetank/chain/policy"
)

// TestSetDefaultStrategy reaches into a strategy of a file that lists none: all
// the defaults still take part, and the one is changed.
func TestSetDefaultStrategy(t *testing.T) {
	s, err := Load("hang-primary", Options{Set: []string{"strategies.five-provider.breaker.open.base=60s"}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Strategies); n != len(defaultStrategies)+1 {
		t.Errorf("%d strategies take part, want the %d defaults and the bound", n, len(defaultStrategies))
	}
	for _, l := range s.Strategies {
		if l.Name != "five-provider" {
			continue
		}
		if open, ok := l.Doc.Breaker.Open.(*policy.ExponentialOpen); !ok || open.Base != time.Minute {
			t.Errorf("five-provider opens by %+v, want a base of 1m", l.Doc.Breaker.Open)
		}
	}
}
