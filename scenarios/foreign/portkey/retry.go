package portkey

import (
	"time"

	"wavetank/chain"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/scenarios/foreign"
)

// hitBy tells whether a class is one that a list of statuses names. A connection
// that is refused becomes the gateway's own 500 (retryHandler.ts).
func hitBy(codes map[int]bool, c chain.Class) bool {
	if c == chain.Connect {
		return codes[500]
	}
	return foreign.HitBy(codes, c)
}

// attempts is how often a retry asks again.
func (p *portkey) attempts(retry *yamldoc.Node) int {
	if !p.IsMap(retry, "retry") {
		return 0
	}
	n, _ := p.Whole(p.Get(retry, "attempts"), "retry.attempts", 0, 100)
	return n
}

// retry reads how often most targets are asked again, and after what.
func (p *portkey) retry(v *foreign.Verdicts) *yamldoc.Node {
	if p.again == nil {
		v.Retry(false, foreign.Failures...)
		p.Assumed(yamldoc.Pos{}, portkeySource, "retry.attempts 0: each target is asked once")
		return nil
	}
	p.retryOn(v)
	return p.rule(p.again)
}

// rule writes one retry: waits of 1s, 2s, 4s, without jitter.
func (p *portkey) rule(retry *yamldoc.Node) *yamldoc.Node {
	n := p.attempts(retry)
	if n == 0 {
		return foreign.Kind("none")
	}
	p.Took(p.Get(retry, "attempts"), "retry.attempts %d -> retry.max", n)
	pairs := []any{"max", n, "base", time.Second, "factor", 2, "jitter", "none"}
	p.Assumed(retry.Pos, portkeySource, "retries wait 1s, 2s, 4s and so on, without jitter")
	if header := p.Get(retry, "use_retry_after_header"); header != nil && header.Text == "true" {
		p.Took(header, "use_retry_after_header -> retry.hint obey: up to 60s in all, longer ones end the retries")
		p.Note(foreign.NoteLeft, header.Pos, "the gateway heeds Retry-After at 429 alone; here at any failure that says one")
		pairs = append(pairs, "hint", "obey", "hint_cap", time.Minute-time.Millisecond, "over_cap", "abandon", "sum_cap", time.Minute)
	}
	return foreign.Kind("exponential", pairs...)
}

// retryOn reads which failures are retried. What never became an answer is,
// whatever the list: the gateway throws it again while attempts are left.
func (p *portkey) retryOn(v *foreign.Verdicts) {
	n := p.Get(p.again, "on_status_codes")
	codes := p.codesOf(n, "retry.on_status_codes")
	if codes == nil {
		codes = map[int]bool{429: true, 500: true, 502: true, 503: true, 504: true}
		p.Assumed(p.again.Pos, portkeySource, "retried are 429, 500, 502, 503 and 504; a request_timeout is a 408 and is not")
	} else {
		p.Took(n, "retry.on_status_codes -> classify.rules.*.retry")
		if _, whole := foreign.StatusClasses(codes); !whole {
			p.Note(foreign.NoteLeft, n.Pos, "retry.on_status_codes: all of 500, 502, 503 and 504 are one class here, server")
		}
	}
	for _, c := range foreign.Failures {
		v.Retry(c == chain.Connect || hitBy(codes, c), c)
	}
	for _, t := range p.leaves {
		own := p.Get(t.retry, "on_status_codes")
		if p.List(own, "retry.on_status_codes"); p.attempts(t.retry) > 0 && !foreign.SameNodes(own, n) {
			p.Note(foreign.NoteLeft, t.retry.Pos, "retry.on_status_codes differs between targets: the chain has one table, that of %s", p.first(p.again))
		}
	}
}

// first names the target that a retry was taken from.
func (p *portkey) first(retry *yamldoc.Node) string {
	for _, t := range p.leaves {
		if t.retry == retry {
			return t.member.Name
		}
	}
	return ""
}
