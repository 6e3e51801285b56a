package simtest_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"wavetank/faults"
	"wavetank/faults/fakehttp"
	"wavetank/scenarios/simtest"
)

// play plays one chain and wants it judged.
func play(t *testing.T, c simtest.Config, make simtest.New) (*simtest.Result, string) {
	t.Helper()
	c.Seeds = 2
	r, said, err := c.Try(t, "testdata/short.yaml", map[string]simtest.New{"ours": make})
	if err != nil {
		t.Fatal(err)
	}
	if err := r["ours"].Err(); err != nil {
		t.Fatal(err)
	}
	return r["ours"], said
}

const schema = "output.schema={type: object, required: [answer], properties: {answer: {type: string}}}"

// TestReturned: it is what a chain returns that is judged, not what came over the
// wire.
func TestReturned(t *testing.T) {
	fenced := simtest.Config{Set: []string{schema, "providers.main.outputs={fenced: 1}", "timeline=[]"}}
	if r, _ := play(t, fenced, naive); r.SuccessRate() != 0 || r.SilentBad() < 50 {
		t.Errorf("answers in a fence: success %v, silent bad %v", r.SuccessRate(), r.SilentBad())
	}
	mend := func(env *simtest.Env) simtest.Chain {
		ask := naive(env)
		return func(ctx context.Context, q simtest.Question) (string, error) {
			text, err := ask(ctx, q)
			return strings.TrimSuffix(strings.TrimPrefix(text, "```json\n"), "\n```"), err
		}
	}
	if r, _ := play(t, fenced, mend); r.SuccessRate() != 1 || r.SilentBad() != 0 || r.WastedCalls() != 0 {
		t.Errorf("answers out of their fence: success %v, silent bad %v, wasted %v", r.SuccessRate(), r.SilentBad(), r.WastedCalls())
	}
	spoil := func(env *simtest.Env) simtest.Chain {
		ask := naive(env)
		return func(ctx context.Context, q simtest.Question) (string, error) {
			text, err := ask(ctx, q)
			return "Here you are: " + text, err
		}
	}
	if r, _ := play(t, simtest.Config{Set: []string{schema, "timeline=[]"}}, spoil); r.SuccessRate() != 0 || r.SilentBad() < 50 {
		t.Errorf("answers that the chain spoilt: success %v, silent bad %v", r.SuccessRate(), r.SilentBad())
	}
}

// TestCut: half an answer, held for a whole one, is no success.
func TestCut(t *testing.T) {
	cut := simtest.Config{Set: []string{"timeline=[{at: 0s, for: 1m, provider: main, kind: cut, share: 1}]"}}
	careless := func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (string, error) {
			return stream(ctx, env.Client, env.Provider("main"), q, true)
		}
	}
	if r, _ := play(t, cut, careless); r.SuccessRate() != 0 {
		t.Errorf("half answers: success %v", r.SuccessRate())
	}
	if r, _ := play(t, cut, streamed); r.SuccessRate() < 0.99 {
		t.Errorf("a chain that notices: success %v", r.SuccessRate())
	}
}

// TestGroundless: an answer that no provider gave is none.
func TestGroundless(t *testing.T) {
	r, said := play(t, simtest.Config{}, func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (string, error) {
			if text, err := post(ctx, env.Client, env.Provider("main"), q); err == nil {
				return text, nil
			}
			return "please call us", nil
		}
	})
	if s := r.SuccessRate(); s > 0.8 || s < 0.5 {
		t.Errorf("success %v, with a third of the time in an outage", s)
	}
	if !strings.Contains(said, "answers with no provider's success behind them") {
		t.Errorf("does not say so:\n%s", said)
	}
}

// TestSecond: of two answers it is the latest that was returned.
func TestSecond(t *testing.T) {
	program, _ := simtest.Config{Seed: 1}.Records(t, "testdata/short.yaml", func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (string, error) {
			if _, err := post(ctx, env.Client, env.Provider("main"), q); err != nil {
				return "", err
			}
			return post(ctx, env.Client, env.Provider("backstop"), q)
		}
	})
	for _, q := range program.Requests {
		if n := len(q.Attempts); n == 2 && q.Done.Provider != 1 || n == 1 && q.Done.Provider != -1 {
			t.Fatalf("question %d with %d attempts is answered by %d", q.Number, n, q.Done.Provider)
		}
	}
}

// TestLate: a chain that takes its time after the deadline is late, and said to
// be; what it brings is no success.
func TestLate(t *testing.T) {
	r, said := play(t, simtest.Config{Set: []string{"workload.deadline=500ms"}}, func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (string, error) {
			return post(context.WithoutCancel(ctx), env.Client, env.Provider("main"), q)
		}
	})
	if r.LatencyP99() < time.Second || r.SuccessRate() > 0.5 {
		t.Errorf("p99 %v, success %v", r.LatencyP99(), r.SuccessRate())
	}
	if !strings.Contains(said, "after their context had ended") {
		t.Errorf("does not say so:\n%s", said)
	}
}

// TestStray: what is sent for a question that has its answer is not answered.
func TestStray(t *testing.T) {
	_, said := play(t, simtest.Config{}, func(env *simtest.Env) simtest.Chain {
		ask := naive(env)
		return func(ctx context.Context, q simtest.Question) (string, error) {
			time.AfterFunc(time.Minute, func() { _, _ = ask(context.WithoutCancel(ctx), q) })
			return ask(ctx, q)
		}
	})
	if !strings.Contains(said, "requests for questions that had returned") {
		t.Errorf("does not say so:\n%s", said)
	}
}

// TestLeft: goroutines that go on by themselves end no run and hang none, and
// are named; a chain that tidies up leaves none.
func TestLeft(t *testing.T) {
	ticking := func(tidy bool) simtest.New {
		return func(env *simtest.Env) simtest.Chain {
			stop := make(chan struct{})
			go func() {
				for t := time.NewTicker(time.Second); ; {
					select {
					case <-t.C:
					case <-stop:
						return
					}
				}
			}()
			if tidy {
				env.Cleanup(func() { close(stop) })
			}
			return naive(env)
		}
	}
	before := goleak.IgnoreCurrent()
	if _, said := play(t, simtest.Config{}, ticking(true)); strings.Contains(said, "leaves") {
		t.Errorf("tidy, and said to be otherwise:\n%s", said)
	}
	goleak.VerifyNone(t, before)
	if _, said := play(t, simtest.Config{}, ticking(false)); !strings.Contains(said, "ours leaves goroutines behind") || !strings.Contains(said, "odd_test.go") {
		t.Errorf("does not say so:\n%s", said)
	}
}

// TestEnded: a chain that asks without end is stopped, not only given up.
func TestEnded(t *testing.T) {
	before := goleak.IgnoreCurrent()
	refused(t, greedy)
	goleak.VerifyNone(t, before)
}

// TestLabelled: a request may say in a header whose it is, where its context
// cannot.
func TestLabelled(t *testing.T) {
	r, _ := play(t, simtest.Config{Set: []string{"timeline=[]"}}, func(env *simtest.Env) simtest.Chain {
		return func(ctx context.Context, q simtest.Question) (string, error) {
			c := &http.Client{Transport: labelling{env.Client.Transport, q}}
			return post(context.Background(), c, env.Provider("main"), q)
		}
	})
	if r.SuccessRate() != 1 {
		t.Errorf("success %v", r.SuccessRate())
	}
}

type labelling struct {
	http.RoundTripper
	q simtest.Question
}

func (l labelling) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	fakehttp.Label(r.Header, &faults.Ask{Request: l.q.Number, TokensIn: int32(l.q.TokensIn), TokensOut: int32(l.q.MaxTokens)})
	return l.RoundTripper.RoundTrip(r)
}

// TestSaid: broken rules fail the test at their line, and the table goes where it
// was asked to.
func TestSaid(t *testing.T) {
	short, err := os.ReadFile("testdata/short.yaml")
	if err != nil {
		t.Fatal(err)
	}
	scenario := filepath.Join(t.TempDir(), "ruled.yaml")
	rules := "expect:\n  - ours.success_rate < 10%\n  - naive.latency_p99 < 1h\n  - late.trips == 0\n"
	if err := os.WriteFile(scenario, append(short, rules...), 0o600); err != nil {
		t.Fatal(err)
	}
	line := bytes.Count(short, []byte("\n")) + 2
	var out bytes.Buffer
	chains := map[string]simtest.New{"ours": naive, "late": func(*simtest.Env) simtest.Chain { return nil }}
	r, said, err := simtest.Config{Seeds: 2, Out: &out}.Try(t, scenario, chains)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("ERROR %s:%d: rule broken: ours.success_rate < 10%%: it is 100 %%\n", scenario, line),
		"ERROR simtest: late is not judged: in a rehearsal where all is well, the constructor returned no chain\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("said\n%s\nand not %s", said, want)
		}
	}
	if strings.Count(said, "ERROR") != 2 || strings.Contains(said, "SHIP") || !strings.Contains(out.String(), "again   go test -run '^TestSaid$'") {
		t.Errorf("said\n%s\nand wrote\n%s", said, out.String())
	}
	if r["nobody"].Err() == nil || r["nobody"].LatencyP50() < time.Hour || r["naive"].Err() != nil {
		t.Errorf("a name that did not play is judged")
	}
}

// TestRefused: what is wrong with a call is said before anything is played.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ scenario, name, says string }{
		{"testdata/nowhere.yaml", "ours", "nowhere.yaml"},
		{"outage-5O3", "ours", "outage-503"},
		{"testdata/short.yaml", "ideal", "the bound"},
		{"testdata/short.yaml", "Ours", "small letters"},
	} {
		_, _, err := simtest.Config{Seeds: 1}.Try(t, row.scenario, map[string]simtest.New{row.name: naive})
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s of %s: %v, want %s", row.name, row.scenario, err, row.says)
		}
	}
}

// TestLuck: the same seed gives the same numbers.
func TestLuck(t *testing.T) {
	var drawn []uint64
	play(t, simtest.Config{Parallel: 1}, func(env *simtest.Env) simtest.Chain {
		drawn = append(drawn, env.Seed, env.Rand.Uint64())
		env.Logf("%d providers", len(env.Providers))
		return naive(env)
	})
	// Three rehearsals under one seed, then two seeds, of which the first is theirs.
	if len(drawn) != 10 || drawn[1] != drawn[3] || drawn[1] != drawn[7] || drawn[7] == drawn[9] {
		t.Errorf("drew %v", drawn)
	}
}
