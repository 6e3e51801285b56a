package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"wavetank/report"
	"wavetank/scenarios/search"
)

// newMerge is the command that finishes a search which several machines have
// shared.
func newMerge(s *system) *cobra.Command {
	show := &showFlags{}
	workers, most := 0, 0.0
	c := &cobra.Command{
		Use:   "merge PART.json...",
		Short: "Finish a search that several machines have shared",
		Long: `Put together the parts that wavetank tune --shard I/N has written, play what is left
(finalists, held-out seeds), and write the same bytes as one machine would. The
scenario and strategy files of the search must lie where they lay, unchanged.`,
		Example: `  wavetank merge part-*.json -o table -o json=all.json -o html=front.html`,
		Args: func(c *cobra.Command, args []string) error {
			return count(1, maxShards, "the parts of a search")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if workers < 0 {
				return fmt.Errorf("--workers %d: at least 0", workers)
			}
			return merge(c.Context(), s, show, workers, most, args)
		},
	}
	c.Flags().IntVar(&workers, "workers", 0, "play on `N` cores (default all); the result is the same")
	registerWork(c.Flags(), &most)
	show.register(c.Flags())
	completeFlags(c, map[string]cobra.CompletionFunc{"output": offer(cobra.ShellCompDirectiveNoSpace, report.TuningFormats.Names)})
	return c
}

func merge(ctx context.Context, s *system, show *showFlags, workers int, most float64, paths []string) error {
	targets, err := parseTargets(show.outputs, show.quiet, report.TuningFormats.Names())
	if err != nil {
		return err
	}
	if err := s.readable(targets); err != nil {
		return err
	}
	heads, err := readHeads(paths)
	if err != nil {
		return err
	}
	if err := complement(paths, heads); err != nil {
		return err
	}
	f, refs, err := parseRequest(heads[0].Request)
	if err != nil {
		return fmt.Errorf("%s: %w", paths[0], err)
	}
	f.opts.Plan.Workers, f.opts.MaxWork = workers, most // what a part says of it, a stranger may have written
	t, err := f.prepare(s, refs)
	if err != nil {
		return err
	}
	log := search.NewLog(nil)
	for i, path := range paths {
		if err := t.Same(heads[i]); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := readPart(path, t, log); err != nil {
			return err
		}
	}
	tell, finish := newProgress(s, show.quiet, "merge")
	search, err := t.Search(log, tell)
	if err != nil {
		return err
	}
	if err := search.Screen(ctx); err != nil && ctx.Err() == nil {
		finish()
		return ours(err)
	}
	err = show.conclude(ctx, s, t, search, targets, append([]string{"wavetank", "tune"}, heads[0].Request...), finish)
	if ctx.Err() != nil {
		return interruptedBy(ctx, "")
	}
	return err
}

// parseRequest reads the arguments of tune that a part carries.
func parseRequest(args []string) (*tuneFlags, []string, error) {
	f := &tuneFlags{}
	fl := pflag.NewFlagSet("tune", pflag.ContinueOnError)
	f.register(fl)
	if err := fl.Parse(args); err != nil {
		return nil, nil, err
	}
	return f, fl.Args(), f.read(fl)
}

// readHeads reads the first line of every part.
func readHeads(paths []string) (heads []search.PartHead, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, cause(err))
		}
		head, _, err := search.ReadHead(bufio.NewReader(f))
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		heads = append(heads, head)
	}
	return heads, nil
}

// complement refuses parts that are not, together, one whole search.
func complement(paths []string, heads []search.PartHead) error {
	of, seen := 0, map[int]string{}
	for i, h := range heads {
		if h.Search != heads[0].Search {
			return fmt.Errorf("%s and %s are parts of different searches", paths[0], paths[i])
		}
		index, n := 1, 1
		if h.Shard != "" {
			shard, err := numberedShard(h.Shard)
			if err != nil {
				return fmt.Errorf("%s says that it is shard %q: %w", paths[i], h.Shard, err)
			}
			index, n = shard.Index, shard.Of
		}
		switch {
		case !h.Whole:
			return fmt.Errorf("%s was cut short: play shard %s again (its --checkpoint goes on where it ended)", paths[i], h.Shard)
		case of != 0 && n != of:
			return fmt.Errorf("%s is one of %d parts, %s one of %d", paths[0], of, paths[i], n)
		case seen[index] != "":
			return fmt.Errorf("%s and %s are both shard %s", seen[index], paths[i], h.Shard)
		}
		of, seen[index] = n, paths[i]
	}
	var missing []string
	for i := 1; i <= of; i++ {
		if seen[i] == "" {
			missing = append(missing, fmt.Sprintf("%d/%d", i, of))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("missing: shard %s", strings.Join(missing[:min(len(missing), 10)], ", "))
	}
	return nil
}

// readPart takes the plays of a part into a log.
func readPart(path string, t *search.Tuning, log *search.Log) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	if _, _, err := search.ReadHead(r); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if _, err = t.Read(r, log); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
