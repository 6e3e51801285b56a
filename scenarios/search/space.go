package search

import (
	"fmt"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// spaceFile is a search written down:
//
//	vary:
//	  order:                                # every order
//	  breaker.open.base: 5s..5m log 8
//	  breaker.trip.failures: [2, 3, 5, 8]
//	minimize: [latency_p99, cost_per_1k]
//	require: ['success_rate >= 99.9%']
var spaceKeys = []string{"vary", "subsets", "minimize", "maximize", "require", "rivals"}

// ReadSpace adds what a file says to the options. What the command line says of a
// key replaces the file's.
func (o *TuneOptions) ReadSpace(path string) error {
	text, err := o.Open(path)
	if err != nil {
		return fmt.Errorf("--space: %w", err)
	}
	root, ps := yamldoc.Parse(path, text)
	if ps != nil {
		return ps
	}
	if root == nil || root.Kind != yamldoc.Map {
		return yamldoc.Problems{{Pos: yamldoc.Pos{Origin: path, Line: 1, Col: 1}, Text: "this is no space: expected a map", Hint: "with vary, minimize, require"}}
	}
	o.places = map[wish]yamldoc.Pos{}
	var all yamldoc.Problems
	for _, e := range root.Entries {
		if bad := o.spaceKey(e); bad != nil {
			all = append(all, *bad)
		}
	}
	return all.Err()
}

// spaceKey reads one key of a space.
func (o *TuneOptions) spaceKey(e yamldoc.Entry) *yamldoc.Problem {
	var err error
	switch e.Key {
	case "vary":
		o.Vary, err = o.varied(e.Value)
	case "subsets":
		on, ok := e.Value.Bool()
		if !ok {
			err = fmt.Errorf("expected true or false")
		}
		o.Subsets = o.Subsets || on
	case "minimize":
		o.Minimize, err = o.listed(e, o.Minimize)
	case "maximize":
		o.Maximize, err = o.listed(e, o.Maximize)
	case "require":
		o.Require, err = o.listed(e, o.Require)
	case "rivals":
		o.Rivals, err = o.listed(e, o.Rivals)
	default:
		return &yamldoc.Problem{Pos: e.Pos, Path: e.Key, Text: "unknown key", Hint: yamldoc.DidYouMean(e.Key, spaceKeys)}
	}
	if err != nil {
		return &yamldoc.Problem{Pos: e.Pos, Path: e.Key, Text: err.Error()}
	}
	return nil
}

// varied reads the axes of a space, unless the command line has some.
func (o *TuneOptions) varied(n *yamldoc.Node) (out []string, err error) {
	if len(o.Vary) > 0 {
		return o.Vary, nil
	}
	if n == nil || n.Kind != yamldoc.Map {
		return nil, fmt.Errorf("expected a map of paths and their values")
	}
	for _, e := range n.Entries {
		switch v := e.Value; {
		case v == nil || v.Kind == yamldoc.Null:
			out = append(out, e.Key)
		case v.Kind == yamldoc.Scalar:
			out = append(out, e.Key+"="+v.Text)
		case v.Kind == yamldoc.List:
			text := e.Key + "="
			for i, item := range v.Items {
				if i > 0 {
					text += ","
				}
				text += shown(item)
			}
			out = append(out, text)
		default:
			return nil, fmt.Errorf("%s: expected a range, as 5s..5m, or a list of values", e.Key)
		}
		o.places[varying(e.Key)] = e.Pos
	}
	return out, nil
}

// listed reads a text or a list of them, unless the command line has some.
func (o *TuneOptions) listed(e yamldoc.Entry, given []string) (out []string, err error) {
	n := e.Value
	switch {
	case len(given) > 0:
		return given, nil
	case n != nil && n.Kind == yamldoc.Scalar:
		n = &yamldoc.Node{Kind: yamldoc.List, Items: []*yamldoc.Node{n}}
	case n == nil || n.Kind != yamldoc.List:
		return nil, fmt.Errorf("expected a list")
	}
	for _, item := range n.Items {
		if item.Kind != yamldoc.Scalar {
			return nil, fmt.Errorf("expected a list of texts")
		}
		out = append(out, item.Text)
		o.places[wish{e.Key, item.Text}] = item.Pos
	}
	return out, nil
}

// wish is one value of a flag, or of the key of a space that says the same.
type wish struct{ key, text string }

// varying is the wish to vary PATH, or PATH=VALUES.
func varying(text string) wish {
	path, _, _ := strings.Cut(text, "=")
	return wish{"vary", strings.TrimSpace(path)}
}

// blame says of a wish what is wrong with it, and where it stands: in a space, or on
// the command line. Shown is what of it is wrong.
func (o *TuneOptions) blame(w wish, shown string, err error) error {
	if err == nil {
		return nil
	}
	if at, written := o.places[w]; written {
		return yamldoc.Problems{{Pos: at, Path: w.key, Text: w.key + " " + shown + ": " + err.Error()}}
	}
	return fmt.Errorf("--%s %s: %w", w.key, shown, err)
}
