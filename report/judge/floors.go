package judge

// Floor is what is added to both sides of the measure of a complaint, so that little
// beside nothing is not endless.
type Floor struct {
	Cost  string // what is measured
	Value float64
	Unit  string
}

// Floors are those of all complaints: a figure is (value + floor) / (best + floor) times
// worse than it might be.
func Floors() []Floor {
	return []Floor{
		{"requests that miss, against the bound's", missesFloor, "of the requests"},
		{"p99, against that of the provider that ideal asks most", timeFloor, "s"},
		{"a provider that is well and passed over, against none", lagFloor, "s"},
		{"false trips, against none", tripsFloor, "a run"},
		{"dollars per 1,000 answers, against the cheapest rival's", moneyFloor, "dollars"},
	}
}
