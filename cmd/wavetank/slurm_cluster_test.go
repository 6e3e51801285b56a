package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slurmCluster is a Slurm of one node on this machine: its three daemons, with a
// configuration, state and ports of their own, none of which an installed Slurm
// shares.
type slurmCluster struct {
	dir string
	env []string
}

// slurmPrograms are those of Debian's packages slurm-wlm and munge.
var slurmPrograms = []string{"munged", "slurmctld", "slurmd", "sbatch", "scancel", "scontrol", "sinfo", "squeue"}

// slurmConf is a node on loopback. It counts more cores and memory than the
// machine may have (config_overrides), so that a job script asks for what it
// would ask for elsewhere. Nothing keeps accounts: that takes a database.
const slurmConf = `ClusterName=wavetank
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
SlurmctldPort=%[4]d
SlurmdPort=%[5]d
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.sock
CredType=cred/munge
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.pid
SlurmctldLogFile=%[1]s/slurmctld.log
SlurmdLogFile=%[1]s/slurmd.log
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
ReturnToService=2
MinJobAge=600
NodeName=localhost NodeHostname=%[3]s NodeAddr=127.0.0.1 CPUs=8 RealMemory=16384 State=UNKNOWN
PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP
`

// newSlurm starts a cluster, or skips the test where it cannot be had.
func newSlurm(t *testing.T) *slurmCluster {
	t.Helper()
	installSlurm(t)
	s := &slurmCluster{dir: t.TempDir()}
	for _, name := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(s.dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	key := strings.Repeat("not secret: nobody else is asked. ", 4)
	s.file(t, "munge.key", key)
	conf := s.file(t, "slurm.conf", fmt.Sprintf(slurmConf, s.dir, me.Username, host, freePort(t), freePort(t)))
	s.env = append(os.Environ(), "SLURM_CONF="+conf)

	s.daemon(t, "munged", "--foreground", "--force", "--key-file="+s.dir+"/munge.key", "--socket="+s.dir+"/munge.sock",
		"--pid-file="+s.dir+"/munged.pid", "--log-file="+s.dir+"/munged.log", "--seed-file="+s.dir+"/munged.seed")
	s.starts(t, "munge's socket", 10*time.Second, func() bool {
		_, err := os.Stat(filepath.Join(s.dir, "munge.sock"))
		return err == nil
	})
	s.daemon(t, "slurmctld", "-D", "-f", conf)
	s.daemon(t, "slurmd", "-D", "-N", "localhost", "-f", conf)
	s.starts(t, "an idle node", 45*time.Second, func() bool {
		out, err := s.command(t, "sinfo", "--noheader", "--format=%T")
		return err == nil && strings.TrimSpace(out) == "idle"
	})
	t.Cleanup(func() { // before the daemons end: jobs outlive them
		stop := exec.Command("scancel", "--full", "--signal=KILL", "--user="+me.Username)
		stop.Env = s.env
		if out, err := stop.CombinedOutput(); err != nil {
			t.Errorf("scancel: %v\n%s", err, out)
		}
	})
	return s
}

// installSlurm has Debian's packages installed where they are not, and where
// somebody asks for that: nobody expects it of a test.
func installSlurm(t *testing.T) {
	t.Helper()
	if missing(slurmPrograms) == "" {
		return
	}
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 || os.Getenv("WAVETANK_SLURM") == "" {
		t.Skipf("no %s: Debian has it in slurm-wlm and munge; with WAVETANK_SLURM=1 root has them installed here", missing(slurmPrograms))
	}
	ctx, stop := context.WithTimeout(t.Context(), 90*time.Second)
	defer stop()
	for _, args := range [][]string{{"update"}, {"install", "--yes", "--no-install-recommends", "slurm-wlm", "munge"}} {
		c := exec.CommandContext(ctx, "apt-get", args...)
		c.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if out, err := c.CombinedOutput(); err != nil {
			t.Skipf("apt-get %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if m := missing(slurmPrograms); m != "" {
		t.Skipf("slurm-wlm and munge have brought no %s", m)
	}
}

// missing is the first program that is not in the path, if any.
func missing(programs []string) string {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			return p
		}
	}
	return ""
}

func (s *slurmCluster) file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// freePort is a port of loopback that nothing listens on.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// daemon starts a program that stays until the test ends. What it says is shown
// if the test has failed.
func (s *slurmCluster) daemon(t *testing.T, program string, args ...string) {
	t.Helper()
	said, err := os.Create(filepath.Join(s.dir, program+".out"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	c := exec.Command(program, args...)
	c.Env, c.Stdout, c.Stderr = s.env, said, said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		late := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
		defer late.Stop()
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
		if t.Failed() {
			for _, ending := range []string{".out", ".log"} {
				text, _ := os.ReadFile(filepath.Join(s.dir, program+ending))
				t.Logf("%s%s:\n%s", program, ending, text)
			}
		}
	})
}

// command runs one of Slurm's programs and returns what it printed, with what it
// complained of in the error. None may take long: they ask a daemon on
// this machine.
func (s *slurmCluster) command(t *testing.T, program string, args ...string) (string, error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	c := exec.CommandContext(ctx, program, args...)
	c.Env, c.Dir = s.env, s.dir
	out, notes, err := programOutput(c)
	if err != nil {
		err = fmt.Errorf("%w: %s", err, notes)
	}
	return out, err
}

// starts waits until something of Slurm is there, and skips the test on a machine
// that does not let it start.
func (s *slurmCluster) starts(t *testing.T, what string, most time.Duration, holds func() bool) {
	t.Helper()
	if !s.holds(most, holds) {
		logs, _ := exec.CommandContext(t.Context(), "sh", "-c", "tail -n 5 "+s.dir+"/*.log "+s.dir+"/*.out 2>&1").Output()
		t.Skipf("Slurm does not start here: no %s after %s\n%s", what, most, logs)
	}
}

// await waits until something holds.
func (s *slurmCluster) await(t *testing.T, what string, most time.Duration, holds func() bool) {
	t.Helper()
	if !s.holds(most, holds) {
		t.Fatalf("no %s after %s", what, most)
	}
}

// holds asks again and again until something holds, and gives up in the end. Slurm
// tells nobody when a job has ended: this is the one place that waits by the clock.
func (s *slurmCluster) holds(most time.Duration, holds func() bool) bool {
	end := time.After(most)
	for tick := time.Tick(100 * time.Millisecond); !holds(); {
		select {
		case <-tick:
		case <-end:
			return false
		}
	}
	return true
}
