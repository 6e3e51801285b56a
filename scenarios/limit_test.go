package scenarios

import (
	"testing"
	"time"

	"wavetank/sim"
)

// TestTruthLimit: what a caller has no use for makes a provider ill, so the
// shortest of the slo, the deadline and the caller's patience is the limit.
func TestTruthLimit(t *testing.T) {
	s := time.Second
	for _, row := range []struct {
		limit, slo, deadline, patience, want time.Duration
		of                                   string
	}{
		{0, 5 * s, 60 * s, 600 * s, 5 * s, "slo"},
		{0, 0, 60 * s, 600 * s, 60 * s, "deadline"},
		{0, 0, 0, 1200 * s, 1200 * s, "patience"},
		{0, 90 * s, 60 * s, 600 * s, 60 * s, "deadline"},
		{0, 90 * s, 0, 30 * s, 30 * s, "patience"},
		{0, 0, 60 * s, 30 * s, 30 * s, "patience"},
		{20 * s, 5 * s, 60 * s, 30 * s, 20 * s, "truth.limit"},
	} {
		f := File{SLO: row.slo, Workload: sim.Workload{Deadline: row.deadline, Patience: row.patience}, Truth: Truth{Limit: row.limit}}
		if f.settleLimit(); f.Truth.Limit != row.want || f.Truth.limitOf != row.of {
			t.Errorf("%+v: the limit is %s, the %s", row, f.Truth.Limit, f.Truth.limitOf)
		}
	}
}
