package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"wavetank/chain/strategy/yamldoc"
	"wavetank/report/judge"
	"wavetank/scenarios"
)

// samplingFlags say how well figures are to be known.
type samplingFlags struct {
	precision []string
	plan      scenarios.Sampling
}

// defaultSeedsMax is twenty doubled five times: six looks.
const defaultSeedsMax = 640

func (f *samplingFlags) register(c *cobra.Command) {
	fl := c.Flags()
	fl.StringArrayVar(&f.precision, "precision", nil, "add runs until every strategy's figure is so `CLOSE`,\nas 'latency_p99: 2%' or 'latency_p99: 50ms'; repeatable")
	fl.IntVar(&f.plan.SeedsMax, "seeds-max", defaultSeedsMax, "with --precision, play each strategy at most `N` times")
}

// read checks the flags' values.
func (f *samplingFlags) read(c *cobra.Command, seeds int) error {
	changed := c.Flags().Changed("seeds-max")
	switch most := f.plan.SeedsMax; {
	case changed && len(f.precision) == 0:
		return errors.New("--seeds-max bounds what --precision adds, and there is no --precision")
	case most < 1 || most > maxSeeds:
		return fmt.Errorf("--seeds-max %d: at least 1, at most %d", most, maxSeeds)
	case changed && most < seeds:
		return fmt.Errorf("--seeds-max %d: less than --seeds %d", most, seeds)
	}
	for _, text := range f.precision {
		p, err := judge.ParsePrecision(text, yamldoc.Nearest)
		if err != nil {
			return fmt.Errorf("--precision %s: %w", text, err)
		}
		f.plan.Precision = append(f.plan.Precision, p)
	}
	return nil
}

// again are the arguments that ask for the same replications.
func (f *samplingFlags) again() (out []string) {
	for _, text := range f.precision {
		out = append(out, "--precision", text)
	}
	if len(f.precision) > 0 {
		out = append(out, "--seeds-max", strconv.Itoa(f.plan.SeedsMax))
	}
	return out
}
