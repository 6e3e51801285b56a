package policy

import (
	"errors"
	"fmt"

	"wavetank/chain"
)

func init() {
	Orders.Register("groups", "groups one after the other, each asked several times: every attempt chooses a member anew", func() Order { return &Groups{} })
}

// Groups asks model groups in order, as LiteLLM's router does: each attempt on a
// group chooses anew among the members that are not held back, and a failure
// that may not be retried leaves the group. There is no wait between attempts;
// where there is to be one, the retry part asks the group again (reselect: group).
type Groups struct {
	Groups   []Group `yaml:"groups" doc:"the groups, the best first; empty: the written order in runs of size, all members alike"`
	Size     int     `yaml:"size,omitempty" doc:"without groups: members of each; 0 is 1"`
	Attempts int     `yaml:"attempts,omitempty" doc:"without groups: attempts on each; 0 is 1"`
}

// Group is one of them.
type Group struct {
	Members  []Weight `yaml:"members" required:"true" doc:"providers and how often each is chosen, compared with the others"`
	Attempts int      `yaml:"attempts,omitempty" doc:"attempts on the group before the next one is asked; default 1"`
	AtOnce   bool     `yaml:"at_once,omitempty" doc:"with retry.reselect group: what is retried here is sent without a wait"`
	Pick     Pick     `yaml:"pick,omitempty" doc:"how an attempt chooses: weight (by chance) or listed (the first that is not held back)"`
}

// Pick is how an attempt chooses among the members of a group.
type Pick = Word[pickWords]

// The ways.
const (
	PickByWeight Pick = iota
	PickListed
)

type pickWords struct{}

func (pickWords) list() []string { return []string{"weight", "listed"} }

// maxQueue bounds what one call's queue holds, so that nobody pays for a slip of
// the pen with every request.
const maxQueue = 4096

func (o *Groups) Check() error {
	switch {
	case len(o.Groups) == 0:
		return errors.Join(within("size", o.Size, 0, 1<<10), within("attempts", o.Attempts, 0, chain.MaxAttempts))
	case o.Size != 0 || o.Attempts != 0:
		return errors.New("size, attempts: mean nothing beside groups, which have their own")
	}
	var err error
	var names []string
	size := 0
	for i, g := range o.Groups {
		if e := (&Weighted{Weights: g.Members}).Check(); e != nil || len(g.Members) == 0 {
			err = errors.Join(err, fmt.Errorf("groups[%d]: members need weights that sum to more than nothing", i))
		}
		if e := within("attempts", g.Attempts, 0, chain.MaxAttempts); e != nil {
			err = errors.Join(err, fmt.Errorf("groups[%d].%w", i, e))
		}
		for _, m := range g.Members {
			names = append(names, m.Provider)
		}
		size += len(g.Members) * max(1, g.Attempts)
	}
	if size > maxQueue {
		err = errors.Join(err, fmt.Errorf("groups: attempts times members are %d in all, at most %d", size, maxQueue))
	}
	return errors.Join(err, twice("groups", names))
}

func (o *Groups) Build() chain.Order { c := *o; return &groups{rule: &c} }

// groups implements chain.OrderMaker and chain.Rerouter. A queue holds one
// permutation of a group's members for each attempt on it: the machine takes the
// first of them that no breaker holds back, and Reroute strikes out the rest.
type groups struct {
	rule    *Groups
	members [][]int16
	weights [][]uint64
	of      map[int16]int // group of a provider
	luck    chain.Luck
	left    []uint64 // scratch
	next    []int16  // scratch
}

func (o *groups) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	if len(o.rule.Groups) == 0 {
		o = &groups{rule: o.rule.nameless(e.Providers)}
	}
	made := &groups{rule: o.rule, of: map[int16]int{}, luck: e.Luck}
	for k, g := range o.rule.Groups {
		var places []int16
		var weights []uint64
		for _, m := range g.Members {
			i, err := indexOf(e.Providers, m.Provider)
			if err != nil {
				return nil, err
			}
			if m.Weight > 0 {
				places, weights = append(places, i), append(weights, uint64(m.Weight))
			}
			made.of[i] = k
		}
		made.members, made.weights = append(made.members, places), append(made.weights, weights)
	}
	return made, nil
}

// nameless cuts the written order into groups.
func (o *Groups) nameless(providers []string) *Groups {
	out := &Groups{}
	for _, run := range runs(everyone(providers), max(1, o.Size)) {
		g := Group{Attempts: o.Attempts}
		for _, p := range run {
			g.Members = append(g.Members, Weight{providers[p], 1})
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

func (o *groups) Queue(_ chain.Instant, r *chain.Request, buf []int16) []int16 {
	draws := 0
	for k := range o.members {
		for range max(1, o.rule.Groups[k].Attempts) {
			buf, draws = o.choose(k, r, draws, buf)
		}
	}
	return buf
}

// choose appends a permutation of a group's members.
func (o *groups) choose(k int, r *chain.Request, draws int, buf []int16) ([]int16, int) {
	places := o.members[k]
	if o.rule.Groups[k].Pick == PickListed {
		return append(buf, places...), draws
	}
	o.left = append(o.left[:0], o.weights[k]...)
	for range places {
		i := pick(o.left, o.luck.Draw(r.Draws(draws)))
		o.left[i] = 0
		draws++
		buf = append(buf, places[i])
	}
	return buf, draws
}

// Group implements chain.Grouper.
func (o *groups) Group(provider int16) (members []int16, atOnce bool) {
	k, member := o.of[provider]
	if !member {
		return nil, false
	}
	return o.members[k], o.rule.Groups[k].AtOnce
}

// Again implements chain.Grouper.
func (o *groups) Again(r *chain.Request, provider int16, queue []int16) []int16 {
	k := o.of[provider]
	o.next, _ = o.choose(k, r, 0, o.next[:0])
	o.next = append(o.next, queue[o.ahead(k, queue):]...)
	return append(queue[:0], o.next...)
}

// ahead counts how many of a queue's first are of a group.
func (o *groups) ahead(k int, queue []int16) (n int) {
	for n < len(queue) {
		if other, member := o.of[queue[n]]; !member || other != k {
			break
		}
		n++
	}
	return n
}

// Reroute implements chain.Rerouter. What is left of the permutation that the
// attempt came from goes; all of the group goes where the failure may not be
// retried.
func (o *groups) Reroute(queue []int16, failed int16, v chain.Verdict) []int16 {
	k, member := o.of[failed]
	if !member {
		return queue // on a detour
	}
	same := o.ahead(k, queue)
	if v.Retry {
		same %= len(o.members[k])
	}
	return queue[same:]
}
