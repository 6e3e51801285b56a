package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"wavetank/report"
	"wavetank/scenarios"
	"wavetank/scenarios/search"
)

// newMerge is the command that finishes a search which several machines have
// shared.
func newMerge(s *system) *cobra.Command {
	show := &showFlags{}
	workers, most := 0, 0.0
	var allow []string
	c := &cobra.Command{
		Use:   "merge PART.json...",
		Short: "Finish a search that several machines have shared",
		Long: `Put together the parts that wavetank tune --shard I/N has written, play what is left
(finalists, held-out seeds), and write the same bytes as one machine would. The
scenario and strategy files of the search must lie where they lay, unchanged: in
the working folder, or in a folder of --allow-files.`,
		Example: `  wavetank merge part-*.json -o table -o json=all.json -o html=front.html`,
		Args: func(c *cobra.Command, args []string) error {
			return count(1, maxShards, "the parts of a search")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if workers < 0 || workers > maxWorkers {
				return fmt.Errorf("--workers %d: at least 0, at most %d", workers, maxWorkers)
			}
			o := scenarios.Options{AllowFiles: allow, MaxWork: most}
			return merge(c.Context(), s, show, workers, o, args)
		},
	}
	c.Flags().IntVar(&workers, "workers", 0, "play on `N` cores (default all); the result is the same")
	allowFiles(c.Flags(), &allow)
	registerWork(c.Flags(), &most)
	show.register(c.Flags())
	completeFlags(c, map[string]cobra.CompletionFunc{"output": offer(cobra.ShellCompDirectiveNoSpace, report.TuningFormats.Names)})
	return c
}

func merge(ctx context.Context, s *system, show *showFlags, workers int, o scenarios.Options, paths []string) error {
	targets, err := parseTargets(show.outputs, show.quiet, report.TuningFormats.Names())
	if err != nil {
		return err
	}
	if err := s.readable(targets); err != nil {
		return err
	}
	t, ask, log, err := s.readParts(ctx, paths, o, workers)
	switch {
	case ctx.Err() != nil:
		return interruptedBy(ctx, "")
	case err != nil:
		return err
	}
	if err := s.claim(targets...); err != nil {
		return err
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
	err = show.conclude(ctx, s, t, search, targets, ask, finish)
	if ctx.Err() != nil {
		return interruptedBy(ctx, "")
	}
	return err
}

// readParts makes the search that parts are of, from what the first one says of it,
// and takes their plays. A part is somebody else's data: what it names is read as
// if a document named it, and nothing that it says is a flag.
func (s *system) readParts(ctx context.Context, paths []string, own scenarios.Options, workers int) (*search.Tuning, *search.Request, *search.Log, error) {
	files := own.Files()
	heads, err := s.readHeads(files, paths)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := complement(paths, heads); err != nil {
		return nil, nil, nil, err
	}
	ask := &heads[0].Head.Request
	o, err := ask.Options()
	if err != nil {
		return nil, nil, nil, err
	}
	o.Env, o.Stdin, o.Opened, o.Plan.Workers = s.env, s.stdin, s.opened, workers
	o.AllowFiles, o.MaxWork = own.AllowFiles, own.MaxWork
	o.Options = o.Confined() // what a part names, nobody here has typed
	t, err := search.NewTuning(ask.Scenarios, o)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s:1: what the part searches: %w", paths[0], err)
	}
	log := search.NewLog(nil)
	for i, path := range paths {
		g, err := readPart(files, path, t, log)
		if err == nil && i%((len(paths)+mostAgain-1)/mostAgain) == 0 {
			err = t.Again(ctx, g)
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	return t, ask, log, nil
}

// mostAgain is of how many parts, spread over all, one play is played again.
const mostAgain = 16

// readHeads reads the first line of every part.
func (s *system) readHeads(files scenarios.Files, paths []string) (heads []*search.Reading, err error) {
	for _, path := range paths {
		s.opened(path)
		f, err := files.Open(path)
		if err != nil {
			return nil, err
		}
		g, err := search.ReadHead(path, search.PartKind, f)
		f.Close()
		if err != nil {
			return nil, err
		}
		heads = append(heads, g)
	}
	return heads, nil
}

// complement refuses parts that are not, together, one whole search.
func complement(paths []string, parts []*search.Reading) error {
	first := &parts[0].Head
	of, seen := first.Shard.Of, map[int]string{}
	for i, g := range parts {
		h := &g.Head
		switch {
		case h.Search != first.Search:
			return fmt.Errorf("%s:1: it is a part of another search than %s", paths[i], paths[0])
		case !h.Whole:
			return fmt.Errorf("%s:1: it was cut short: play shard %d/%d again (its --checkpoint goes on where it ended)", paths[i], h.Shard.Index, h.Shard.Of)
		case h.Shard.Of != of:
			return fmt.Errorf("%s:1: it is one of %d parts, %s one of %d", paths[i], h.Shard.Of, paths[0], of)
		case seen[h.Shard.Index] != "":
			return fmt.Errorf("%s:1: it is shard %[3]d/%[4]d, and %[2]s is too", paths[i], seen[h.Shard.Index], h.Shard.Index, of)
		}
		seen[h.Shard.Index] = paths[i]
	}
	var missing []string
	for i := 1; i <= of; i++ {
		if seen[i] == "" {
			missing = append(missing, fmt.Sprintf("%d/%d", i, of))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s:1: it is one of %d parts; missing: shard %s", paths[0], of, strings.Join(missing[:min(len(missing), 10)], ", "))
	}
	return nil
}

// readPart takes the plays of a part into a log.
func readPart(files scenarios.Files, path string, t *search.Tuning, log *search.Log) (*search.Reading, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g, err := search.ReadHead(path, search.PartKind, f)
	if err == nil {
		err = t.Same(g)
	}
	if err == nil {
		err = t.Read(g, log)
	}
	return g, err
}
