package policy

import (
	"testing"

	"wavetank/chain"
)

// TestTokenRatio spends a bucket and fills it again, call by call.
func TestTokenRatio(t *testing.T) {
	recipe := (&TokenRatio{Ratio: 250, Burst: 2, Covers: []Cover{CoverRetry}}).Build()
	b := recipe.MakeBudget()
	spend := func(what string, why chain.Reason, want bool) {
		t.Helper()
		if got := b.Spend(0, why); got != want {
			t.Errorf("%s: Spend(%s) = %v, want %v", what, why, got, want)
		}
	}
	calls := func(n int) {
		for range n {
			b.Began(0)
		}
	}
	spend("full at first", chain.ForRetry, true)
	spend("its last token", chain.ForRetry, true)
	spend("empty", chain.ForRetry, false)
	spend("not covered", chain.ForHedge, true)
	spend("not covered", chain.ForFailover, true)
	calls(3)
	spend("three quarters of a token", chain.ForRetry, false)
	calls(1)
	spend("a whole token", chain.ForRetry, true)
	spend("no more", chain.ForRetry, false)
	calls(1000)
	spend("never more than its burst", chain.ForRetry, true)
	spend("never more than its burst", chain.ForRetry, true)
	spend("never more than its burst", chain.ForRetry, false)
	b = recipe.MakeBudget()
	spend("a chain of its own", chain.ForRetry, true)
}
