package scenarios

import "wavetank/chain/strategy/yamldoc"

// Changed returns where a strategy differs from what another version of the
// scenario makes of it: the first line that says something else. It is not found
// where nothing differs, nor of a strategy that stands in no file.
func (s *Scenario) Changed(was *Scenario, name string) (file string, line int, ok bool) {
	for i, now := range s.Strategies {
		if now.Name != name || s.places[i].Line == 0 {
			continue
		}
		for _, before := range was.Strategies {
			if before.Name != name {
				continue
			}
			d := difference{origin: s.places[i].Origin}
			d.compare(now.Tree, before.Tree, s.places[i])
			return d.at.Origin, d.at.Line, d.at.Line > 0
		}
	}
	return "", 0, false
}

// difference looks for the first line of one file on which a document differs
// from another.
type difference struct {
	origin string
	at     yamldoc.Pos
}

// found notes a place, if it is the first one.
func (d *difference) found(at yamldoc.Pos) {
	if d.at.Line == 0 || at.Line < d.at.Line {
		d.at = at
	}
}

// compare walks two documents; home is the innermost place in the file around
// the first one: what comes from a preset has none of its own.
func (d *difference) compare(now, before *yamldoc.Node, home yamldoc.Pos) {
	switch {
	case before == nil, now == nil, now.Kind != before.Kind, now.Kind == yamldoc.Scalar && now.Text != before.Text,
		now.Kind == yamldoc.List && len(now.Items) != len(before.Items):
		d.found(home)
		return
	}
	for i := range now.Items {
		d.compare(now.Items[i], before.Items[i], d.within(now.Items[i].Pos, home))
	}
	for _, e := range now.Entries {
		d.compare(e.Value, before.Get(e.Key), d.within(e.Pos, home))
	}
	for _, e := range before.Entries {
		if now.Get(e.Key) == nil {
			d.found(home) // what is gone has no line of its own
		}
	}
}

func (d *difference) within(at, home yamldoc.Pos) yamldoc.Pos {
	if at.Origin == d.origin && at.Line > 0 {
		return at
	}
	return home
}
