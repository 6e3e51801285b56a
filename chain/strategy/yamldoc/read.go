package yamldoc

// Read holds the tree against the JSON Schema of the type that into points to,
// fills the value, and returns everything wrong. Where both passes complain
// about one place, the decoder's words are kept.
func (d *Decoder) Read(n *Node, into any) Problems {
	return d.Decode(n, into)
}
