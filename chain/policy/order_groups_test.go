package policy

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wavetank/chain"
)

// made builds an order for three providers.
func made(t *testing.T, o Order) chain.Order {
	t.Helper()
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	order, err := o.Build().(chain.OrderMaker).MakeOrder(chain.OrderEnv{Providers: []string{"a", "b", "c"}, Luck: chain.NewLuck(1)})
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// TestGroupsReroute strikes out of a queue what an attempt's choice has decided.
func TestGroupsReroute(t *testing.T) {
	order := made(t, &Groups{Groups: []Group{
		{Members: []Weight{{"a", 1}, {"b", 1}}, Attempts: 3, Pick: PickListed}, {Members: []Weight{{"c", 1}}, Attempts: 2}}})
	if d := cmp.Diff([]int16{0, 1, 0, 1, 0, 1, 2, 2}, order.Queue(0, &chain.Request{}, nil)); d != "" {
		t.Errorf("queue (-want +got):\n%s", d)
	}
	may, never := chain.Verdict{Retry: true, Failover: true}, chain.Verdict{Failover: true}
	for _, row := range []struct {
		what   string
		queue  []int16
		failed int16
		v      chain.Verdict
		want   []int16
	}{
		{"the first of its choice failed", []int16{1, 0, 1, 0, 1, 2, 2}, 0, may, []int16{0, 1, 0, 1, 2, 2}},
		{"the first was held back, the second failed", []int16{0, 1, 0, 1, 2, 2}, 1, may, []int16{0, 1, 0, 1, 2, 2}},
		{"the group's last attempt", []int16{1, 2, 2}, 0, may, []int16{2, 2}},
		{"no retry leaves the group", []int16{1, 0, 1, 0, 1, 2, 2}, 0, never, []int16{2, 2}},
		{"a group of one", []int16{2}, 2, may, []int16{2}},
		{"nobody is left", nil, 2, may, nil},
		{"a detour is nobody's group", []int16{0, 1}, 7, never, []int16{0, 1}},
	} {
		if d := cmp.Diff(row.want, order.(chain.Rerouter).Reroute(row.queue, row.failed, row.v)); d != "" {
			t.Errorf("%s: Reroute(%v) (-want +got):\n%s", row.what, row.queue, d)
		}
	}
}

// TestGroupsByWeight demands that each attempt of a group chooses anew, as often
// as the weights say, and never somebody of weight nothing.
func TestGroupsByWeight(t *testing.T) {
	order := made(t, &Groups{Groups: []Group{{Members: []Weight{{"a", 3}, {"b", 1}, {"c", 0}}, Attempts: 2}}})
	const n = 20000
	var first, second, both float64
	for i := range int64(n) {
		q := order.Queue(0, &chain.Request{Number: i}, nil)
		if len(q) != 4 || q[0]+q[1] != 1 || q[2]+q[3] != 1 {
			t.Fatalf("queue %v, want twice both a and b", q)
		}
		if q[0] == 0 {
			first++
		}
		if q[2] == 0 {
			second++
		}
		if q[0] == 0 && q[2] == 0 {
			both++
		}
	}
	for what, row := range map[string][2]float64{"first": {first, .75}, "second": {second, .75}, "both": {both, .75 * .75}} {
		if got := row[0] / n; math.Abs(got-row[1]) > 4*math.Sqrt(.25/n) {
			t.Errorf("%s choice of a: share %.3f, want %.3f", what, got, row[1])
		}
	}
}

// TestPaths demands that a whole list is chosen.
func TestPaths(t *testing.T) {
	order := made(t, &Paths{Paths: []Path{{3, []string{"a", "b"}}, {1, []string{"c", "b"}}}})
	const n = 20000
	long := 0.0
	for i := range int64(n) {
		switch q := order.Queue(0, &chain.Request{Number: i}, nil); {
		case cmp.Equal(q, []int16{0, 1}):
			long++
		case !cmp.Equal(q, []int16{2, 1}):
			t.Fatalf("queue %v is no path", q)
		}
	}
	if got := long / n; math.Abs(got-.75) > 4*math.Sqrt(.25/n) {
		t.Errorf("share of the first path %.3f, want 0.75", got)
	}
}

func TestGroupsCheck(t *testing.T) {
	for what, o := range map[string]Order{
		"size twice":     &Groups{Groups: []Group{{Members: []Weight{{"a", 1}}}}, Size: 2},
		"no member":      &Groups{Groups: []Group{{}}},
		"no weight":      &Groups{Groups: []Group{{Members: []Weight{{"a", 0}}}}},
		"twice":          &Groups{Groups: []Group{{Members: []Weight{{"a", 1}}}, {Members: []Weight{{"a", 1}}}}},
		"too many":       &Groups{Groups: []Group{{Members: []Weight{{"a", 1}}, Attempts: 300}}},
		"no path":        &Paths{},
		"an empty path":  &Paths{Paths: []Path{{1, nil}}},
		"a long path":    &Paths{Paths: []Path{{1, make([]string, 300)}}},
		"paths of none":  &Paths{Paths: []Path{{0, []string{"a"}}}},
		"a minus weight": &Paths{Paths: []Path{{-1, []string{"a"}}, {2, []string{"a"}}}},
	} {
		if o.Check() == nil {
			t.Errorf("%s goes unnoticed", what)
		}
	}
}
