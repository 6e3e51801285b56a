package yamldoc

// Merge lays a document over its base: maps merge key by key, a list replaces a
// list, nothing (null) removes the key, and a map with another kind replaces the
// whole map, for the parameters of one kind mean nothing to another. Nodes keep
// the places where they were written. Either may be nil.
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
	out.Entries = nil
	for _, e := range base.Entries {
		if o := over.entry(e.Key); o == nil {
			out.Entries = append(out.Entries, e)
		} else if o.Value.kind() != Null {
			out.Entries = append(out.Entries, Entry{o.Key, o.Pos, Merge(e.Value, o.Value)})
		}
	}
	for _, e := range over.Entries {
		if base.entry(e.Key) == nil {
			out.Entries = append(out.Entries, e)
		}
	}
	return &out
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
