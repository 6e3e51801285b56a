// Package simtest plays a scenario against a Go program's own failover chain,
// from its own go test, in virtual time.
//
//	func TestOutage(t *testing.T) {
//		r := simtest.Run(t, "testdata/outage.yaml", map[string]simtest.New{
//			"ours": func(env *simtest.Env) simtest.Chain {
//				c := failover.New(env.Client) // with all its breakers, caches and limiters
//				for _, p := range env.Providers {
//					c.Add(p.Name, p.BaseURL, p.Key, p.Model)
//				}
//				c.OnStateChange = env.Breaker // so that trips are judged
//				return func(ctx context.Context, q simtest.Question) (string, error) {
//					return c.Ask(ctx, q.Prompt)
//				}
//			},
//		})
//		if p99 := r["ours"].LatencyP99(); p99 >= 5*time.Second {
//			t.Errorf("p99 is %v", p99)
//		}
//	}
//
// [Run] calls the constructor once per seed, each time inside a testing/synctest
// bubble. What it makes lives there, on the bubble's clock: code that sleeps,
// sets timers or asks for the time works as it is, and so do gobreaker,
// failsafe-go and the providers' own SDKs, given Env.Client and a provider's
// BaseURL. An hour of the scenario takes seconds. The chain gets the scenario's
// questions when they come, each on a goroutine of its own, from a world that
// draws the same luck as in `wavetank run`; the scenario's strategies meet the
// same questions beside it. The table of `wavetank run` shows them all, and the
// scenario's rules may speak of a chain by its name in the map.
//
// What the caller owes Run:
//
//  1. Everything that remembers is made inside the constructor. A breaker made
//     outside keeps the clock of the bubble that met it first.
//  2. All HTTP goes through Env.Client: time stands still while anyone waits for
//     a real connection.
//  3. Every request carries the context that its question came with, or one made
//     from it. By it, a request is known to belong to the question.
//  4. No lock is held across a wait: time stands still while anyone waits for a
//     sync.Mutex. A channel may serve as the lock.
//  5. A question returns when its context has ended.
//
// Whoever owes one of these is named, with the place in the code, and not judged:
// the test fails, and the others are played to their end. Before the first seed
// every chain plays three short rehearsals to find that out, in a world where all
// is well, in one where every provider fails, and in the first again: a chain
// that then behaves otherwise has kept something from the one before. One mistake
// ends the whole test, for the runtime gives no other choice: a fatal error that
// speaks of a channel, a timer or a wait group from outside the bubble means that
// one made in an earlier bubble was used in a later one. Its first lines name the
// place.
//
// A chain's latency, success, waste and cost come from what goes over the wire
// and from what it returns; its trips from what it tells by [Env.Breaker]. An
// attempt counts as failed if the chain gives it up, or asks again after it.
// Goroutines that wake at the same instant run in no certain order, so figures
// repeat to the last digit only where a scenario has no ties, as latencies of a
// continuous law have none.
package simtest
