package fakehttp

import (
	"io"
	"testing"

	"wavetank/faults"
)

// BenchmarkTransport is one call without any waiting: building, labelling,
// answering and reading it.
func BenchmarkTransport(b *testing.B) {
	for _, stream := range []bool{false, true} {
		name := map[bool]string{false: "plain", true: "stream"}[stream]
		b.Run(name, func(b *testing.B) {
			f := newFake(b, world(b, faults.Provider{}, nil), Options{Clock: always{newHand()}})
			rt := f.Transport()
			b.ReportAllocs()
			for b.Loop() {
				response, err := send(b.Context(), b, f, rt, stream)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, response.Body); err != nil {
					b.Fatal(err)
				}
				_ = response.Body.Close()
			}
		})
	}
}
