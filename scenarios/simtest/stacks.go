package simtest

import (
	"fmt"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// goroutine is one entry of a dump of stacks.
type goroutine struct {
	bubble int64 // 0: none
	state  string
	frames []frame // innermost first
	parent frame   // who started it
}

// frame is one call on a stack.
type frame struct {
	call string // package path and function
	args string
	at   string // file:line
}

// durable reports whether nothing but time, or a goroutine of the bubble, can
// wake it: such a wait lets time go on.
func (g *goroutine) durable() bool { return strings.Contains(g.state, "(durable)") }

// mostStacks bounds a dump.
const mostStacks = 64 << 20

// allStacks dumps all goroutines.
func allStacks() string {
	for size := 1 << 18; ; size *= 4 {
		buf := make([]byte, size)
		if n := runtime.Stack(buf, true); n < size || size >= mostStacks {
			return string(buf[:n])
		}
	}
}

// ownStack dumps the calling goroutine.
func ownStack() string {
	buf := make([]byte, 1<<12)
	return string(buf[:runtime.Stack(buf, false)])
}

// bubbleOf reads a bubble's number from a stack's head, 0 where it has none.
func bubbleOf(stack string) int64 {
	head, _, _ := strings.Cut(stack, "\n")
	_, after, _ := strings.Cut(head, "synctest bubble ")
	n, _ := strconv.ParseInt(strings.TrimRight(after, "]:"), 10, 64)
	return n
}

// goroutines reads a dump:
//
//	goroutine 25 [sleep (durable), synctest bubble 2]:
//	time.Sleep(0x3b9aca00)
//		/usr/local/go/src/runtime/time.go:363 +0xe6
//	created by example.com/ours.New in goroutine 21
//		/src/ours/chain.go:31 +0x5d
func goroutines(dump string) (out []goroutine) {
	for text := range strings.SplitSeq(strings.TrimSpace(dump), "\n\n") {
		head, rest, _ := strings.Cut(text, "\n")
		_, state, ok := strings.Cut(head, "[")
		if !ok {
			continue
		}
		g := goroutine{bubble: bubbleOf(head)}
		g.state, _, _ = strings.Cut(strings.TrimSuffix(state, "]:"), ", ")
		g.read(strings.Split(rest, "\n"))
		out = append(out, g)
	}
	return out
}

// read takes pairs of lines: the call, and where it stands.
func (g *goroutine) read(lines []string) {
	for i := 0; i+1 < len(lines); i += 2 {
		at, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		if made, ok := strings.CutPrefix(lines[i], "created by "); ok {
			made, _, _ = strings.Cut(made, " in goroutine ")
			g.parent = frame{call: made, at: at}
			return
		}
		call, args := lines[i], ""
		if k := strings.LastIndexByte(call, '('); k > 0 {
			call, args = call[:k], call[k:]
		}
		g.frames = append(g.frames, frame{call, args, at})
	}
}

// pkg is the path of a call's package: "net/http.(*Client).do" is of net/http.
func (f *frame) pkg() string {
	slash := strings.LastIndexByte(f.call, '/') + 1
	dot := strings.IndexByte(f.call[slash:], '.')
	if dot < 0 {
		return f.call
	}
	return f.call[:slash+dot]
}

// ours are the packages that a reader of a stack is not looking for.
var ours = []string{"wavetank/scenarios/simtest", "wavetank/faults/fakehttp", "github.com/jarcoal/httpmock", "github.com/jarcoal/httpmock/internal"}

// library are the first elements of the standard library's import paths.
const library = " archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html " +
	"image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync " +
	"syscall testing text time unicode unique unsafe vendor weak panic created "

// foreign reports whether a frame is the user's, or of a module that the user
// chose.
func (f *frame) foreign() bool {
	first, _, _ := strings.Cut(f.pkg(), "/")
	return f.call != "" && !strings.Contains(library, " "+first+" ") && !slices.Contains(ours, f.pkg())
}

// user returns the frames that the user can do something about.
func (g *goroutine) user() (out []frame) {
	for _, f := range g.frames {
		if f.foreign() {
			out = append(out, f)
		}
	}
	return out
}

// scaffold reports whether a goroutine belongs to the bubble's own apparatus: it
// neither runs nor was started by the user's code.
func (g *goroutine) scaffold() bool {
	return len(g.user()) == 0 && !g.parent.foreign() && !g.dials()
}

// dials reports whether a goroutine works for a real connection.
func (g *goroutine) dials() bool {
	real := func(f frame) bool {
		return strings.HasPrefix(f.call, "net/http.(*Transport).") || strings.HasPrefix(f.call, "net/http.(*persistConn).") ||
			strings.HasPrefix(f.call, "net.(*") || strings.HasPrefix(f.call, "internal/poll.")
	}
	return slices.ContainsFunc(g.frames, real) || real(g.parent)
}

// line writes a frame: the function without its path, the file without its
// folders but the last.
func (f *frame) line() string {
	dir, file := path.Split(f.at)
	return fmt.Sprintf("%s  %s", path.Base(f.call), path.Join(path.Base(dir), file))
}

// mostFrames bounds how many of a goroutine's frames are shown.
const mostFrames = 4

// place says where a goroutine stands.
func (g *goroutine) place() string {
	frames := g.user()
	if len(frames) == 0 {
		if g.parent.foreign() {
			return "    started by " + g.parent.line() + "\n"
		}
		if len(g.frames) > 0 {
			return "    " + g.frames[len(g.frames)-1].line() + "\n"
		}
	}
	var b strings.Builder
	for _, f := range frames[:min(len(frames), mostFrames)] {
		b.WriteString("    " + f.line() + "\n")
	}
	return b.String()
}

// places lists where goroutines stand, equal places once.
func places(gs []goroutine, most int) string {
	var order []string
	count := map[string]int{}
	for i := range gs {
		text := "  " + strings.TrimSuffix(gs[i].state, " (durable)") + " in\n" + gs[i].place()
		if count[text]++; count[text] == 1 {
			order = append(order, text)
		}
	}
	var b strings.Builder
	for i, text := range order {
		if i == most {
			fmt.Fprintf(&b, "  and %d more places\n", len(order)-most)
			break
		}
		if n := count[text]; n > 1 {
			text = fmt.Sprintf("  %d goroutines: %s", n, strings.TrimPrefix(text, "  "))
		}
		b.WriteString(text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// placeOf says where the goroutine of a single stack stands.
func placeOf(stack []byte) string {
	gs := goroutines(string(stack))
	if len(gs) == 0 {
		return ""
	}
	return strings.TrimSuffix(gs[0].place(), "\n")
}

// placeOfPanic is placeOf for a stack taken while a panic runs: what lies above
// the panic is the recovery.
func placeOfPanic(stack []byte) string {
	text := string(stack)
	if head, rest, ok := strings.Cut(text, "\n"); ok {
		if _, below, panicked := strings.Cut(rest, "\npanic("); panicked {
			_, below, _ = strings.Cut(below, "\n")
			_, below, _ = strings.Cut(below, "\n")
			text = head + "\n" + below
		}
	}
	return placeOf([]byte(text))
}
