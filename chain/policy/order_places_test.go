package policy

import (
	"slices"
	"testing"

	"wavetank/chain"
)

// TestPlaces: who is asked first, or most often, stands first; where chance decides
// evenly, or experience, it is the written order.
func TestPlaces(t *testing.T) {
	providers := []string{"a", "b", "c"}
	member := func(name string, weight int) Weight { return Weight{Provider: name, Weight: weight} }
	for about, c := range map[string]struct {
		order Order
		want  []int16
	}{
		"written":         {&Listed{}, nil},
		"listed":          {&Listed{Providers: []string{"c", "a"}}, []int16{2, 0}},
		"the first two":   {&Listed{First: 2}, []int16{0, 1}},
		"unknown":         {&Listed{Providers: []string{"x"}}, nil},
		"weighted":        {&Weighted{Weights: []Weight{member("a", 1), member("c", 1), member("b", 5)}}, []int16{1, 0, 2}},
		"never chosen":    {&Weighted{Weights: []Weight{member("a", 0), member("c", 1)}}, []int16{2}},
		"evenly":          {&Uniform{}, nil},
		"experience":      {&LeastLatency{}, nil},
		"cheapest":        {&ByPrice{Prices: []Price{{"a", 9}, {"b", 3}, {"c", 5}}}, []int16{1, 2, 0}},
		"groups":          {&Groups{Groups: []Group{{Members: []Weight{member("c", 1), member("b", 2)}}, {Members: []Weight{member("a", 1)}}}}, []int16{1, 2, 0}},
		"groups, listed":  {&Groups{Groups: []Group{{Pick: PickListed, Members: []Weight{member("c", 1), member("b", 2)}}, {Members: []Weight{member("a", 1)}}}}, []int16{2, 1, 0}},
		"nameless groups": {&Groups{Size: 2}, nil},
		"paths":           {&Paths{Paths: []Path{{1, []string{"a", "b"}}, {3, []string{"c", "a"}}}}, []int16{2, 0, 1}},
		"pools":           {&Pools{Pools: [][]string{{"b"}, {"a", "c"}}}, []int16{1, 0, 2}},
		"tiers":           {&Tiers{Tiers: [][]string{{"c"}, {"b"}}}, []int16{2, 1}},
		"turns":           {&RoundRobin{Providers: []string{"c", "b"}}, []int16{2, 1}},
	} {
		s := chain.Strategy{Order: c.order.Build()}
		if got := s.Places(providers, nil); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", about, got, c.want)
		}
	}
}
