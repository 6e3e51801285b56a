package measure

import "sync"

// gallery hands a set of sheets to each run of a comparison, and adds those of a
// seed to the sums once every strategy has finished it: a run that an interrupt
// leaves alone is in no sum, as it is in no figure. As many sets exist as runs
// wait for the others of their seed. A nil gallery hands out nothing.
type gallery struct {
	*Seen
	mu   sync.Mutex
	n    int               // strategies
	kept map[int][][]Sheet // by seed: the sets of the strategies that have finished it
	free [][]Sheet
}

func newGallery(seen *Seen, strategies int) *gallery {
	if seen == nil {
		return nil
	}
	return &gallery{Seen: seen, n: strategies, kept: map[int][][]Sheet{}}
}

// take returns an empty set: a sheet for each need.
func (g *gallery) take() []Sheet {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if n := len(g.free); n > 0 {
		set := g.free[n-1]
		g.free = g.free[:n-1]
		return set
	}
	set := make([]Sheet, len(g.needs))
	for i, n := range g.needs {
		set[i] = n.New(g.scenario)
	}
	return set
}

// finish takes the set of a run that is whole.
func (g *gallery) finish(strategy, seed int, set []Sheet) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	sets := g.kept[seed]
	if sets == nil {
		sets = make([][]Sheet, g.n)
	}
	sets[strategy] = set
	g.kept[seed] = sets
	for _, s := range sets {
		if s == nil {
			return
		}
	}
	delete(g.kept, seed)
	for k, s := range sets {
		for i := range s {
			g.sums[i][k].Add(s[i])
			s[i].Reset()
		}
	}
	g.free = append(g.free, sets...)
}
