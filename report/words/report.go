package words

import "wavetank/report/judge"

// Report is what a format writes: the results of one command, and how the
// reader wants to see them.
type Report struct {
	Results []*judge.Result
	View    View
}

// View is how a person looks at a report. Files that programs read ignore it.
type View struct {
	Width int  // columns of the screen; 0: 100
	Wide  bool // everything: intervals, all percentiles, labels, providers
	Quiet bool // no notes
	Color bool // ANSI colours; they never carry meaning alone

	// Locate says where a file lies in its repository, with slashes, and "" where
	// it lies in none: for formats that point at lines. Nil: as it is written.
	Locate func(file string) string
}
