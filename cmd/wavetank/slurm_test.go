package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// slurmSearch is small enough for a test, has more candidates than parts, and a
// file that lies where it is submitted.
var slurmSearch = []string{"hang-primary", "--strategy", "ours.yaml", "--duration", "10m", "--seeds", "3", "--held", "3", "--max-seeds", "6",
	"--vary", "breaker.open.base=5s..5m log 4", "--vary", "breaker.trip.failures=2,3,5", "--minimize", "latency_p99,wasted_per_1k"}

// TestSlurm submits the example to a real Slurm as it stands, and demands the
// bytes of one process; again after one part was played a second time.
func TestSlurm(t *testing.T) {
	t.Parallel() // it waits, most of the time
	s := newSlurm(t)
	wavetank, err := exec.LookPath("wavetank")
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/deploy/slurm.sh")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(s.dir, "search")
	s.env = append(s.env, "WAVETANK="+wavetank, "WAVETANK_FOLDER="+folder, "WAVETANK_SHARDS=5")

	s.file(t, "ours.yaml", "preset: five-provider\n")
	alone := filepath.Join(s.dir, "alone.json")
	s.must(t, wavetank, append(append([]string{"tune"}, slurmSearch...), "-q", "-o", "json="+alone)...)
	want, err := os.ReadFile(alone)
	if err != nil {
		t.Fatal(err)
	}

	said := s.must(t, "bash", append([]string{script}, slurmSearch...)...)
	jobs := regexp.MustCompile(`^parts (\d+), merge (\d+)`).FindStringSubmatch(said)
	if jobs == nil {
		t.Fatal(said)
	}
	s.finish(t, folder, jobs[1], 5)
	s.finish(t, folder, jobs[2], 1)
	same(t, "the merge job's", folder, want)
	if text, err := os.ReadFile(filepath.Join(folder, "best.yaml")); err != nil || !bytes.Contains(text, []byte("Found by wavetank tune around ours")) {
		t.Errorf("best.yaml is %s, %v", text, err)
	}

	s.must(t, "scontrol", "requeue", jobs[1]+"_2")
	s.must(t, "scontrol", "update", "JobId="+jobs[1]+"_2", "StartTime=now") // not in two minutes, when its first credential has expired
	s.finish(t, folder, jobs[1], 5)
	s.must(t, "bash", script, "merge")
	same(t, "after a part was repeated, the", folder, want)
}

// same demands a merged search as one process has found it.
func same(t *testing.T, whose, folder string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(folder, "all.json"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s all.json has %d bytes, %v, want the %d of one process", whose, len(got), err, len(want))
	}
}

// must runs a program that succeeds.
func (s *slurmCluster) must(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := s.command(t, program, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return out
}

// finish waits until a job's tasks have completed.
func (s *slurmCluster) finish(t *testing.T, folder, job string, tasks int) {
	t.Helper()
	s.await(t, "end of job "+job, 90*time.Second, func() bool {
		out := s.must(t, "squeue", "--noheader", "--array", "--states=all", "--format=%i %T %M", "--jobs="+job)
		completed := strings.Count(out, " COMPLETED ")
		if regexp.MustCompile(` (FAILED|CANCELLED|TIMEOUT|NODE_FAIL|OUT_OF_MEMORY|BOOT_FAIL) `).MatchString(out) {
			logs, _ := exec.CommandContext(context.Background(), "sh", "-c", "tail -n 50 "+folder+"/*.log 2>&1").Output()
			t.Fatalf("%s\n%s", out, logs)
		}
		if completed == tasks {
			t.Log(strings.TrimSpace(out))
		}
		return completed == tasks
	})
}
