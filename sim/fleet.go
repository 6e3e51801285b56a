package sim

import (
	"fmt"
	"math/bits"

	"wavetank/chain"
)

// Fleet is the processes that the traffic is spread over: each runs the chain by
// itself, with breakers, budgets and counters of its own.
type Fleet struct {
	Replicas int `yaml:"replicas" required:"true" doc:"processes; each request goes to one of them by chance"`
	SyncLag  Lag `yaml:"sync_lag" doc:"when one of them opens a breaker, the others do so this much later: 0s at once; default never"`
}

// maxReplicas bounds a fleet: each replica has breakers of its own.
const maxReplicas = 1024

// Check judges the fleet.
func (f *Fleet) Check() error {
	if f.Replicas < 1 || f.Replicas > maxReplicas {
		return fmt.Errorf("replicas: must be 1 to %d, not %d", maxReplicas, f.Replicas)
	}
	return nil
}

// fleet is a Runner's processes.
type fleet struct {
	chains  []*chain.Chain
	luck    chain.Luck
	lag     Lag
	pending [][]hearsay // of each process, in order of time
}

// hearsay is another process's word that a provider is held back.
type hearsay struct {
	at, until chain.Instant
	opening   chain.Move
}

// Replica returns which process of a run handles a request.
func (s *Setup) Replica(seed uint64, request int64) int16 {
	if s.Replicas() == 1 {
		return 0
	}
	return replicaOf(replicaLuck(seed), request, s.Fleet.Replicas)
}

// replicaOf draws which of n processes handles a request.
func replicaOf(luck chain.Luck, request int64, n int) int16 {
	hi, _ := bits.Mul64(luck.Draw(uint64(request)), uint64(n))
	return int16(hi)
}

func replicaLuck(seed uint64) chain.Luck {
	return chain.NewLuck(seed).Of(workloadEntity).For(purposeReplica)
}

// Replicas returns how many processes there are, at least 1.
func (s *Setup) Replicas() int { return max(1, s.Fleet.Replicas) }

// makeFleet makes the processes of a run. The first one's luck is that of a run
// without a fleet.
func (r *Runner) makeFleet(strategy chain.Strategy, seed uint64) error {
	n := r.setup.Replicas()
	r.fleet = fleet{luck: replicaLuck(seed), lag: r.setup.Fleet.SyncLag}
	for k := range n {
		luck := chain.NewLuck(seed)
		if k > 0 {
			luck = luck.Of(workloadEntity + uint64(k))
		}
		c, err := chain.New(strategy, r.setup.World.Names(), luck, oracle{r.world, r.patience})
		if err != nil {
			return err
		}
		r.fleet.chains = append(r.fleet.chains, c)
	}
	r.chain = r.fleet.chains[0]
	if n > 1 {
		r.fleet.pending = make([][]hearsay, n)
	}
	return nil
}

// enter makes the process that handles a request the one that acts, and lets it
// hear what it has not heard yet. Runs without a fleet do not come here.
func (r *Runner) enter(request int64) {
	f := &r.fleet
	k := replicaOf(f.luck, request, len(f.chains))
	r.replica, r.chain = k, f.chains[k]
	heard := f.pending[k]
	n := 0
	for ; n < len(heard) && heard[n].at <= r.now; n++ {
		of := &heard[n].opening
		for _, m := range r.chain.Adopt(r.now, of.Provider, heard[n].until) {
			m.Replica = r.replica
			if m.To == chain.Open {
				m.Copied, m.First, m.Since = true, of.Replica, of.At
			}
			r.sink.Moved(&m)
		}
	}
	f.pending[k] = append(heard[:0], heard[n:]...)
}

// spread tells the other processes of an opening.
func (r *Runner) spread(m *chain.Move) {
	f := &r.fleet
	if !f.lag.comes || m.To != chain.Open {
		return
	}
	for k := range f.pending {
		if int16(k) != m.Replica {
			f.pending[k] = append(f.pending[k], hearsay{m.At.Add(f.lag.after), m.At.Add(m.Open), *m})
		}
	}
}
