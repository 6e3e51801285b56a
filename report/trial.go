package report

import (
	"context"

	"wavetank/sim"
)

// Trial is one alternative that was played beside the strategies, on the same
// seeds: one setting of the strategy to ship, changed.
type Trial struct {
	Arg      string   // the value of --strategy that plays it, as faster=five-provider,attempt.total=5s
	Base     string   // the strategy that it changes
	Path     string   // of the setting, as attempt.total
	Value    string   // that was tried
	Strategy Strategy // what it did; takes no part in the ranking
}

// Replay plays a strategy of a result again under one of its seeds, by its place
// in Result.Strategies, and streams the records into a sink: for formats that
// tell more than figures. The same seed gives the same records.
type Replay func(ctx context.Context, strategy int, seed uint64, sink sim.Sink) error

// Shares compare the requests of one run with those of the reference strategy
// under the same seed, request by request: parts of the servable requests. All
// are NaN where nobody compared.
type Shares struct {
	Improved float64 // usable where the reference's was not, or usable sooner
	Worsened float64 // the reverse
}
