package scenarios

import (
	"fmt"
	"math"
	"time"

	"wavetank/chain/strategy"
	"wavetank/sim"
)

// strategy reckons what a strategy makes of the requests.
func (r *reckoning) strategy(s *strategy.Loaded) {
	f := r.sc.Document
	n := float64(len(f.Providers))
	path := r.pathOf(s)
	w := s.Doc.Work(len(f.Providers))
	each := 1 + float64(r.failing*float64(w.Attempts-1))
	attempts := float64(r.volume.Requests * each)
	r.cost.Attempts += attempts
	requests := count(r.volume.Requests, "requests")
	r.add(charge{playing, float64(r.volume.Requests * requestTime), "workload.arrivals", requests, lessTraffic})
	r.add(charge{playing, (attempts - r.volume.Requests) * attemptTime, path, fmt.Sprintf("%s of up to %d attempts", requests, w.Attempts), "fewer retries"})
	if s.Name == Ideal {
		r.oracle(n)
	}
	looks := min(w.Looks*r.span.Seconds(), math.MaxInt64)
	r.add(charge{playing, attempts * float64(w.Step), path, "what " + s.Name + " remembers", "remember less: smaller windows, fewer buckets"})
	r.add(charge{playing, looks * sweepTime, path, count(looks, "looks") + " of breakers by themselves", "a longer every"})
	r.flights(s, w.Attempts, path)
	replicas := float64(r.replicas())
	r.add(charge{keeping, sideBySide * replicas * float64(w.State), path, fmt.Sprintf("what %s remembers, in %s", s.Name, count(replicas, "replicas")), "remember less: smaller windows, fewer results, fewer replicas"})
	r.add(charge{keeping, float64(w.Shared), path, "the tables of " + s.Name + "'s retries", "fewer retries"})
}

// oracle reckons the chain that foresees everything: it looks at each provider,
// and where all fail at each change of the world until the call ends.
func (r *reckoning) oracle(providers float64) {
	const ordinals, mostChanges = 32, 4096
	waits := r.failing * min(mostChanges, r.rate*r.longest.Seconds())
	each := providers * (oracleTime + float64(waits*ordinals*lookTime/4))
	what := "the bound, which looks ahead at " + count(waits, "changes")
	const hint = "let faults change less often, or give the workload a shorter deadline"
	r.add(charge{playing, r.volume.Requests * each, "timeline", what, hint})
	r.add(charge{blocking, min(unwatched, r.volume.Requests) * each, "timeline", what, hint})
}

// flights reckons the calls that are in flight at one time.
func (r *reckoning) flights(s *strategy.Loaded, attempts int, path string) {
	stay := min(r.longest, r.slowest)
	if r.silences > 0 {
		silent := r.longest
		if a := s.Doc.Attempt; a != nil && a.Total > 0 {
			silent = min(silent, time.Duration(attempts)*a.Total)
		}
		stay = min(r.longest, max(stay, min(silent, r.silences)))
	}
	calls := min(r.volume.Peak*stay.Seconds(), r.volume.Requests)
	if r.volume.Users > 0 {
		calls = float64(r.volume.Users)
	}
	each := callBytes + float64(flightBytes*(1+float64(r.failing*float64(attempts-1))))
	what := fmt.Sprintf("%s in flight at one time, up to %s each", count(calls, "calls"), spelt(stay.Round(time.Millisecond)))
	r.add(charge{keeping, sideBySide * calls * each / float64(max(1, len(r.sc.Strategies))), "workload", what, "let fewer requests arrive, or give the workload a shorter deadline"})
	r.add(charge{keeping, r.words(s), path, "what processes tell each other", "fewer replicas, or a shorter sync_lag"})
}

// words reckons what a fleet's processes have told each other and not heard yet.
func (r *reckoning) words(s *strategy.Loaded) float64 {
	replicas := float64(r.replicas())
	if s.Doc.Breaker == nil || replicas < 2 || r.sc.Document.Fleet.SyncLag == (sim.Lag{}) || r.failing == 0 {
		return 0
	}
	openings := min(r.volume.Requests, replicas*float64(len(r.sc.Document.Providers)))
	return sideBySide * openings * replicas * wordBytes
}

func (r *reckoning) replicas() int {
	if f := r.sc.Document.Fleet; f != nil {
		return f.Replicas
	}
	return 1
}

// pathOf is where in the document a strategy stands.
func (r *reckoning) pathOf(s *strategy.Loaded) string {
	for _, n := range r.sc.Document.Strategies {
		if n.Name == s.Name {
			return "strategies." + s.Name
		}
	}
	return "strategies"
}
