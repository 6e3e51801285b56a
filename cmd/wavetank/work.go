package main

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"
)

// workFlag is --max-work: a number of at least 1.
type workFlag struct{ to *float64 }

// registerWork adds --max-work, which raises what a document may cost.
func registerWork(fl *pflag.FlagSet, to *float64) {
	fl.Var(workFlag{to}, "max-work", "let a document cost `N` times the time and memory that it may by default,\nabout five minutes of a core for each seed and 1 GB")
}

func (f workFlag) String() string {
	if f.to == nil || *f.to == 0 {
		return ""
	}
	return strconv.FormatFloat(*f.to, 'g', -1, 64)
}

func (f workFlag) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 1 && v <= 1e15) {
		return errors.New("expected a number of at least 1, as 10")
	}
	*f.to = v
	return nil
}

func (workFlag) Type() string { return "number" }

// workAgain are the arguments that allow the same cost.
func workAgain(v float64) []string {
	if v == 0 {
		return nil
	}
	return []string{"--max-work", workFlag{&v}.String()}
}
