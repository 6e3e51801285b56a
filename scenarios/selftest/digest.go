package selftest

import (
	"math/bits"

	"wavetank/chain"
	"wavetank/faults"
	"wavetank/sim"
)

// digest is a sim.Sink that makes one number of all that a run told: two runs of
// which anything differs have different ones.
type digest struct{ sum uint64 }

func (d *digest) add(x int64) { d.sum = bits.RotateLeft64(d.sum^uint64(x), 27) * 0x9e3779b97f4a7c15 }

func (d *digest) Begin(_ *faults.World, seed uint64) { *d = digest{sum: seed} }

func (d *digest) Ended(a *sim.Attempt) {
	d.add(a.Request<<8 | int64(a.Number))
	d.add(int64(a.Provider)<<32 | int64(a.Ordinal)<<16 | int64(a.Reason)<<8 | int64(a.Verdict.Class))
	d.add(int64(a.Sent))
	d.add(int64(a.End))
	d.add(a.Reply.Billed<<4 | bit(a.Probe)<<3 | bit(a.Known)<<2 | bit(a.Counted)<<1 | bit(a.Cancelled))
	d.add(int64(a.Reply.End)<<1 | bit(a.Reply.Usable))
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (d *digest) Moved(m *chain.Move) {
	d.add(int64(m.At))
	d.add(int64(m.Open)<<8 | int64(m.Provider)<<4 | int64(m.From)<<2 | int64(m.To))
	d.add(int64(m.Counted)<<8 | int64(m.Replica))
}

func (d *digest) Finished(r *sim.Request) {
	d.add(r.Number<<8 | int64(r.Kind)<<4 | int64(r.Done.Reason))
	d.add(int64(r.TokensIn)<<32 | int64(r.TokensOut))
	d.add(int64(r.End))
	d.add(int64(r.Done.Attempt)<<8 | int64(r.Done.Class))
}

func (d *digest) Close(end chain.Instant) { d.add(int64(end)) }
