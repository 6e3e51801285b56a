package wire

import (
	"net/http"
	"testing"

	"wavetank/chain"
)

// BenchmarkDialect is what a fake and a client add to one call: a rendered
// answer, read.
func BenchmarkDialect(b *testing.B) {
	for _, e := range Dialects.Entries() {
		d := e.New()
		for _, row := range []struct {
			name   string
			o      chain.Outcome
			stream bool
		}{
			{"plain", chain.Outcome{Status: http.StatusOK}, false},
			{"stream", chain.Outcome{Status: http.StatusOK}, true},
			{"error", chain.Outcome{Class: chain.RateLimit, Status: http.StatusTooManyRequests, Hint: 1e9}, false},
		} {
			b.Run(e.Kind+"/"+row.name, func(b *testing.B) {
				r := replyOf(row.o)
				r.Stream = row.stream
				b.ReportAllocs()
				for b.Loop() {
					if got := d.Read(d.Respond(&r), sentAt); got.Outcome.Class != row.o.Class {
						b.Fatal(got)
					}
				}
			})
		}
	}
}
