package simtest

import (
	"fmt"
	"slices"
	"strings"
)

// cause is a reason for which time stands still in a bubble.
type cause struct {
	what  string // in a sentence
	cure  string
	is    func(g *goroutine) bool
	whose string // what others have to do with it; "" for nothing
	other func(g *goroutine) bool
}

// causes are asked in order; each goroutine counts for the first that fits. All
// but the last are waits that the bubble's clock cannot see the end of.
var causes = []cause{
	{"a lock is held across a wait", "unlock before you wait or call out, or let a channel be the lock",
		(*goroutine).locked, "while it is held by one of those that wait for something else", (*goroutine).durable},
	{"a real connection", "use Env.Client for all that goes over HTTP, also in an SDK's options",
		(*goroutine).connected, "opened for", (*goroutine).dials},
	{"a wait for something made outside the bubble", "channels, timers and wait groups must be made by the constructor, or by what it makes",
		(*goroutine).waits, "", nil},
	{"a computation without end", "whatever spins until time has passed must sleep",
		func(*goroutine) bool { return true }, "", nil},
}

func (g *goroutine) locked() bool {
	return strings.HasPrefix(g.state, "sync.") || g.state == "semacquire"
}

func (g *goroutine) connected() bool {
	return g.state == "IO wait" || g.state == "syscall" || g.dials()
}

func (g *goroutine) waits() bool {
	return strings.HasPrefix(g.state, "chan ") || strings.HasPrefix(g.state, "select") || strings.HasPrefix(g.state, "sleep")
}

// diagnose says what keeps a bubble's time from going on, by the goroutines that
// do not wait durably; "" where there are none.
func diagnose(gs []goroutine) string {
	found := make([][]goroutine, len(causes))
	for _, g := range gs {
		if g.durable() {
			continue
		}
		i := slices.IndexFunc(causes, func(c cause) bool { return c.is(&g) })
		found[i] = append(found[i], g)
	}
	for i, c := range causes {
		if len(found[i]) == 0 {
			continue
		}
		text := fmt.Sprintf("%s (%s)\n%s", c.what, c.cure, places(found[i], 3))
		if others := c.others(found[i], gs); len(others) > 0 {
			text += fmt.Sprintf("\n  %s\n%s", c.whose, places(others, 3))
		}
		return text
	}
	return ""
}

// others are the goroutines of the user's code that have to do with a cause:
// those that stand in a function of the blamed ones, else all of them.
func (c *cause) others(blamed, all []goroutine) (out []goroutine) {
	if c.other == nil {
		return nil
	}
	calls := map[string]bool{}
	for i := range blamed {
		for _, f := range blamed[i].user() {
			calls[f.call] = true
		}
	}
	var any []goroutine
	for _, g := range all {
		if !g.durable() || len(g.user()) == 0 || !c.other(&g) {
			continue
		}
		any = append(any, g)
		if slices.ContainsFunc(g.user(), func(f frame) bool { return calls[f.call] }) {
			out = append(out, g)
		}
	}
	if len(out) == 0 {
		return any
	}
	return out
}
