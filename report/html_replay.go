package report

import "context"

// seesTapes asks for the tapes of a page's plots.
var seesTapes = &Need{func(sc *Scenario) Sheet { return newTape(sc, tapePointsMax) }}

// tapes returns what the plots need of each strategy, in their order. Where there
// are so few requests that the points of time must be longer than those that were
// seen, the runs are played again, which takes no time for that reason.
func (r *Result) tapes(ctx context.Context) ([]*tape, error) {
	points := r.tapePoints()
	if tapeWidth(r.Scenario.Duration, points) == tapeWidth(r.Scenario.Duration, tapePointsMax) {
		return sheetsOf[*tape](ctx, r, seesTapes)
	}
	return sheetsOf[*tape](ctx, r, &Need{func(sc *Scenario) Sheet { return newTape(sc, points) }})
}
