package measure

import "testing"

func TestStripRows(t *testing.T) {
	s := Strip{
		Sick:    []bool{false, false, true, true, true, true},
		Sent:    []int32{100, 100, 100, 2, 0, 0},
		Failed:  []int32{0, 24, 25, 2, 0, 0},
		Hung:    []int32{0, 0, 0, 0, 0, 0},
		Probes:  []int32{0, 0, 0, 1, 1, 0},
		Skipped: []bool{false, false, false, true, true, true},
	}
	if got := s.CallsRow(); got != "··!!?■" {
		t.Errorf("calls: %s", got)
	}
	if got := s.TruthRow(); got != "··████" {
		t.Errorf("truth: %s", got)
	}
	if s.Hangs() || !s.Ill() {
		t.Errorf("hangs %v, ill %v", s.Hangs(), s.Ill())
	}
}
