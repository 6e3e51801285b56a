package scenarios

import (
	"errors"
	"fmt"
	"strings"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
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

// ParseExpect reads a rule of the command line for a result that is there
// already.
func ParseExpect(text string, names judge.Names) (*judge.Rule, error) {
	n, ps := expected(text)
	if ps != nil {
		return nil, ps
	}
	var r Rule
	if ps := r.UnmarshalNode(n, "expect"); ps != nil {
		return nil, ps
	}
	parsed, err := judge.ParseRule(r.Text, names)
	if err != nil {
		return nil, fmt.Errorf("--expect %s: %w", text, err)
	}
	if r.On != judge.OnEstimate && !parsed.Single() {
		return nil, errors.New("--expect " + text + ": the observed side is an expression, which has no " + r.On.String() + " end")
	}
	parsed.Why, parsed.Advisory, parsed.On = r.Why, r.Severity == SeverityAdvisory, r.On
	return parsed, nil
}
