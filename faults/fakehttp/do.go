package fakehttp

import "wavetank/faults"

// Do runs a function while the world stands still: nothing arrives or leaves
// meanwhile, and no Observer is called. What an Observer shares with others is
// guarded by it, and so is the world itself. The function must call nothing of
// the Fake's.
func (f *Fake) Do(look func(w *faults.World)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	look(f.world)
}
