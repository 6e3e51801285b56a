package selftest

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"wavetank/chain"
	"wavetank/chain/policy"
	"wavetank/chain/strategy"
	"wavetank/chain/strategy/yamldoc"
	"wavetank/faults"
	"wavetank/scenarios"
	"wavetank/sim"
)

// Bounds of a drawn world. Many strategies and seeds share what it costs to compile.
const (
	mostProviders  = 4
	mostFaults     = 4
	mostStrategies = 8
	fewestRequests = 100 // of one run, about
	mostRequests   = 900
	longest        = 4 * time.Hour
)

// Document writes the world of a seed: a scenario that can be loaded.
func Document(seed uint64) []byte { return yamldoc.Format(document(seed)) }

func document(seed uint64) *yamldoc.Node {
	d := &drawer{dice: *newDice(seed)}
	for i := range 1 + d.roll(mostProviders) {
		d.names = append(d.names, pick(&d.dice, []string{"a", "b-x", "b-y", "c"})+strconv.Itoa(i))
	}
	workload, duration := d.workload()
	n := mapping("schema_version", word("1"))
	put(n, "name", word(fmt.Sprintf("selftest-%d", seed)))
	put(n, "duration", word(duration.String()))
	if d.once(4) {
		put(n, "warmup", word(pick(&d.dice, times).String()))
	}
	put(n, "slo", word(pick(&d.dice, times).String()))
	put(n, "seed", word(strconv.FormatUint(seed, 10)))
	put(n, "workload", workload)
	if d.once(6) {
		put(n, "fleet", mapping("replicas", word(strconv.Itoa(2+d.roll(3)))))
		put(n.Get("fleet"), "sync_lag", d.value(reflect.TypeFor[sim.Lag](), ""))
	}
	if d.once(2) {
		put(n, "output", answers())
	}
	put(n, "providers", d.providers())
	put(n, "timeline", d.timeline(duration))
	put(n, "strategies", d.strategies())
	if d.once(3) {
		put(n, "truth", fittingAs[scenarios.Truth](d))
	}
	return n
}

// answers is the contract of worlds that have one.
func answers() *yamldoc.Node {
	text := `{schema: {type: object, required: [answer], properties: {answer: {type: string}, kind: {enum: [a, b]}}, additionalProperties: false}}`
	n, ps := yamldoc.Parse("selftest", []byte(text))
	if ps != nil {
		panic("selftest: " + ps.Error())
	}
	return n
}

// workload draws the traffic, and how long it must last to be a few hundred
// requests.
func (d *drawer) workload() (n *yamldoc.Node, lasts time.Duration) {
	most := fewestRequests + d.roll(mostRequests-fewestRequests)
	n = &yamldoc.Node{Kind: yamldoc.Map}
	for lasts == 0 {
		n = mapping("arrivals", fittingAs[sim.Arrivals](d))
		lasts = span(n, most)
	}
	if d.once(3) {
		put(n, "deadline", word(pick(&d.dice, times).String()))
	}
	put(n, "patience", word(pick(&d.dice, []string{"10s", "1m", "1m", "2m"})))
	requests := &yamldoc.Node{Kind: yamldoc.Map}
	if d.once(3) {
		put(requests, "kinds", put(fittingAs[sim.KindWeights](d).Without("chat"), "chat", word("10")))
	}
	d.tokens = true
	if d.once(2) {
		put(requests, "tokens", fittingAs[sim.TokenLaws](d))
	}
	d.tokens = false
	if len(requests.Entries) > 0 {
		put(n, "requests", requests)
	}
	return n, lasts
}

// span is how long traffic takes to bring so many requests, rounded to seconds; 0
// where it never does.
func span(n *yamldoc.Node, most int) time.Duration {
	var w sim.Workload
	decoder := yamldoc.Decoder{Types: scenarios.Types}
	if n.Get("arrivals") == nil || decoder.Read(n, &w) != nil {
		return 0
	}
	if c, ok := w.Arrivals.(sim.Compiler); ok && c.Compile() != nil {
		return 0
	}
	clock, err := w.Arrivals.Clock(chain.NewLuck(1), 0, chain.Instant(longest))
	if err != nil {
		return 0
	}
	at := chain.Instant(0)
	if u, ok := clock.(sim.Users); ok {
		at = thinking(u, most)
	} else {
		for k := range int64(most) {
			next, ok := clock.Next(k)
			if !ok || next >= chain.Instant(longest) {
				break
			}
			at = next
		}
	}
	return min(time.Duration(at).Truncate(time.Second)+time.Second, longest)
}

// thinking is how long users take to ask so many questions of somebody who answers
// at once.
func thinking(u sim.Users, most int) chain.Instant {
	sum := time.Duration(0)
	for k := range int64(most) {
		sum += max(u.Think(0, k), time.Millisecond)
	}
	return chain.Instant(sum / time.Duration(max(1, u.Users())))
}

// providers draws them all.
func (d *drawer) providers() *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.Map}
	for _, name := range d.names {
		p := fittingAs[faults.Provider](d)
		if p == nil {
			p = &yamldoc.Node{Kind: yamldoc.Map}
		}
		if p = p.Without("quality", "latency"); d.once(2) {
			put(p, "quality", word(pick(&d.dice, floats[:4])))
		}
		latency := fittingAs[faults.Law](d)
		if latency == nil || d.once(4) {
			latency = word(pick(&d.dice, times).String())
		}
		put(n, name, put(p, "latency", latency))
	}
	return n
}

// timeline draws faults that begin while requests come.
func (d *drawer) timeline(duration time.Duration) *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.List}
	for range d.roll(mostFaults + 1) {
		fault := fittingAs[faults.Fault](d)
		if fault == nil {
			continue
		}
		at := (duration * time.Duration(d.roll(9)) / 10).Truncate(time.Second)
		e := mapping("at", word(ranged(&d.dice, at, duration/10)))
		length := max(time.Second, (duration * time.Duration(1+d.roll(6)) / 10).Truncate(time.Second))
		put(e, "for", word(ranged(&d.dice, length, length)))
		put(e, "provider", d.targets())
		e.Entries = append(e.Entries, fault.Entries...)
		n.Items = append(n.Items, e)
	}
	return n
}

// ranged writes a time, or a range of whole seconds from it on.
func ranged(d *dice, from, wide time.Duration) string {
	wide = wide.Truncate(time.Second)
	if wide == 0 || !d.once(3) {
		return from.String()
	}
	return from.String() + ".." + (from + wide).String()
}

// targets draws whom a fault strikes.
func (d *drawer) targets() *yamldoc.Node {
	roles := []string{"all", "primary", "last"}
	if len(d.names) > 1 {
		roles = append(roles, "second", "primary")
	}
	if d.once(2) {
		return word(pick(&d.dice, roles))
	}
	n := &yamldoc.Node{Kind: yamldoc.List}
	for _, name := range d.some() {
		n.Items = append(n.Items, word(name))
	}
	return n
}

// strategies draws presets, presets with parts of others, and documents that
// nobody has written.
func (d *drawer) strategies() *yamldoc.Node {
	n := &yamldoc.Node{Kind: yamldoc.Map}
	for i := range 3 + d.roll(mostStrategies-2) {
		put(n, "s"+strconv.Itoa(i), d.strategy())
	}
	return n
}

// strategy draws one. What the language refuses is mended slot by slot.
func (d *drawer) strategy() *yamldoc.Node {
	base := &yamldoc.Node{Kind: yamldoc.Map}
	parts := 1
	switch d.roll(4) {
	case 0:
		return mapping("preset", word(d.preset()))
	case 1:
		base, parts = mapping("preset", word(d.preset())), 6
	}
	t := reflect.TypeFor[policy.Document]()
	for i := range t.NumField() {
		f := t.Field(i)
		if !d.once(1+parts) && !(parts == 1 && d.once(3)) {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		part := d.fitting(f.Type)
		if part == nil {
			continue
		}
		if wider := put(base.Without(name), name, part); loads(wider) {
			base = wider
		}
	}
	if len(base.Entries) == 0 {
		return mapping("preset", word("naive"))
	}
	return base
}

// preset draws one, but the bound itself, which plays anyway.
func (d *drawer) preset() string {
	for {
		if name := pick(&d.dice, strategy.Names()); name != scenarios.IdealPreset {
			return name
		}
	}
}

func loads(n *yamldoc.Node) bool {
	_, ps := strategy.Load("drawn", n, strategy.Options{Known: true})
	return ps == nil
}
