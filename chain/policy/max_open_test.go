package policy

import (
	"testing"

	"wavetank/chain"
)

// TestMaxOpen holds how many breakers may be open against the arithmetic of Envoy's
// detector: 100*(ejected+1)/hosts must not exceed max_ejection_percent, unless one
// may be out in any case and nobody is (outlier_detection_impl.cc, 1.31).
func TestMaxOpen(t *testing.T) {
	for hosts := 1; hosts <= 40; hosts++ {
		for percent := 1; percent <= 100; percent++ {
			for ejected := range hosts {
				for _, always := range []bool{false, true} {
					u := rules{most: Ratio(10 * percent), one: always, peers: func(chain.Instant) (int, int) { return ejected, hosts }}
					want := 100*float64(ejected+1)/float64(hosts) <= float64(percent) || always && ejected == 0
					if got := u.mayOpen(0); got != want {
						t.Fatalf("%d of %d hosts are out, at most %d %%, always one %t: one more %t, want %t", ejected, hosts, percent, always, got, want)
					}
				}
			}
		}
	}
}
