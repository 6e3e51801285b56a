package client_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"

	"wavetank/chain/client"
	"wavetank/chain/strategy"
	"wavetank/faults"
	"wavetank/faults/fakehttp"
)

// BenchmarkBubble is what a call costs in a bubble, in nanoseconds: over httpmock
// alone, with a responder that waits a second; the same over a fake provider,
// which reads the request and writes the answer in its dialect; and of a chain of
// ours over that. The first must stay below 15 µs.
func BenchmarkBubble(b *testing.B) {
	b.Run("httpmock", func(b *testing.B) {
		bubble(b, func(*fakehttp.Fake, *faults.Spec) {
			mock := httpmock.NewMockTransport()
			mock.RegisterResponder(http.MethodPost, "http://a.test/v1/chat/completions", func(r *http.Request) (*http.Response, error) {
				time.Sleep(time.Second)
				return httpmock.NewStringResponse(200, hello), nil
			})
			c := &http.Client{Transport: mock}
			for range b.N {
				post(b, c, "http://a.test/v1/chat/completions")
			}
		})
	})
	b.Run("fake", func(b *testing.B) {
		bubble(b, func(fake *fakehttp.Fake, _ *faults.Spec) {
			c := &http.Client{Transport: fake.Transport()}
			url := fake.Endpoint(0).BaseURL + "/chat/completions"
			for range b.N {
				post(b, c, url)
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

// post asks and reads the answer, as a plain client does.
func post(b *testing.B, c *http.Client, url string) {
	r, err := c.Post(url, "application/json", strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"hi"}]}`))
	if err != nil {
		b.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, r.Body)
	_ = r.Body.Close()
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
