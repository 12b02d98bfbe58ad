package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/parallel"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
)

// childVariable names the checkpoint of a process that explores until it is killed.
const childVariable = "DPORBENCH_TEST_CHECKPOINT"

func TestMain(m *testing.M) {
	if path := os.Getenv(childVariable); path != "" {
		r := Run{Path: path, Every: 10 * time.Millisecond}
		p, a, s := exploration()
		if err := r.Begin(true, p, a, s); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if _, err := r.Explore(context.Background(), p, a, s, nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func exploration() (program.Program, catalog.Algorithm, explore.Settings) {
	known, err := program.New(nil, nil)
	if err != nil {
		panic(err)
	}
	p, err := arguments.Parse(known, []string{"exp-mem3", "8"})
	if err != nil {
		panic(err)
	}
	a, _ := known.Algorithm("pop")
	s := explore.Defaults()
	s.Jobs = 2
	return p, a, s
}

// TestKilled repeatedly kills a process that explores, with no chance to save anything. Each successor
// continues, and the last one has the figures of an undisturbed exploration.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.json")
	killed := 0
	for {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVariable+"="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		stop := time.AfterFunc(time.Duration(100+20*killed)*time.Millisecond, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		stop.Stop()
		if err == nil {
			break
		}
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
			t.Fatal(err)
		}
		killed++
	}
	c, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := benchmarks.Lookup("exp-mem3")
	p, _ := b.Program(8)
	_, a, _ := exploration()
	want, err := a.New(algos.Options{}).Explore(context.Background(), p, nil)
	c.Stats.Peak.BehaviourNodes, want.Peak.BehaviourNodes = 0, 0
	c.Stats.Work, want.Work = algos.Work{}, algos.Work{}
	if err != nil || c.Stats != want || !c.IsDone() || c.CPU == 0 || c.Wall == 0 {
		t.Errorf("killed %d times: %+v, error %v, want %+v", killed, c, err, want)
	}
	t.Logf("killed %d times", killed)
}

// TestAsked: an exploration that was asked to end before it began saves what there is to do.
func TestAsked(t *testing.T) {
	p, a, s := exploration()
	r := Run{Path: filepath.Join(t.TempDir(), "c.json")}
	if err := r.Begin(false, p, a, s); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stats, err := r.Explore(ctx, p, a, s, nil)
	if !errors.Is(err, parallel.ErrSuspended) {
		t.Fatalf("%d executions, error %v, want %v", stats.Executions, err, parallel.ErrSuspended)
	}
	if c, err := Read(r.Path); err != nil || c == nil || c.IsDone() {
		t.Errorf("the checkpoint is %v, error %v", c, err)
	}
}

// TestOthers: a checkpoint of another exploration is refused, and so is a file that is not a checkpoint.
func TestOthers(t *testing.T) {
	p, a, s := exploration()
	h, err := Of(p, a.Name, s)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "c.json")
	unfinished := Checkpoint{Header: h}
	unfinished.Tasks = []algos.Task{algos.Root()}
	if err := unfinished.Write(path); err != nil {
		t.Fatal(err)
	}
	if err := Startable(path, true, p, a, s); err != nil {
		t.Errorf("its own: %v", err)
	}
	if err := Startable(path, false, p, a, s); err == nil || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("its own, not to be resumed: %v", err)
	}
	s.Order = algos.LastThread
	if err := Startable(path, true, p, a, s); err == nil || !strings.Contains(err.Error(), "order first, not last") {
		t.Errorf("another order: %v", err)
	}
	s.Order = algos.FirstThread
	for what, change := range map[string]func(*Header){
		"version older, not " + h.Version: func(h *Header) { h.Version = "older" }, "algorithm": func(h *Header) { h.Algorithm = "trust" },
		"fingerprint of the program": func(h *Header) { h.Fingerprint = "0" }, "max-steps": func(h *Header) { h.MaxSteps = 1 },
	} {
		other := unfinished
		change(&other.Header)
		if err := other.Write(path); err != nil {
			t.Fatal(err)
		}
		r := Run{Path: path}
		if err := r.Begin(true, p, a, s); err == nil || !strings.Contains(err.Error(), what) || strings.Contains(err.Error(), "\n") {
			t.Errorf("another %s: %v", what, err)
		}
	}
	if err := os.WriteFile(path, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "not a dporbench checkpoint") {
		t.Errorf("another file: %v", err)
	}
}

// TestOld: a checkpoint of an earlier format, as written by commit 8439d2f, is refused for its format, and left alone.
func TestOld(t *testing.T) {
	old, err := os.ReadFile("testdata/format-1.json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "c.json")
	if err := os.WriteFile(path, old, 0o666); err != nil {
		t.Fatal(err)
	}
	p, a, s := exploration()
	want := path + " is a checkpoint of version 1, must be 3; it is left alone"
	for _, resume := range []bool{false, true} {
		r := Run{Path: path}
		for _, err := range []error{Startable(path, resume, p, a, s), r.Begin(resume, p, a, s)} {
			if err == nil || err.Error() != want {
				t.Errorf("resume %v: %v\nwant %s", resume, err, want)
			}
		}
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(old) {
		t.Errorf("it is changed: %v", err)
	}
}
