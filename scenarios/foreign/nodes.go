package foreign

import "wavetank/chain/strategy/yamldoc"

// EntriesOf are the entries of a map, none of what is not there.
func EntriesOf(n *yamldoc.Node) []yamldoc.Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

// ItemsOf are the items of a list, none of what is not there.
func ItemsOf(n *yamldoc.Node) []*yamldoc.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// SameNodes tells whether two lists say the same.
func SameNodes(a, b *yamldoc.Node) bool {
	return string(yamldoc.Format(a)) == string(yamldoc.Format(b))
}
