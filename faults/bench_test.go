package faults

import (
	"testing"
	"time"

	"wavetank/chain"
)

// BenchmarkArrive is what the world costs per attempt, of a hundred nanoseconds
// or so that a request may take in all.
func BenchmarkArrive(b *testing.B) {
	usual := func() Provider {
		return Provider{Name: "a", Latency: &Lognormal{Time(600 * time.Millisecond), Time(2400 * time.Millisecond)}}
	}
	for _, row := range []struct {
		name   string
		change func(*Provider)
	}{
		{"latency", func(*Provider) {}},
		{"errors", func(p *Provider) { p.Errors = newErrors(); p.Errors.Share = 0.02 }},
		{"outputs", func(p *Provider) { p.Outputs = Ignored.outputs() }},
		{"bucket", func(p *Provider) { p.Limits = &Limits{RequestsPerMinute: 3100} }},
		{"tokens", func(p *Provider) { p.Limits = &Limits{RequestsPerMinute: 3100, TokensPerMinute: 1_000_000} }},
	} {
		b.Run(row.name, func(b *testing.B) {
			p := usual()
			row.change(&p)
			hang := Entry{At: Span{time.Hour, time.Hour}, For: Span{time.Minute, time.Minute}, Provider: []string{"all"}, Fault: &Hang{Share: 1}}
			print, err := Compile(Spec{Providers: []Provider{p}, Timeline: []Entry{hang}, Duration: 24 * time.Hour})
			if err != nil {
				b.Fatal(err)
			}
			w := print.NewWorld()
			w.Reset(1)
			var r Reply
			a := Ask{TokensIn: 100, TokensOut: 100}
			b.ReportAllocs()
			for i := range b.N {
				a.Request = int64(i)
				now := chain.Instant(i) * 20_000_000
				w.Arrive(0, &a, now, &r)
				w.Leave(0, &r, now)
			}
		})
	}
}
