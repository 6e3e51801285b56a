package yamldoc

// Merge lays a document over its base: maps merge key by key, a list replaces a
// list, nothing (null) removes the key, and a map with another kind replaces the
// whole map, for the parameters of one kind mean nothing to another. Nodes keep
// the places where they were written, and a map that no file holds takes its base's.
// Either may be nil.
//
// Nothing in the place of a key that the base has not stays there: it changes
// nothing, but a misspelt key is still found.
func Merge(base, over *Node) *Node {
	switch {
	case over == nil:
		return base
	case over.Kind != Map || base.kind() != Map || otherKind(base, over):
		return over
	}
	out := *over
	out.Entries, out.Pos = nil, written(over.Pos, base.Pos)
	for _, e := range base.Entries {
		if o := over.entry(e.Key); o == nil {
			out.Entries = append(out.Entries, e)
		} else if o.Value.kind() != Null {
			at := o.Pos
			if o.Value.kind() == Map {
				at = written(o.Pos, e.Pos)
			}
			out.Entries = append(out.Entries, Entry{o.Key, at, Merge(e.Value, o.Value)})
		}
	}
	for _, e := range over.Entries {
		if base.entry(e.Key) == nil {
			out.Entries = append(out.Entries, e)
		}
	}
	return &out
}

// written is the place of a map that lies over another: its own if it has a line, for
// what a flag or a variable says is one value of a map that stands elsewhere.
func written(over, base Pos) Pos {
	if over.Line == 0 && base.Line > 0 {
		return base
	}
	return over
}

// otherKind tells whether over names a kind that is not the base's.
func otherKind(base, over *Node) bool {
	o := over.Get("kind")
	if o.kind() != Scalar {
		return false
	}
	b := base.Get("kind")
	return b.kind() != Scalar || b.Text != o.Text
}
