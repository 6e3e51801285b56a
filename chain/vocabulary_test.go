package chain_test

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain"
)

func TestInstants(t *testing.T) {
	for _, c := range []struct {
		t    chain.Instant
		d    time.Duration
		want chain.Instant
	}{
		{0, time.Second, 1e9}, {1e9, -time.Second, 0}, {-5, 5, 0}, {chain.Never, 0, chain.Never},
		{chain.Never - 1, 1, chain.Never}, {chain.Never - 1, 2, chain.Never}, {chain.Never, math.MaxInt64, chain.Never},
		{-1, math.MaxInt64, math.MaxInt64 - 1},
	} {
		if got := c.t.Add(c.d); got != c.want {
			t.Errorf("%d.Add(%d) = %d, want %d", c.t, c.d, got, c.want)
		}
	}
}

// TestDrawsAreForever holds draws to their values: equal seeds give equal bytes,
// in every release that calls itself the same model. The first one is also the
// first number of the published SplitMix64 with seed 1.
func TestDrawsAreForever(t *testing.T) {
	l := chain.NewLuck(1)
	got := []uint64{uint64(l), l.Draw(0), l.Draw(1), uint64(l.Of(0)), l.Of(0).Draw(0), uint64(l.For(1)), l.Of(3).For(chain.PurposeOpen).Draw(chain.Key(7, 2))}
	want := []uint64{10451216379200822465, 5100067414036997183, 13098734710711760377, 6791897765849424158, 11023770885093122044, 16321219242549553506, 1107323104495713669}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("draws (-want +got):\n%s", diff)
	}
}

// TestStreamsAreApart draws from neighbouring streams and finds them neither
// equal nor shifted against one another.
func TestStreamsAreApart(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(8) {
		for entity := range uint64(8) {
			for purpose := range uint64(8) {
				for n := range uint64(8) {
					u := chain.NewLuck(seed).Of(entity).For(purpose).Draw(n)
					if before, dup := seen[u]; dup {
						t.Fatalf("draw %d of seed %d, entity %d, purpose %d was drawn before: %s", n, seed, entity, purpose, before)
					}
					seen[u] = "another key"
				}
			}
		}
	}
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		u    uint64
		want time.Duration
	}{
		{10, 0, 0}, {10, 1 << 63, 5}, {10, math.MaxUint64, 9}, {0, 1 << 63, 0}, {-10, 1 << 63, 0},
		{math.MaxInt64, math.MaxUint64, math.MaxInt64 - 1}, {math.MaxInt64, 1 << 63, math.MaxInt64 / 2},
	} {
		if got := chain.Scale(c.d, c.u); got != c.want {
			t.Errorf("Scale(%d, %#x) = %d, want %d", c.d, c.u, got, c.want)
		}
	}
}

func TestClasses(t *testing.T) {
	for status, want := range map[int]chain.Class{
		200: chain.OK, 299: chain.OK, 400: chain.BadRequest, 401: chain.Auth, 402: chain.Quota, 403: chain.Auth, 404: chain.ModelMissing,
		408: chain.Timeout, 413: chain.ContextLength, 422: chain.BadRequest, 429: chain.RateLimit, 500: chain.Server, 503: chain.Server, 529: chain.Overload, 599: chain.Server,
	} {
		if got := chain.ClassOfStatus(status); got != want {
			t.Errorf("ClassOfStatus(%d) = %s, want %s", status, got, want)
		}
	}
	for c, name := range chain.ClassNames() {
		if got, ok := chain.ParseClass(name); !ok || got != chain.Class(c) || got.String() != name {
			t.Errorf("class %d is %q and read back as %s, %v", c, name, got, ok)
		}
	}
	if c, ok := chain.ParseClass("bad"); ok {
		t.Errorf("bad is class %s", c)
	}
}

func TestRegistry(t *testing.T) {
	var r chain.Registry[int]
	for i, kind := range []string{"b", "c", "a"} {
		r.Register(kind, "", func() int { return i })
	}
	var kinds []string
	for _, e := range r.Entries() {
		kinds = append(kinds, e.Kind)
	}
	if !slices.Equal(kinds, []string{"a", "b", "c"}) {
		t.Errorf("entries are listed as %v, want them sorted", kinds)
	}
	if e, err := r.Lookup("c"); err != nil || e.New() != 1 {
		t.Errorf("Lookup(c) = %v, %v", e, err)
	}
	if _, err := r.Lookup("d"); err == nil {
		t.Error("an unknown kind is found")
	}
	defer func() {
		if recover() == nil {
			t.Error("a duplicate is taken")
		}
	}()
	r.Register("a", "", nil)
}

// purse is a budget that notes what it is asked and told.
type purse struct{ log []string }

func (p *purse) MakeBudget() chain.Budget { return p }
func (p *purse) Began(chain.Instant)      { p.log = append(p.log, "began") }
func (p *purse) Spend(_ chain.Instant, why chain.Reason) bool {
	p.log = append(p.log, "spend "+why.String())
	return true
}
func (p *purse) Sent(_ chain.Instant, why chain.Reason) { p.log = append(p.log, "sent "+why.String()) }
func (p *purse) Ended(_ chain.Instant, _ chain.Reason, v chain.Verdict) {
	p.log = append(p.log, "ended "+v.Class.String())
}

// TestBudgetHears asks nothing for a first attempt, and tells of every attempt
// that is sent and that ends, also of one that nobody waits for: budgets that
// count what is in flight must see it go.
func TestBudgetHears(t *testing.T) {
	p := &purse{}
	c, err := chain.New(chain.Strategy{Budget: p}, []string{"a", "b"}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := c.Begin(0, &chain.Request{})
	call.Step(1, &chain.Event{Kind: chain.Answer, Attempt: 0, Outcome: chain.Outcome{Class: chain.Server}})
	call.Step(2, &chain.Event{Kind: chain.GiveUp})
	if diff := cmp.Diff([]string{"began", "sent first", "ended server", "spend failover", "sent failover", "ended caller_cancel"}, p.log); diff != "" {
		t.Errorf("the budget hears (-want +got):\n%s", diff)
	}
}

func TestNobodyToAsk(t *testing.T) {
	if _, err := chain.New(chain.Strategy{}, nil, 0, nil); !errors.Is(err, chain.ErrNoProviders) {
		t.Errorf("New with no providers: %v, want ErrNoProviders", err)
	}
}

// TestErrorsTellNoBodies makes the error of a call whose providers sent secrets.
func TestErrorsTellNoBodies(t *testing.T) {
	c, err := chain.New(chain.Strategy{Exhausted: chain.ReportAggregate}, []string{"a"}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := c.Begin(0, &chain.Request{})
	call.Step(1, &chain.Event{Kind: chain.Answer, Outcome: chain.Outcome{Class: chain.Auth, Status: 401}, Body: []byte("bad key sk-123")})
	var failed *chain.AllFailedError
	if !errors.As(call.Err(), &failed) {
		t.Fatalf("Err() = %v, want an AllFailedError", call.Err())
	}
	want := &chain.AllFailedError{Reason: chain.Exhausted, Class: chain.Auth, Attempts: 1, Failures: []chain.Failure{{Provider: "a", Class: chain.Auth, Status: 401}}}
	if diff := cmp.Diff(want, failed); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

// TestStepsAllocateNothing plays failovers with a breaker, once warm.
func TestStepsAllocateNothing(t *testing.T) {
	d, err := strategyOf("attempt total=30s\nclassify preset=by-cause\nretry constant max=1\nhedge delay after=1s\navailability skip_open\nbudget token_ratio ratio=1 burst=9\nvalidate schema\n" +
		"breaker trip consecutive failures=3 open constant base=1s half_open single")
	must(err)
	recipe, err := d.Strategy("it")
	must(err)
	c, err := chain.New(recipe, []string{"a", "b", "c"}, 0, nil)
	must(err)
	now, n := chain.Instant(0), int64(0)
	bad, good := chain.Outcome{Class: chain.Server, Status: 500}, chain.Outcome{Fit: chain.FitYes}
	if allocs := testing.AllocsPerRun(2000, func() {
		call, eff := c.Begin(now, &chain.Request{Number: n})
		for i := int32(0); !eff.Over; i++ {
			now += 300_000_000
			o := bad
			if i == 2 {
				o = good
			}
			eff = call.Step(now, &chain.Event{Kind: chain.Answer, Attempt: i, Outcome: o})
		}
		c.Free(call)
		n++
	}); allocs != 0 {
		t.Errorf("%v allocations a call, want 0", allocs)
	}
}
