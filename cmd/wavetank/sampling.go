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

// defaultSeeds and defaultSeedsMax: a loss that strikes one run in twenty is missed by
// sixty runs in one comparison in twenty (0.95^60 = 4.6 %), by twenty in one of three. Figures of
// four hundred have half the interval of those of a hundred; what is open then is
// told.
const (
	defaultSeeds    = 60
	defaultSeedsMax = 400
)

func (f *samplingFlags) register(c *cobra.Command) {
	fl := c.Flags()
	fl.StringArrayVar(&f.precision, "precision", nil, "add runs until every strategy's figure is so `CLOSE`,\nas 'latency_p99: 2%' or 'latency_p99: 50ms'; repeatable")
	fl.IntVar(&f.plan.SeedsMax, "max-seeds", defaultSeedsMax, "play each strategy at most `N` times, until what is said is settled,\nand with --precision every figure known so well")
}

// read checks the flags' values.
func (f *samplingFlags) read(c *cobra.Command, seeds int) error {
	changed := c.Flags().Changed("max-seeds")
	switch most := f.plan.SeedsMax; {
	case changed && len(f.precision) == 0 && c.Flags().Changed("seeds"):
		return errors.New("--max-seeds bounds what is added, and --seeds alone is exact")
	case most < 1 || most > maxSeeds:
		return fmt.Errorf("--max-seeds %d: at least 1, at most %d", most, maxSeeds)
	case changed && most < seeds && c.Flags().Changed("seeds"):
		return fmt.Errorf("--max-seeds %d: less than --seeds %d", most, seeds)
	}
	f.plan.Settle = !c.Flags().Changed("seeds")
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
		out = append(out, "--max-seeds", strconv.Itoa(f.plan.SeedsMax))
	}
	return out
}
