package policy

import (
	"slices"
	"testing"
)

func TestScopes(t *testing.T) {
	names := []string{"groq-large", "groq-small", "gemini", "groq"}
	for _, c := range []struct {
		what string
		s    Scope
		want []int16
	}{
		{"one for all", Scope{All: true}, []int16{0, 0, 0, 0}},
		{"groups, and the rest by themselves", Scope{Groups: [][]string{{"groq-small", "gemini"}}}, []int16{0, 1, 1, 2}},
		{"a vendor ends at the first hyphen", Scope{Vendor: true}, []int16{0, 0, 1, 0}},
	} {
		if err := c.s.Check(); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		got, err := c.s.Build().Scopes(names)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.what, got, err, c.want)
		}
	}
	if (&Scope{}).Build() != nil {
		t.Error("no scope is not neutral")
	}
	for what, s := range map[string]Scope{
		"a name in two groups": {Groups: [][]string{{"a", "b"}, {"a"}}}, "groups beside all": {All: true, Groups: [][]string{{"a"}}},
		"vendor beside all": {All: true, Vendor: true}, "vendor beside groups": {Vendor: true, Groups: [][]string{{"a"}}},
	} {
		if s.Check() == nil {
			t.Errorf("%s passes the check", what)
		}
	}
	if _, err := (&Scope{Groups: [][]string{{"a"}}}).Scopes(names); err == nil {
		t.Error("a group of somebody who is not there")
	}
}
