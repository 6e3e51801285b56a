package scenarios

import (
	"bytes"
	"fmt"

	"wavetank/chain/strategy/yamldoc"
)

// Bounds on what one scenario may hold, which are asked before anything is decoded.
// They are far above what people write; what it may cost is in bill.go.
const (
	MaxProviders  = 64
	maxFaults     = 256
	maxStrategies = 64
	maxRules      = 1000
	maxRows       = 2_500_000 // of the files that it names, each as often as it is named: a row takes a microsecond
)

// small reports whether the document holds no more than anybody writes.
func (l *loader) small() bool {
	for _, b := range []struct {
		path string
		most int
	}{{"providers", MaxProviders}, {"timeline", maxFaults}, {"strategies", maxStrategies}, {"expect", maxRules}} {
		l.count(b.path, l.root.Get(b.path), b.most)
	}
	if t := l.root.Get("timeline"); t != nil && l.problems == nil {
		for i, e := range t.Items {
			l.count(FmtPath("timeline", i)+".provider", e.Get("provider"), MaxProviders)
		}
	}
	return l.problems == nil
}

// count refuses a list or a map of more than so many.
func (l *loader) count(path string, n *yamldoc.Node, most int) {
	if n != nil && len(n.Items)+len(n.Entries) > most {
		l.note(path, "", "%d are too many: at most %d", len(n.Items)+len(n.Entries), most)
	}
}

// rows counts those of a file that the scenario names, before anybody reads them.
func (l *loader) rows(name string, data []byte) error {
	l.read += float64(bytes.Count(data, []byte("\n")) + 1)
	if most := maxRows * l.allowed(); l.read > most {
		return fmt.Errorf("%s: the files that this scenario names have %s in all, each counted as often as it is named, and %s are the most: "+
			"name it less often, shorten it, or allow it with --max-work %s", name, count(l.read, "rows"), count(most, "rows"), upTo(l.read/maxRows))
	}
	return nil
}
