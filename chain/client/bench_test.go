package client_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wavetank/chain/client"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/faults/fakehttp"
)

// BenchmarkBubble is what a call costs over httpmock in a bubble, in
// nanoseconds: of a plain client that waits a second for each answer, and of a
// chain of ours. The plain one must stay below 15 µs.
func BenchmarkBubble(b *testing.B) {
	b.Run("plain", func(b *testing.B) {
		bubble(b, func(fake *fakehttp.Fake, _ *faults.Spec) {
			c := &http.Client{Transport: fake.Transport()}
			url := fake.Endpoint(0).BaseURL + "/chat/completions"
			for range b.N {
				r, err := c.Post(url, "application/json", strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"hi"}]}`))
				if err != nil {
					b.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, r.Body)
				_ = r.Body.Close()
			}
		})
	})
	b.Run("chain", func(b *testing.B) {
		bubble(b, func(fake *fakehttp.Fake, spec *faults.Spec) {
			preset, _ := strategy.Preset("five-provider")
			c, err := client.Config{HTTP: &http.Client{Transport: fake.Transport()}}.New(preset.Recipe, members(spec, fake)...)
			if err != nil {
				b.Fatal(err)
			}
			for range b.N {
				if _, err := c.Complete(context.Background(), question); err != nil {
					b.Fatal(err)
				}
			}
			_ = c.Close()
		})
	})
}

// bubble runs f in a bubble. A bubble is made by a test, so the benchmark runs
// one; its own clock is outside.
func bubble(b *testing.B, f func(*fakehttp.Fake, *faults.Spec)) {
	b.ReportAllocs()
	world, err := faults.Compile(faults.Spec{Providers: []faults.Provider{{Name: "a", Dialect: "openai", Latency: &faults.Constant{Value: faults.Time(time.Second)}}},
		Duration: time.Hour, Drain: time.Hour})
	if err != nil {
		b.Fatal(err)
	}
	done := false // RunTests repeats its tests as often as -count says, and so does the benchmark
	inside := func(*testing.T) {
		if done {
			return
		}
		done = true
		w := world.NewWorld()
		w.Reset(1)
		fake, err := fakehttp.New(w, fakehttp.Options{})
		if err != nil {
			b.Fatal(err)
		}
		f(fake, world.Spec())
	}
	all := func(string, string) (bool, error) { return true, nil }
	testing.RunTests(all, []testing.InternalTest{{Name: "bubble", F: func(t *testing.T) { synctest.Test(t, inside) }}})
}
