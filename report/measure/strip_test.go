package measure

import "testing"

func TestStripRows(t *testing.T) {
	s := Strip{
		Sick:    []bool{false, false, true, true, true, true},
		Sent:    []int32{100, 100, 100, 2, 0, 0},
		Failed:  []int32{0, 24, 25, 2, 0, 0},
		Hung:    []int32{0, 0, 0, 0, 0, 0},
		Cut:     []int32{0, 0, 0, 0, 0, 0},
		Probes:  []int32{0, 0, 0, 1, 1, 0},
		Skipped: []bool{false, false, false, true, true, true},
	}
	if got := s.CallsRow(); got != "··!!?■" {
		t.Errorf("calls: %s", got)
	}
	if got := s.TruthRow(); got != "··████" {
		t.Errorf("truth: %s", got)
	}
	if s.Failing() != OnError || !s.Ill() {
		t.Errorf("failing %v, ill %v", s.Failing(), s.Ill())
	}
	s.Cut = []int32{0, 24, 25, 0, 0, 0}
	if s.Failing() != OnSlow {
		t.Errorf("most are cut off: %v", s.Failing())
	}
	s.Cut, s.Hung = []int32{0, 0, 0, 0, 0, 0}, []int32{0, 24, 25, 0, 0, 0}
	if s.Failing() != OnHang {
		t.Errorf("most hang: %v", s.Failing())
	}
}
