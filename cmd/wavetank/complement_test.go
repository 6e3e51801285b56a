package main

import (
	"strings"
	"testing"

	"wavetank/scenarios/search"
)

// TestComplement holds that parts are counted by what they may be, and not by what one
// of them says.
func TestComplement(t *testing.T) {
	part := func(shard string) search.PartHead { return search.PartHead{Shard: shard, Whole: true} }
	for _, c := range []struct {
		shards []string
		want   string
	}{
		{[]string{"1/2", "2/2"}, ""}, {[]string{""}, ""}, {[]string{"1/3", "3/3"}, "missing: shard 2/3"},
		{[]string{"1/1000000000"}, "at most 10000"}, {[]string{"1/99999999999999999999"}, "expected a shard"},
		{[]string{"0/2", "2/2"}, "count from 1"}, {[]string{"3/2"}, "the last shard"}, {[]string{"x/y"}, "expected a shard"}, {[]string{"1/-5"}, "at least 1 shard"},
	} {
		var heads []search.PartHead
		for _, s := range c.shards {
			heads = append(heads, part(s))
		}
		err := complement([]string{"a.json", "b.json"}[:len(heads)], heads)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %q", c.shards, err, c.want)
		}
	}
}
