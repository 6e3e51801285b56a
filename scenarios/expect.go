package scenarios

import (
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// addExpected lays the rules of the command line behind those of the file. One
// that begins with a brace is a map, as in a file.
func (l *loader) addExpected() yamldoc.Problems {
	if len(l.Expect) == 0 {
		return nil
	}
	list := &yamldoc.Node{Kind: yamldoc.List, Pos: l.root.Pos}
	if was := l.root.Get("expect"); was != nil && was.Kind != yamldoc.Null {
		if was.Kind != yamldoc.List {
			return nil // the decoder says what is wrong with it
		}
		copied := *was
		list = &copied
	}
	items := append([]*yamldoc.Node{}, list.Items...)
	for _, text := range l.Expect {
		item, ps := expected(text)
		if ps != nil {
			return ps
		}
		items = append(items, item)
	}
	list.Items = items
	l.root = replaceKey(l.root, "expect", list)
	return nil
}

// expected reads one rule of the command line. It has no line.
func expected(text string) (*yamldoc.Node, yamldoc.Problems) {
	origin := "--expect " + text
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return &yamldoc.Node{Kind: yamldoc.Scalar, Pos: yamldoc.Pos{Origin: origin}, Text: text, Quoted: true}, nil
	}
	n, ps := yamldoc.Parse(origin, []byte(text))
	for i := range ps {
		ps[i].Pos = yamldoc.Pos{Origin: origin}
	}
	return n.From(origin), ps
}
