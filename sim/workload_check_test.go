package sim

import (
	"strings"
	"testing"
	"time"

	"wavetank/faults"
)

func TestWorkloadChecks(t *testing.T) {
	second := &faults.Constant{Value: faults.Time(time.Second)}
	for _, row := range []struct {
		part interface{ Check() error }
		want string
	}{
		{&Workload{Deadline: -1}, "deadline: -1ns"},
		{&Workload{Patience: 1 << 62}, "patience: "},
		{&KindWeights{}, "sum to nothing"},
		{&KindWeights{Chat: 1, Overlong: -2}, "overlong: the weight -2"},
		{&TokenLaws{In: second}, "in: 1s is a time"},
		{&TokenLaws{Out: second}, "out: 1s is a time"},
		{&Workload{}, ""},
		{&KindWeights{Malformed: 1}, ""},
		{&TokenLaws{}, ""},
	} {
		err := row.part.Check()
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("Check(%+v) = %v, want it to say %q", row.part, err, row.want)
		}
	}
}
