package main

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"wavetank/sim/tune"
)

// variables makes an environment of NAME=VALUE, apart by blanks.
func variables(text string) func(string) (string, bool) {
	vars := map[string]string{}
	for _, f := range strings.Fields(text) {
		name, value, _ := strings.Cut(f, "=")
		vars[name] = value
	}
	return func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}
}

// slurmTask is what Slurm tells a task of an array.
func slurmTask(id, least, most, step, count int) string {
	return fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d SLURM_ARRAY_TASK_MIN=%d SLURM_ARRAY_TASK_MAX=%d SLURM_ARRAY_TASK_STEP=%d SLURM_ARRAY_TASK_COUNT=%d ",
		id, least, most, step, count)
}

func TestParseShard(t *testing.T) {
	for _, c := range []struct {
		about, text, env string
		want             tune.Shard
	}{
		{"nothing asked for is everything", "", "JOB_COMPLETION_INDEX=3 WAVETANK_SHARDS=8", tune.Shard{}},
		{"the first", "1/4", "", tune.Shard{Index: 1, Of: 4}},
		{"the last", "4/4", "", tune.Shard{Index: 4, Of: 4}},
		{"the only one", "1/1", "", tune.Shard{Index: 1, Of: 1}},
		{"a number beats the environment", "2/4", "WAVETANK_SHARD_INDEX=0 WAVETANK_SHARDS=8", tune.Shard{Index: 2, Of: 4}},
		{"the generic pair", "auto", "WAVETANK_SHARD_INDEX=7 WAVETANK_SHARDS=8", tune.Shard{Index: 8, Of: 8}},
		{"a job of GitHub's matrix", "auto", "GITHUB_ACTIONS=true WAVETANK_SHARD_INDEX=0 WAVETANK_SHARDS=8", tune.Shard{Index: 1, Of: 8}},
		{"a pod of Kubernetes", "auto", "JOB_COMPLETION_INDEX=0 WAVETANK_SHARDS=3", tune.Shard{Index: 1, Of: 3}},
		{"Slurm from 0", "auto", slurmTask(0, 0, 7, 1, 8), tune.Shard{Index: 1, Of: 8}},
		{"Slurm from 1", "auto", slurmTask(8, 1, 8, 1, 8), tune.Shard{Index: 8, Of: 8}},
		{"Slurm with a step, 0-15:2", "auto", slurmTask(6, 0, 14, 2, 8), tune.Shard{Index: 4, Of: 8}},
		{"Slurm from 100, all of them", "auto", slurmTask(101, 100, 103, 1, 4) + "WAVETANK_SHARDS=4", tune.Shard{Index: 2, Of: 4}},
		{"an array of one", "auto", slurmTask(1, 1, 1, 1, 1), tune.Shard{Index: 1, Of: 1}},
		{"two that agree", "auto", slurmTask(3, 1, 8, 1, 8) + "WAVETANK_SHARD_INDEX=2 WAVETANK_SHARDS=8", tune.Shard{Index: 3, Of: 8}},
		{"an empty variable is none", "auto", "JOB_COMPLETION_INDEX= WAVETANK_SHARD_INDEX=1 WAVETANK_SHARDS=2", tune.Shard{Index: 2, Of: 2}},
		{"as many as there may be", "10000/10000", "", tune.Shard{Index: 10_000, Of: 10_000}},
	} {
		got, err := parseShard(c.text, variables(c.env))
		if err != nil || got != c.want {
			t.Errorf("%s: --shard %q in %q is %v, %v, want %v", c.about, c.text, c.env, got, err, c.want)
		}
	}
}

func TestParseShardRefuses(t *testing.T) {
	for _, c := range []struct{ about, text, env, want string }{
		{"counted from 0", "0/4", "", "--shard 0/4: shards count from 1: 1/4 to 4/4"},
		{"beyond the last", "5/4", "", "--shard 5/4: the last shard is 4/4"},
		{"of none", "1/0", "", "at least 1 shard"},
		{"of too many", "1/10001", "", "at most 10000"},
		{"one number", "3", "", "expected a shard and how many there are, as 3/8, or auto"},
		{"two slashes", "1/2/3", "", "as 3/8, or auto"},
		{"another word", "all", "", "as 3/8, or auto"},
		{"nothing there", "auto", "", "set WAVETANK_SHARD_INDEX, counted from 0, and WAVETANK_SHARDS"},
		{"how many alone", "auto", "WAVETANK_SHARDS=8", "set WAVETANK_SHARD_INDEX"},
		{"an index alone", "auto", "WAVETANK_SHARD_INDEX=1", "WAVETANK_SHARDS is not: set it"},
		{"GitHub alone", "auto", "GITHUB_ACTIONS=true", "WAVETANK_SHARD_INDEX: ${{ strategy.job-index }}"},
		{"Kubernetes alone", "auto", "JOB_COMPLETION_INDEX=1", "set WAVETANK_SHARDS to the job's completions"},
		{"more pods than said", "auto", "JOB_COMPLETION_INDEX=8 WAVETANK_SHARDS=8", "JOB_COMPLETION_INDEX is 8, counted from 0, and WAVETANK_SHARDS is 8"},
		{"no number", "auto", "WAVETANK_SHARD_INDEX=one WAVETANK_SHARDS=8", `WAVETANK_SHARD_INDEX is "one"`},
		{"below 0", "auto", "WAVETANK_SHARD_INDEX=-1 WAVETANK_SHARDS=8", `WAVETANK_SHARD_INDEX is "-1"`},
		{"too many said", "auto", "WAVETANK_SHARD_INDEX=1 WAVETANK_SHARDS=20000", "WAVETANK_SHARDS is 20000: at least 1, at most 10000"},
		{"Slurm's half", "auto", "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=0", "SLURM_ARRAY_TASK_MAX is not set"},
		{"a list of Slurm's", "auto", slurmTask(7, 3, 8, 1, 3), "an array of 3 from 3 to 8 is no series in steps of 1: submit it as --array=1-3"},
		{"a step of 0", "auto", slurmTask(1, 1, 1, 0, 1), "is no series"},
		{"an array of none", "auto", slurmTask(1, 1, 1, 1, 0), "an array of 0"},
		{"some tasks again", "auto", slurmTask(7, 7, 7, 1, 1), "an array of 1 that begins at 7: if it is all shards, set WAVETANK_SHARDS to 1, else scontrol requeue"},
		{"some of those said", "auto", slurmTask(1, 1, 1, 1, 1) + "WAVETANK_SHARDS=8", "an array of 1, and WAVETANK_SHARDS is 8"},
		{"two that differ", "auto", slurmTask(3, 1, 8, 1, 8) + "WAVETANK_SHARD_INDEX=3 WAVETANK_SHARDS=8",
			"Slurm says 3/8 and WAVETANK_SHARD_INDEX says 4/8: unset one, or write --shard 3/8"},
	} {
		got, err := parseShard(c.text, variables(c.env))
		if err == nil || !strings.Contains(err.Error(), c.want) || got != (tune.Shard{}) {
			t.Errorf("%s: --shard %q in %q is %v, %v, want %s", c.about, c.text, c.env, got, err, c.want)
		}
	}
}

// TestShardsOfAnArray holds that the tasks of any array that Slurm makes of a
// series are all of its shards, in order.
func TestShardsOfAnArray(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least, step := rapid.IntRange(0, 1).Draw(t, "least"), rapid.IntRange(1, 9).Draw(t, "step")
		last := least + rapid.IntRange(0, 60).Draw(t, "width")
		var ids []int
		for id := least; id <= last; id += step {
			ids = append(ids, id)
		}
		for i, id := range ids {
			got, err := parseShard("auto", variables(slurmTask(id, least, ids[len(ids)-1], step, len(ids))))
			if want := (tune.Shard{Index: i + 1, Of: len(ids)}); err != nil || got != want {
				t.Fatalf("task %d of %d-%d:%d is %v, %v, want %v", id, least, last, step, got, err, want)
			}
		}
	})
}
