package policy

import (
	"fmt"
	"reflect"
	"testing"

	"wavetank/chain"
)

// pricer is an oracle that foresees nothing and knows prices.
type pricer []int64

func (p pricer) Prices() []int64 { return p }
func (pricer) Foresee(chain.Instant, *chain.Request) (f chain.Foresight, ok bool) {
	return f, false
}

// queueOf asks an order for the queue of one request among so many providers.
func queueOf(t *testing.T, o Order, providers int, request int64, prices pricer) []int16 {
	t.Helper()
	if err := o.Check(); err != nil {
		t.Fatalf("%T%+v: %v", o, o, err)
	}
	part := o.Build()
	if m, ok := part.(chain.OrderMaker); ok {
		var err error
		if part, err = m.MakeOrder(chain.OrderEnv{Providers: []string{"a", "b", "c", "d", "e"}[:providers], Luck: chain.NewLuck(3), Oracle: prices}); err != nil {
			t.Fatal(err)
		}
	}
	return part.Queue(0, &chain.Request{Number: request}, nil)
}

// TestOrdersWithoutNames asks every order that may do without names among chains
// of several lengths: presets must run in any scenario.
func TestOrdersWithoutNames(t *testing.T) {
	for _, c := range []struct {
		order     Order
		providers int
		want      string
	}{
		{&Listed{First: 1}, 3, "[0]"},
		{&Listed{First: 2}, 1, "[0]"},
		{&Listed{First: 2}, 3, "[0 1]"},
		{&Listed{Providers: []string{"c", "a"}, First: 1}, 3, "[2]"},
		{&Tiers{}, 3, "[0 1 2]"},
		{&Tiers{Each: 1}, 1, "[0]"},
		{&Pools{}, 3, "[0 1 2]"},
		{&Pools{Size: 2}, 5, "[0 1 2 3 4]"},
		{&RoundRobin{}, 2, "[0 1]"},
	} {
		if got := fmt.Sprint(queueOf(t, c.order, c.providers, 7, nil)); got != c.want {
			t.Errorf("%T%+v among %d providers asks %s, want %s", c.order, c.order, c.providers, got, c.want)
		}
	}
}

// TestGroupsBySize asks groups of two three times each: attempts stay in a group
// while they may be retried, and leave it otherwise.
func TestGroupsBySize(t *testing.T) {
	o := &Groups{Size: 2, Attempts: 3}
	queue := queueOf(t, o, 5, 7, nil)
	if len(queue) != 2*3+2*3+3 {
		t.Fatalf("the queue is %v", queue)
	}
	for k, p := range queue {
		if group := min(k/6, 2); int(p)/2 != group {
			t.Errorf("the queue is %v: place %d is not of group %d", queue, k, group)
		}
	}
	made, err := o.Build().(chain.OrderMaker).MakeOrder(chain.OrderEnv{Providers: []string{"a", "b", "c", "d", "e"}})
	if err != nil {
		t.Fatal(err)
	}
	if left := made.(chain.Rerouter).Reroute(queue[1:], queue[0], chain.Verdict{Retry: true}); len(left) != len(queue)-2 {
		t.Errorf("a failure that may be retried leaves %v of %v", left, queue)
	}
	if left := made.(chain.Rerouter).Reroute(queue[1:], queue[0], chain.Verdict{}); len(left) != len(queue)-6 {
		t.Errorf("a failure that may not leaves %v of %v", left, queue)
	}
}

// TestPoolsBySize leaves a pool of two keys on a failure that no key mends.
func TestPoolsBySize(t *testing.T) {
	made, err := (&Pools{Size: 2}).Build().(chain.OrderMaker).MakeOrder(chain.OrderEnv{Providers: []string{"a", "b", "c", "d", "e"}})
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range map[chain.Class]string{chain.Server: "[2 3 4]", chain.RateLimit: "[1 2 3 4]"} {
		if got := fmt.Sprint(made.(chain.Rerouter).Reroute([]int16{1, 2, 3, 4}, 0, chain.Verdict{Class: class})); got != want {
			t.Errorf("after %s on the first key the queue is %s, want %s", class, got, want)
		}
	}
}

// TestChanceWithoutNames counts who is asked first of many requests: all alike
// without weights or prices, by the inverse square where prices are known.
func TestChanceWithoutNames(t *testing.T) {
	const n = 3000
	for _, c := range []struct {
		order  Order
		prices pricer
		want   [3]int
	}{
		{&Weighted{}, nil, [3]int{n / 3, n / 3, n / 3}},
		{&Uniform{}, nil, [3]int{n / 3, n / 3, n / 3}},
		{&ByPrice{}, nil, [3]int{n / 3, n / 3, n / 3}},
		{&ByPrice{}, pricer{1000, 2000, 2000}, [3]int{n * 4 / 6, n / 6, n / 6}},
	} {
		var got [3]int
		for r := range int64(n) {
			queue := queueOf(t, c.order, 3, r, c.prices)
			if len(queue) != 3 {
				t.Fatalf("%T asks %v", c.order, queue)
			}
			got[queue[0]]++
		}
		for p, want := range c.want {
			if got[p] < want*9/10 || got[p] > want*11/10 {
				t.Errorf("%T with prices %v asks %v first, want about %v", c.order, c.prices, got, c.want)
				break
			}
		}
	}
}

// TestChoiceIsFinal asks orders without failover: another may stand in for whom a
// breaker holds back, but nobody follows after a failure.
func TestChoiceIsFinal(t *testing.T) {
	for _, o := range []Order{&Weighted{Inner: Alone}, &ByPrice{Inner: Alone}, &Uniform{Inner: Alone}, &RoundRobin{Inner: Alone}, &LeastLatency{Decay: sec, Inner: Alone}} {
		made, err := o.Build().(chain.OrderMaker).MakeOrder(chain.OrderEnv{Providers: []string{"a", "b", "c"}, Luck: chain.NewLuck(1)})
		if err != nil {
			t.Fatal(err)
		}
		queue := made.Queue(0, &chain.Request{}, nil)
		if len(queue) != 3 {
			t.Errorf("%T: %v can stand in, want all three", o, queue)
		}
		if left := made.(chain.Rerouter).Reroute(queue[1:], queue[0], chain.Verdict{Class: chain.Server, Failover: true}); len(left) != 0 {
			t.Errorf("%T: %v follow after a failure, want nobody", o, left)
		}
		if _, learns := made.(chain.Follower); learns != (reflect.TypeOf(o) == reflect.TypeFor[*LeastLatency]()) {
			t.Errorf("%T learns: %t", o, learns)
		}
	}
}
