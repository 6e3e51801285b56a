package scenarios

import (
	_ "embed"
	"fmt"
	"strings"

	"wavetank/chain/strategy/yamldoc"
)

// reportsText says what each name in a seen_in of the library is: a field report or an
// article, in a sentence, and where it can be read.
//
//go:embed reports.yaml
var reportsText []byte

// Report is what a name in seen_in stands for.
type Report struct {
	What  string // in a sentence
	Where string // an address; "" where none is public
}

// Reports are what the library's scenarios were seen in, by the name in seen_in.
var Reports = func() map[string]Report {
	root, ps := yamldoc.Parse("reports.yaml", reportsText)
	if ps != nil {
		panic("scenarios: " + ps.Error())
	}
	out := map[string]Report{}
	for _, e := range root.Entries {
		r := Report{What: e.Value.Get("what").Text}
		if where := e.Value.Get("where"); where != nil {
			r.Where = where.Text
		}
		out[e.Key] = r
	}
	return out
}()

// seenIn is a comment that says what the names in seen_in are; empty where none is
// known.
func (s *Scenario) seenIn() []byte {
	var b strings.Builder
	for _, name := range s.Document.SeenIn {
		r, known := Reports[name]
		if !known {
			continue
		}
		fmt.Fprintf(&b, "# %s: %s", name, r.What)
		if r.Where != "" {
			fmt.Fprintf(&b, " (%s)", r.Where)
		}
		b.WriteString("\n")
	}
	return []byte(b.String())
}
