package selftest

import (
	"context"
	"slices"
	"strconv"
	"time"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios"
)

// mostTries bounds how many smaller scenarios are played: a few seconds.
const mostTries = 600

// reducer makes a scenario smaller that breaks a law, as long as it breaks that law.
type reducer struct {
	ctx    context.Context
	broken *Broken // by the smallest so far
	tries  int
}

// reduce returns the smallest scenario that it finds, and what that breaks. The
// scenario's seed is that of the run.
func reduce(ctx context.Context, root *yamldoc.Node, broken *Broken) ([]byte, *Broken) {
	r := &reducer{ctx: ctx, broken: broken}
	if alone := seeded(root, broken.Seed); r.holds(alone) {
		root = alone
	}
	if all := root.Get("strategies"); all != nil && broken.Strategy != "" {
		only := mapping(broken.Strategy, all.Get(broken.Strategy))
		if n := set(root, "strategies", only); len(only.Entries) > 0 && r.holds(n) {
			root = n
		}
	}
	for before := 0; r.tries != before && r.tries < mostTries; {
		before = r.tries
		size := len(yamldoc.Format(root))
		root = r.shorter(root)
		root = r.smaller(root, func(n *yamldoc.Node) *yamldoc.Node { return n })
		if len(yamldoc.Format(root)) == size {
			break
		}
	}
	return yamldoc.Format(root), r.broken
}

// seeded is the scenario under another seed.
func seeded(root *yamldoc.Node, seed uint64) *yamldoc.Node {
	return set(root, "seed", word(strconv.FormatUint(seed, 10)))
}

// set gives a key another value, where it stands.
func set(n *yamldoc.Node, key string, value *yamldoc.Node) *yamldoc.Node {
	out := *n
	out.Entries = slices.Clone(n.Entries)
	for i := range out.Entries {
		if out.Entries[i].Key == key {
			out.Entries[i].Value = value
			return &out
		}
	}
	return put(&out, key, value)
}

// holds tells whether a scenario breaks the same law.
func (r *reducer) holds(root *yamldoc.Node) bool {
	if r.tries++; r.tries > mostTries || r.ctx.Err() != nil {
		return false
	}
	sc, err := read(yamldoc.Format(root))
	if err != nil {
		return false
	}
	var reread reader
	if r.broken.Law == LawWritten || r.broken.Law == LawBytes {
		reread = read
	}
	_, broken, err := play(r.ctx, sc, sc.Seeds(1), reread)
	if err != nil || broken == nil || broken.Law != r.broken.Law {
		return false
	}
	r.broken = broken
	return true
}

// shorter halves the time in which requests come.
func (r *reducer) shorter(root *yamldoc.Node) *yamldoc.Node {
	for {
		d, err := time.ParseDuration(root.Get("duration").Text)
		if d = (d / 2).Truncate(time.Second); err != nil || d < time.Second {
			return root
		}
		n := set(root, "duration", word(scenarios.Written(d)))
		if !r.holds(n) {
			return root
		}
		root = n
	}
}

// smaller leaves out whatever can be, from the outside in; whole puts a smaller node
// into the scenario.
func (r *reducer) smaller(n *yamldoc.Node, whole func(*yamldoc.Node) *yamldoc.Node) *yamldoc.Node {
	if n == nil {
		return n
	}
	for i := len(n.Entries) - 1; i >= 0; i-- {
		less := *n
		if less.Entries = slices.Delete(slices.Clone(n.Entries), i, i+1); r.holds(whole(&less)) {
			n = &less
			continue
		}
		value := r.smaller(n.Entries[i].Value, func(v *yamldoc.Node) *yamldoc.Node { return whole(set(n, n.Entries[i].Key, v)) })
		n = set(n, n.Entries[i].Key, value)
	}
	for i := len(n.Items) - 1; i >= 0; i-- {
		less := *n
		if less.Items = slices.Delete(slices.Clone(n.Items), i, i+1); r.holds(whole(&less)) {
			n = &less
			continue
		}
		at := *n
		at.Items = slices.Clone(n.Items)
		at.Items[i] = r.smaller(n.Items[i], func(v *yamldoc.Node) *yamldoc.Node {
			in := at
			in.Items = slices.Clone(at.Items)
			in.Items[i] = v
			return whole(&in)
		})
		n = &at
	}
	return n
}
