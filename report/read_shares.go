package report

// comparisons reads whom the strategies were compared with, and the shares of
// requests that fared better and worse. The rest of it follows from the figures.
func (d *document) comparisons(r *Result, t *tree) {
	for _, v := range d.list(t, "comparisons", false) {
		s := r.Strategy(d.text(&v, "strategy", true))
		if s == nil {
			d.fail(int(v.from), "a comparison of a strategy that does not exist")
		}
		if d.err != nil {
			return
		}
		if with := v.at("reference"); with != nil && with.kind != treeNull {
			r.Reference = d.textOf(with, "reference")
		}
		d.shares(&v, "improved", len(s.Runs), func(seed int, share float64) { s.Runs[seed].Against.Improved = share })
		d.shares(&v, "worsened", len(s.Runs), func(seed int, share float64) { s.Runs[seed].Against.Worsened = share })
	}
	if r.ReferenceStrategy() == nil && len(r.Strategies) > 0 && d.err == nil && r.Reference != "" {
		d.fail(int(t.from), "the strategies were compared with %s, which does not exist", r.Reference)
	}
}

// shares reads parts by seed; null is none.
func (d *document) shares(t *tree, key string, seeds int, set func(seed int, share float64)) {
	f := t.at(key)
	if f == nil || f.kind == treeNull || !d.is(f, treeObject, key) {
		return
	}
	values := d.list(f, "per_seed", true)
	if len(values) != seeds {
		d.fail(int(f.from), "%s: %d values for %d seeds", key, len(values), seeds)
		return
	}
	for seed := range values {
		set(seed, d.numberOf(&values[seed], key))
	}
}
