package simtest

import (
	"strings"
	"testing"
)

// dump holds what the runtime prints: a waiter for a lock, who holds it, the
// bubble's scaffold, a real connection, and a goroutine of no bubble.
const dump = `goroutine 25 [sync.Mutex.Lock, 2 minutes, synctest bubble 7]:
internal/sync.runtime_SemacquireMutex(0x7a6ec4?, 0x24?, 0x1?)
	/go/src/runtime/sema.go:95 +0x25
sync.(*Mutex).Lock(...)
	/go/src/sync/mutex.go:46
example.com/ours.(*Chain).Ask(0xc000123400, {0x8a, 0x2})
	/src/ours/chain.go:41 +0x5d
wavetank/scenarios/simtest.(*run).ask(0xc000200000, 0xc000300000)
	/src/wavetank/scenarios/simtest/drive.go:140 +0x1aa
created by wavetank/scenarios/simtest.(*run).hand in goroutine 22
	/src/wavetank/scenarios/simtest/drive.go:118 +0x9c

goroutine 26 [sleep (durable), synctest bubble 7]:
time.Sleep(0x3b9aca00)
	/go/src/runtime/time.go:363 +0xe6
example.com/ours.(*Chain).Ask(0xc000123400, {0x8a, 0x2})
	/src/ours/chain.go:44 +0x8d
created by wavetank/scenarios/simtest.(*run).hand in goroutine 22
	/src/wavetank/scenarios/simtest/drive.go:118 +0x9c

goroutine 22 [select (durable), synctest bubble 7]:
wavetank/scenarios/simtest.(*run).drive(0xc000200000)
	/src/wavetank/scenarios/simtest/drive.go:20 +0x5d
created by testing/synctest.testingSynctestTest in goroutine 21
	/go/src/testing/testing.go:2150 +0x277

goroutine 30 [IO wait, synctest bubble 8]:
internal/poll.runtime_pollWait(0x7f, 0x72)
	/go/src/runtime/netpoll.go:351 +0x85
created by net/http.(*Transport).dialConn in goroutine 29
	/go/src/net/http/transport.go:1945 +0x1774

goroutine 1 [chan receive]:
testing.(*T).Run(0xc0001, {0x1, 0x2})
	/go/src/testing/testing.go:2005 +0x4
`

func TestStacks(t *testing.T) {
	all := goroutines(dump)
	if len(all) != 5 {
		t.Fatalf("reads %d goroutines of 5", len(all))
	}
	for i, want := range []struct {
		bubble            int64
		state             string
		durable, scaffold bool
		place             string
	}{
		{7, "sync.Mutex.Lock", false, false, "    ours.(*Chain).Ask  ours/chain.go:41\n"},
		{7, "sleep (durable)", true, false, "    ours.(*Chain).Ask  ours/chain.go:44\n"},
		{7, "select (durable)", true, true, "    simtest.(*run).drive  simtest/drive.go:20\n"},
		{8, "IO wait", false, false, "    poll.runtime_pollWait  runtime/netpoll.go:351\n"},
		{0, "chan receive", false, true, "    testing.(*T).Run  testing/testing.go:2005\n"},
	} {
		g := all[i]
		if g.bubble != want.bubble || g.state != want.state || g.durable() != want.durable || g.scaffold() != want.scaffold || g.place() != want.place {
			t.Errorf("goroutine %d: %+v, durable %v, scaffold %v, place %q, want %+v", i, g, g.durable(), g.scaffold(), g.place(), want)
		}
	}
}

// TestDiagnose: who waits for time keeps nobody from anything; who waits for a
// lock stops it.
func TestDiagnose(t *testing.T) {
	all := goroutines(dump)
	if why := diagnose(all[1:3]); why != "" {
		t.Errorf("blames goroutines that wait for time: %s", why)
	}
	want := `a lock is held across a wait (unlock before you wait or call out, or let a channel be the lock)
  sync.Mutex.Lock in
    ours.(*Chain).Ask  ours/chain.go:41
  while it is held by one of those that wait for something else
  sleep in
    ours.(*Chain).Ask  ours/chain.go:44`
	if why := diagnose(all[:3]); why != want {
		t.Errorf("says\n%s\nand not\n%s", why, want)
	}
	if why := diagnose(all[3:4]); !strings.HasPrefix(why, "a real connection") {
		t.Errorf("says of a connection: %s", why)
	}
}
