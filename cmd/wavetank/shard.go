package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wavetank/scenarios/search"
	"wavetank/sim/tune"
)

// maxShards is as many as a search is divided into.
const maxShards = search.MaxShards

// The variables by which anything that starts processes can tell each of them
// its shard.
const (
	shardIndexVar = "WAVETANK_SHARD_INDEX" // from 0
	shardsVar     = "WAVETANK_SHARDS"      // how many there are
)

// parseShard reads which shard of a search is asked for: one by number, as 3/8,
// or auto, the one that the environment tells. Without text it is all of them.
//
//	engine              index, counted from          how many
//	Kubernetes          JOB_COMPLETION_INDEX, 0      WAVETANK_SHARDS
//	Slurm               SLURM_ARRAY_TASK_ID, _MIN    SLURM_ARRAY_TASK_COUNT
//	GitHub, any other   WAVETANK_SHARD_INDEX, 0      WAVETANK_SHARDS
//
// Kubernetes tells a pod its index and not how many there are. GitHub tells a
// job neither: its workflow must pass strategy.job-index and strategy.job-total.
func parseShard(text string, env func(string) (string, bool)) (tune.Shard, error) {
	var shard tune.Shard
	var err error
	switch text {
	case "":
	case "auto":
		shard, err = shardEnv(env).shard()
	default:
		shard, err = numberedShard(text)
	}
	if err != nil {
		return tune.Shard{}, fmt.Errorf("--shard %s: %w", text, err)
	}
	return shard, nil
}

func numberedShard(text string) (tune.Shard, error) {
	left, right, found := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(left)
	of, err2 := strconv.Atoi(right)
	switch {
	case !found || err1 != nil || err2 != nil:
		return tune.Shard{}, errors.New("expected a shard and how many there are, as 3/8, or auto")
	case of < 1 || of > maxShards:
		return tune.Shard{}, fmt.Errorf("at least 1 shard, at most %d", maxShards)
	case index < 1:
		return tune.Shard{}, fmt.Errorf("shards count from 1: 1/%d to %d/%d", of, of, of)
	case index > of:
		return tune.Shard{}, fmt.Errorf("the last shard is %d/%d", of, of)
	}
	return tune.Shard{Index: index, Of: of}, nil
}

// shardEnv is an environment in which an engine tells each of its tasks which
// one it is.
type shardEnv func(string) (string, bool)

// shardEngines are those that are known, each by the variable that shows it.
var shardEngines = []struct {
	name, index string
	read        func(shardEnv) (tune.Shard, error)
}{
	{"Kubernetes", "JOB_COMPLETION_INDEX", shardEnv.kubernetes},
	{"Slurm", "SLURM_ARRAY_TASK_ID", shardEnv.slurm},
	{shardIndexVar, shardIndexVar, shardEnv.generic},
}

// shard is what all engines that are there agree on. Two that differ are no
// reason to prefer one: the wrong one would leave a part of the search out.
func (e shardEnv) shard() (shard tune.Shard, err error) {
	from := ""
	for _, engine := range shardEngines {
		if !e.has(engine.index) {
			continue
		}
		s, err := engine.read(e)
		switch {
		case err != nil:
			return shard, err
		case from != "" && s != shard:
			return shard, fmt.Errorf("%s says %d/%d and %s says %d/%d: unset one, or write --shard %d/%d",
				from, shard.Index, shard.Of, engine.name, s.Index, s.Of, shard.Index, shard.Of)
		}
		from, shard = engine.name, s
	}
	if from == "" {
		return shard, e.nowhere()
	}
	return shard, nil
}

// nowhere says which variables to set where no engine shows itself.
func (e shardEnv) nowhere() error {
	if e.has("GITHUB_ACTIONS") {
		return fmt.Errorf("GitHub does not tell a job its place in the matrix: give the job env with "+
			"%s: ${{ strategy.job-index }} and %s: ${{ strategy.job-total }}", shardIndexVar, shardsVar)
	}
	return fmt.Errorf("no shard in the environment: set %s, counted from 0, and %s, or write --shard 1/8 "+
		"(known are Kubernetes' JOB_COMPLETION_INDEX and Slurm's SLURM_ARRAY_TASK_ID)", shardIndexVar, shardsVar)
}

func (e shardEnv) kubernetes() (tune.Shard, error) {
	if !e.has(shardsVar) {
		return tune.Shard{}, fmt.Errorf("a pod of Kubernetes is not told how many shards there are: set %s to the job's completions", shardsVar)
	}
	return e.counted("JOB_COMPLETION_INDEX")
}

func (e shardEnv) generic() (tune.Shard, error) {
	if !e.has(shardsVar) {
		return tune.Shard{}, fmt.Errorf("%s is set, %s is not: set it to how many shards there are", shardIndexVar, shardsVar)
	}
	return e.counted(shardIndexVar)
}

// counted is the shard of an index that counts from 0.
func (e shardEnv) counted(name string) (tune.Shard, error) {
	index, err := e.number(name)
	if err != nil {
		return tune.Shard{}, err
	}
	of, err := e.number(shardsVar)
	switch {
	case err != nil:
		return tune.Shard{}, err
	case of < 1 || of > maxShards:
		return tune.Shard{}, fmt.Errorf("%s is %d: at least 1, at most %d", shardsVar, of, maxShards)
	case index >= of:
		return tune.Shard{}, fmt.Errorf("%s is %d, counted from 0, and %s is %d: set %s to how many shards there are",
			name, index, shardsVar, of, shardsVar)
	}
	return tune.Shard{Index: index + 1, Of: of}, nil
}

// slurm is the shard of a task of an array. Its ids need not begin at 0 nor lie
// side by side: 0-15:4 is 0, 4, 8 and 12, and the last of them is in
// SLURM_ARRAY_TASK_MAX.
func (e shardEnv) slurm() (tune.Shard, error) {
	var v [5]int
	for i, part := range []string{"ID", "MIN", "MAX", "STEP", "COUNT"} {
		n, err := e.number("SLURM_ARRAY_TASK_" + part)
		if err != nil {
			return tune.Shard{}, err
		}
		v[i] = n
	}
	id, least, most, step, count := v[0], v[1], v[2], v[3], v[4]
	switch {
	case count < 1 || count > maxShards:
		return tune.Shard{}, fmt.Errorf("an array of %d: at least 1 task, at most %d", count, maxShards)
	case step < 1 || most != least+(count-1)*step || id < least || id > most || (id-least)%step != 0:
		// Such as 3,7,8: of these no task can tell its place.
		return tune.Shard{}, fmt.Errorf("an array of %d from %d to %d is no series in steps of %d: submit it as --array=1-%d",
			count, least, most, step, count)
	}
	if err := e.whole(least, count); err != nil {
		return tune.Shard{}, err
	}
	return tune.Shard{Index: (id-least)/step + 1, Of: count}, nil
}

// whole refuses an array that seems to repeat some tasks of another one, as
// --array=7 after --array=1-8: its only task would play everything.
func (e shardEnv) whole(least, tasks int) error {
	if !e.has(shardsVar) {
		if least > 1 {
			return fmt.Errorf("an array of %d that begins at %d: if it is all shards, set %s to %d, else scontrol requeue the tasks to repeat",
				tasks, least, shardsVar, tasks)
		}
		return nil
	}
	of, err := e.number(shardsVar)
	if err == nil && of != tasks {
		err = fmt.Errorf("an array of %d, and %s is %d: to repeat some tasks, scontrol requeue them, or write --shard 1/%d",
			tasks, shardsVar, of, of)
	}
	return err
}

// has reports whether a variable has a value. An empty one has none: engines
// write that for what they do not know.
func (e shardEnv) has(name string) bool {
	v, _ := e(name)
	return v != ""
}

// number is the value of a variable, which is a whole number from 0.
func (e shardEnv) number(name string) (int, error) {
	v, _ := e(name)
	n, err := strconv.ParseUint(v, 10, 31)
	switch {
	case v == "":
		return 0, fmt.Errorf("%s is not set, as sbatch --array does: set it, or write --shard 3/8", name)
	case err != nil:
		return 0, fmt.Errorf("%s is %q, which is no whole number from 0", name, v)
	}
	return int(n), nil
}
