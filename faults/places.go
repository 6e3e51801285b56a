package faults

// Follow says in which order the strategy of the next run asks the providers, by
// their indexes; those that it leaves out stand behind, as written, and nil is the
// written order. Call it before Reset.
//
// Nobody knows beforehand who will fail. So where the timeline names a place
// (primary, second, last), it is the place in the strategy's own order, and who
// stands at a place has that place's luck: providers that are alike fare alike
// wherever they stand. Where it names no place, all orders meet one world.
func (w *World) Follow(order []int16) {
	if !w.b.placed {
		return
	}
	n := 0
	for i := range w.places.of {
		w.places.of[i] = -1
	}
	stand := func(i int) {
		if w.places.of[i] < 0 {
			w.places.of[i] = n
			n++
		}
	}
	for _, i := range order {
		stand(int(i))
	}
	w.places.asked = n
	for i := range w.places.of {
		stand(i)
	}
	if w.places.asked == 0 {
		w.places.asked = n
	}
	for k := range w.targets {
		w.targets[k], _ = strikes(w.b.spec.Timeline[k].Provider, w.b.spec.Providers, w.places)
	}
}

// Targets returns whom a timeline entry strikes in this world, as indexes in the
// written order; do not change it.
func (w *World) Targets(entry int) []int { return w.targets[entry] }

// luckOf is a provider's root of luck: that of its place.
func (w *World) luckOf(i int) uint64 { return uint64(w.places.of[i]) }
