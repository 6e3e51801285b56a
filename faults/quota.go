package faults

import (
	"time"

	"wavetank/chain"
)

// quota bounds how many requests one part of a limiter can admit from one instant
// to another, whoever asks and however cleverly: at most most(to) - least(from).
// Tokens and slots count as what the smallest and the shortest request takes.
type quota struct {
	rate   float64 // requests per nanosecond
	extra  float64 // requests beyond the rate: a full bucket, or what is in flight at the end
	window float64 // requests of a fixed minute; 0: counted all the time
}

// quotas lists a provider's, the tightest in the long run first; none for a
// provider without limits.
func (b *Blueprint) quotas(p *plan) (out []quota) {
	l := p.Limits
	if l == nil {
		return nil
	}
	add := func(q quota) {
		if len(out) > 0 && q.rate < out[0].rate {
			out = append([]quota{q}, out...)
			return
		}
		out = append(out, q)
	}
	perMinute := func(n, burst int64) quota {
		q := quota{rate: float64(n) / float64(time.Minute), extra: float64(burst)}
		if l.Counting == CountFixed {
			q.extra, q.window = 0, float64(n)
		}
		return q
	}
	if n := l.RequestsPerMinute; n > 0 {
		burst := n
		if l.Burst > 0 {
			burst = l.Burst
		}
		add(perMinute(n, burst))
	}
	if n, least := l.TokensPerMinute, b.sizes[0]; n > 0 && least > 0 {
		q := perMinute(n, n)
		each := float64(min(least, n))
		add(quota{q.rate / each, q.extra / each, q.window / each})
	}
	if n, least := l.Concurrency, p.stream.least(b.tokensOut[0]); n > 0 && least > 0 {
		add(quota{rate: float64(n) / least, extra: float64(n)})
	}
	return out
}

// least is how long the shortest answers take, by the first of the quantiles that
// the truth looks at.
func (s *stream) least(tokens float64) float64 {
	return float64(s.table.Draw(1<<57)) + float64(tokens*float64(s.perToken))
}

// least returns what counts as used up at from.
func (q *quota) least(from chain.Instant) float64 {
	if q.window > 0 {
		return q.window * minutes(from)
	}
	return q.rate * float64(from)
}

// most returns what can be used up by to.
func (q *quota) most(to chain.Instant) float64 {
	if q.window > 0 {
		return q.window * (minutes(to) + 1)
	}
	return float64(q.rate*float64(to)) + q.extra
}

// minutes is the number of the fixed minute that holds an instant.
func minutes(at chain.Instant) float64 {
	n := at / chain.Instant(time.Minute)
	if at%chain.Instant(time.Minute) < 0 {
		n--
	}
	return float64(n)
}

// line is who waits for a quota, in the order of arrival. A request is served if,
// from each earlier arrival on, those served and itself fit into the time until it
// must have been sent: requests that come first have to be sent first, so no other
// choice of whom to serve serves more.
type line struct {
	served float64
	floor  float64 // the least, over arrivals served, of what was served before it less what was used up
}

// fits tells whether one more is served that came when least was used up, and is
// sent while at most most is.
func (l *line) fits(least, most float64) bool {
	return l.served+1-most <= min(l.floor, l.served-least)+1e-6
}

func (l *line) take(least float64) {
	l.floor = min(l.floor, l.served-least)
	l.served++
}

// rations are the lines of one reading: who only limited providers can serve waits
// for the one that can, where it is the only one, and for all of them together.
type rations struct {
	own [][]line // of each provider, for each of its quotas
	all line
}

func (r *rations) reset(plans []plan) {
	start := line{floor: 1e300}
	if r.own == nil {
		r.own = make([][]line, len(plans))
		for i := range plans {
			r.own[i] = make([]line, len(plans[i].quotas))
		}
	}
	for i := range r.own {
		for k := range r.own[i] {
			r.own[i][k] = start
		}
	}
	r.all = start
}

// admit serves a request that came at now and must be sent by an instant, if there
// is room with those who are able to answer it.
func (r *rations) admit(plans []plan, now, by chain.Instant, able []bool) bool {
	if now < 0 {
		return true // of the warm-up: nobody counts it, and who serves the most leaves its place to one that counts
	}
	only, n := -1, 0
	for i := range able {
		if able[i] && len(plans[i].quotas) == 0 {
			return true // its slots are taken for no time at all
		}
		if able[i] {
			only, n = i, n+1
		}
	}
	if n == 0 {
		return false
	}
	least, most := 0.0, 0.0
	for i := range plans {
		if q := plans[i].quotas; len(q) > 0 {
			least, most = least+q[0].least(now), most+q[0].most(by)
		}
	}
	if !r.all.fits(least, most) {
		return false
	}
	if n == 1 {
		q := plans[only].quotas
		for k := range q {
			if !r.own[only][k].fits(q[k].least(now), q[k].most(by)) {
				return false
			}
		}
		for k := range q {
			r.own[only][k].take(q[k].least(now))
		}
	}
	r.all.take(least)
	return true
}
