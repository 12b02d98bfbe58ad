package measure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/harness/internal/shared/job"
	"dporbench/model"
)

// childVariable makes this test binary a child that behaves as the value says.
const childVariable = "DPORBENCH_TEST_CHILD"

func TestMain(m *testing.M) {
	if behave, ok := behaviours[os.Getenv(childVariable)]; ok {
		behave()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// someStats is the report of all children that report anything.
var someStats = algos.Stats{Counts: algos.Counts{Executions: 42, Events: 7}, Peak: algos.Stored{Frames: 3}}

// behaviours are the possible behaviours of a child.
var behaviours = map[string]func(){
	"finish": func() { job.Child(100, &job.Unmeasured{}, finish) },
	"fail": func() {
		job.Child(100, &job.Unmeasured{}, func(func(*algos.Stats)) (algos.Stats, error) { return someStats, errors.New("no\nway") })
	},
	"print": func() {
		job.Child(100, &job.Unmeasured{}, func(func(*algos.Stats)) (algos.Stats, error) {
			fmt.Println("a body that prints")
			return someStats, nil
		})
	},
	"sleep":    func() { job.Child(100, &job.Unmeasured{}, sleep) },
	"allocate": func() { job.Child(100, &job.Unmeasured{}, allocate) },
	"fork": func() {
		job.Child(100, &job.Unmeasured{}, func(progress func(*algos.Stats)) (algos.Stats, error) {
			forkSleeper()
			return sleep(progress)
		})
	},
	"leave": func() {
		forkSleeper()
		job.Child(100, &job.Unmeasured{}, finish)
	},
	"count":   func() { job.Child(100, &job.Unmeasured{}, count) },
	"wander":  func() { job.Child(100, &job.Unmeasured{}, wander) },
	"crash":   func() { panic("the roof is on fire") },
	"exit":    func() { os.Exit(3) },
	"silent":  func() {},
	"garbage": func() { fmt.Println("Segmentation fault") },
	"endless": func() {
		page := strings.Repeat("all work and no play ", 1<<10)
		for range 1 << 10 {
			fmt.Print(page)
		}
	},
	"stuck":  stuck,
	"serve":  serve,
	"nap":    func() { time.Sleep(time.Hour) },
	"parent": actAsParent,
}

// stuck explores a program with a thread that does not reach its next event.
func stuck() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	p := model.NewProgram("stuck")
	x := p.Var("x", 0)
	p.Thread("writer", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("idler", func(t *model.Thread) {
		for t.Load(x); ; {
		}
	})
	defer job.SayIfStuck(ctx, func() *model.Program { return p }, 1)()
	job.Child(100, &job.Unmeasured{}, func(progress func(*algos.Stats)) (algos.Stats, error) {
		return pop.New(algos.Options{}).Explore(ctx, p, nil)
	})
}

func finish(func(*algos.Stats)) (algos.Stats, error) {
	time.Sleep(time.Millisecond)
	return someStats, nil
}

// sleep has visited 42 executions and does not end.
func sleep(progress func(*algos.Stats)) (algos.Stats, error) {
	progress(&someStats)
	time.Sleep(time.Hour)
	return algos.Stats{}, nil
}

// count visits executions for a while.
func count(progress func(*algos.Stats)) (algos.Stats, error) {
	var stats algos.Stats
	for start := time.Now(); time.Since(start) < 600*time.Millisecond; {
		stats.Executions++
		stats.Peak.Frames = 2 * stats.Executions
		progress(&stats)
	}
	return stats, nil
}

// wander visits one execution and then none for a long time.
func wander(progress func(*algos.Stats)) (algos.Stats, error) {
	progress(&someStats)
	time.Sleep(50 * time.Millisecond)
	return someStats, nil
}

// allocate takes all the memory it can get, up to a gigabyte.
func allocate(func(*algos.Stats)) (algos.Stats, error) {
	var hoard [][]byte
	for range 1024 {
		block := make([]byte, 1<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		hoard = append(hoard, block)
		time.Sleep(time.Millisecond)
	}
	return algos.Stats{Counts: algos.Counts{Executions: int64(len(hoard))}}, nil
}

// forkSleeper starts a process in this one's group that sleeps, holds on to
// the pipes and writes its identity to the file named by pidVariable.
func forkSleeper() {
	cmd := command("nap")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	os.WriteFile(os.Getenv(pidVariable), fmt.Append(nil, cmd.Process.Pid), 0o666)
}

const pidVariable = "DPORBENCH_TEST_PID"

// actAsParent measures a child that sleeps, after writing its process ID.
func actAsParent() {
	cmd := command("sleep")
	p, err := start(cmd)
	if err != nil {
		panic(err)
	}
	json.NewEncoder(os.Stdout).Encode(cmd.Process.Pid)
	<-p.exited
}

// command returns the command of a child.
func command(behaviour string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childVariable+"="+behaviour)
	return cmd
}

// waitUntilGone fails the test if the process still runs after a while.
func waitUntilGone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); running(pid); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("process %d is still running", pid)
		}
	}
}

// running reports whether the process runs; one that has ended but was not yet waited
// for does not.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	bytes, _ := memoryOf(pid)
	return bytes > 0
}
