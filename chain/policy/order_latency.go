package policy

import (
	"errors"
	"slices"
	"time"

	"wavetank/chain"
)

func init() {
	Orders.Register("least_latency", "the provider that was fastest lately", func() Order { return &LeastLatency{Decay: 30 * time.Second} })
}

// LeastLatency asks the fastest first, by an average in which an answer's weight
// halves with each Decay. Who was not asked yet is asked first. A failure counts
// as Penalty. With two choices, two providers drawn by chance are compared and
// the rest follow (Helicone's P2C over peak EWMA).
type LeastLatency struct {
	Decay     time.Duration `yaml:"decay" doc:"time in which an answer's weight halves; default 30s, as Helicone's"`
	Penalty   time.Duration `yaml:"penalty" doc:"what a failure counts as; 0: what it took"`
	TwoChoice bool          `yaml:"two_choices" doc:"compare two drawn by chance, not all"`
	Inner     Failover      `yaml:"failover,omitempty" doc:"whether the others follow after a failure: yes or no"`
}

func (o *LeastLatency) Check() error {
	return errors.Join(atLeast("decay", o.Decay, time.Millisecond), atLeast("penalty", o.Penalty, 0))
}

func (o *LeastLatency) Build() chain.Order { c := *o; return &leastLatency{rule: &c} }

// leastLatency implements chain.OrderMaker and chain.Follower.
type leastLatency struct {
	rule    *LeastLatency
	luck    chain.Luck
	average []int64 // nanoseconds, 0 for nobody knows
	at      []chain.Instant
	ranked  []int16
}

func (o *leastLatency) MakeOrder(e chain.OrderEnv) (chain.Order, error) {
	n := len(e.Providers)
	made := &leastLatency{rule: o.rule, luck: e.Luck, average: make([]int64, n), at: make([]chain.Instant, n), ranked: everyone(e.Providers)}
	if o.rule.Inner == Alone {
		return learningAlone{made}, nil
	}
	return made, nil
}

// learningAlone is one whose choice is final. It implements chain.Rerouter.
type learningAlone struct{ *leastLatency }

func (learningAlone) Reroute(queue []int16, _ int16, _ chain.Verdict) []int16 { return queue[:0] }

func (o *leastLatency) Queue(_ chain.Instant, r *chain.Request, buf []int16) []int16 {
	slices.SortStableFunc(o.ranked, func(a, b int16) int {
		if x, y := o.average[a], o.average[b]; x != y {
			return int(max(-1, min(1, x-y)))
		}
		return int(a - b)
	})
	from := len(buf)
	buf = append(buf, o.ranked...)
	if q := buf[from:]; o.rule.TwoChoice && len(q) > 2 {
		o.chooseTwo(q, r)
	}
	return buf
}

// chooseTwo moves the faster of two drawn providers to the front.
func (o *leastLatency) chooseTwo(q []int16, r *chain.Request) {
	ones := make([]uint64, len(q))
	for i := range ones {
		ones[i] = 1
	}
	first := pick(ones, o.luck.Draw(r.Draws(0)))
	ones[first] = 0
	second := pick(ones, o.luck.Draw(r.Draws(1)))
	best := min(first, second) // q is sorted
	p := q[best]
	copy(q[1:best+1], q[:best])
	q[0] = p
}

func (o *leastLatency) Followed(now chain.Instant, p int16, v chain.Verdict, took time.Duration) {
	switch {
	case v.Class <= chain.OKSlow:
	case v.Evidence == chain.None:
		return
	case o.rule.Penalty > 0:
		took = o.rule.Penalty
	}
	sample := max(1, int64(took))
	if o.average[p] == 0 {
		o.average[p], o.at[p] = sample, now
		return
	}
	keep := halves(now.Sub(o.at[p]), o.rule.Decay)
	o.average[p] = max(1, o.average[p]/1024*keep+sample/1024*(1024-keep))
	o.at[p] = now
}

// halves is 1024 * 2^(-t/decay), by halves and straight lines between them; what
// comes at once still moves the average by an eighth.
func halves(t, decay time.Duration) int64 {
	n := int64(t / decay)
	if n >= 10 {
		return 0
	}
	rest := int64(t%decay) / max(1, int64(decay)/512)
	return min(896, (1024-min(rest, 512))>>n)
}
