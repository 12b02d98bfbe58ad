package measure

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
	"dporbench/results"
)

// ample are limits that no child reaches by accident.
var ample = Limits{Wall: time.Minute, MemLimit: 2 << 30}

func TestFinishedRunIsReported(t *testing.T) {
	r := Run(t.Context(), command("finish"), ample, nil)
	if r.Status != results.OK || r.Error != "" {
		t.Fatalf("status %s, error %q", r.Status, r.Error)
	}
	if diff := cmp.Diff(someStats, r.Report.Stats); diff != "" {
		t.Errorf("stats (-want +got):\n%s", diff)
	}
	if r.Report.Wall < time.Millisecond || r.Elapsed < r.Report.Wall {
		t.Errorf("wall %v, elapsed %v", r.Report.Wall, r.Elapsed)
	}
	if r.Report.LiveHeap <= 0 {
		t.Errorf("live heap %d", r.Report.LiveHeap)
	}
	if r.Reached != someStats.Executions {
		t.Errorf("reached %d", r.Reached)
	}
}

// TestPeakIsTheChildsOwn holds ballast in the parent, which a figure inherited through
// exec would include.
func TestPeakIsTheChildsOwn(t *testing.T) {
	needProc(t)
	ballast := make([]byte, 200<<20)
	for i := 0; i < len(ballast); i += 4096 {
		ballast[i] = 1
	}
	r := Run(t.Context(), command("finish"), ample, nil)
	if r.RSSSource != "self:VmHWM" {
		t.Errorf("source %q", r.RSSSource)
	}
	if r.PeakRSS < 1<<20 || r.PeakRSS > int64(len(ballast)) {
		t.Errorf("peak %d bytes", r.PeakRSS)
	}
	ballast[0]++
}

func TestRunThatFails(t *testing.T) {
	for behaviour, want := range map[string]string{
		"fail":    "no way",
		"crash":   "the measured process ended without a report: exit status 2: panic: the roof is on fire",
		"exit":    "the measured process ended without a report: exit status 3",
		"silent":  "the measured process ended without a report: exit status 0",
		"garbage": `the measured process wrote "Segmentation fault" instead of a report`,
		"endless": "the measured process wrote an endless line instead of a report",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			r := Run(t.Context(), command(behaviour), ample, nil)
			if r.Status != results.Failed || r.Error != want {
				t.Errorf("status %s, error %q, want %q", r.Status, r.Error, want)
			}
		})
	}
}

func TestRunThatCannotStart(t *testing.T) {
	r := Run(t.Context(), exec.Command("/no/such/command"), ample, nil)
	if r.Status != results.Failed || !strings.Contains(r.Error, "/no/such/command") {
		t.Errorf("status %s, error %q", r.Status, r.Error)
	}
}

func TestBodyThatPrintsDoesNotGarbleTheReport(t *testing.T) {
	if r := Run(t.Context(), command("print"), ample, nil); r.Status != results.OK {
		t.Errorf("status %s, error %q", r.Status, r.Error)
	}
}

func TestTimeLimit(t *testing.T) {
	t.Parallel()
	limits := ample
	limits.Wall = 2 * time.Second
	start := time.Now()
	r := Run(t.Context(), command("sleep"), limits, nil)
	if over := time.Since(start) - limits.Wall; over > time.Second {
		t.Errorf("the run ended %v after its limit", over)
	}
	if r.Status != results.Timeout || r.Error != "exceeded the time limit of 2s" {
		t.Errorf("status %s, error %q", r.Status, r.Error)
	}
	if r.Elapsed < limits.Wall || r.Elapsed > limits.Wall+time.Second {
		t.Errorf("elapsed %v", r.Elapsed)
	}
	if r.Reached != 42 {
		t.Errorf("reached %d, want what the child last reported", r.Reached)
	}
	if r.PeakRSS == 0 || !strings.HasPrefix(r.RSSSource, "parent:") {
		t.Errorf("peak %d from %q", r.PeakRSS, r.RSSSource)
	}
}

// TestStuckThread: a timeout names the thread that the run was waiting for.
func TestStuckThread(t *testing.T) {
	limits := ample
	limits.Wall = time.Second
	r := Run(t.Context(), command("stuck"), limits, nil)
	want := "exceeded the time limit of 1s: thread 1 (idler) does not reach its next event: it is in measure.stuck.func2, main_test.go:"
	if r.Status != results.Timeout || !strings.HasPrefix(r.Error, want) {
		t.Errorf("status %s, error %q, want %s", r.Status, r.Error, want)
	}
}

func TestMemoryLimit(t *testing.T) {
	limits := ample
	limits.MemLimit = 100 << 20
	start := time.Now()
	r := Run(t.Context(), command("allocate"), limits, nil)
	if took := time.Since(start); took > 2*time.Second { // it needs a tenth of one to get there
		t.Errorf("the run took %v", took)
	}
	if r.Status != results.OutOfMemory || r.Error != "exceeded the memory limit of 100MiB" {
		t.Errorf("status %s, error %q", r.Status, r.Error)
	}
	if r.PeakRSS < limits.MemLimit {
		t.Errorf("peak %d, below the limit", r.PeakRSS)
	}
}

// TestLimitExceededUnseen has limits that the run exceeds and yet reports.
func TestLimitExceededUnseen(t *testing.T) {
	late := watch{limits: Limits{Wall: 1, MemLimit: 100}, report: &job.Report{Wall: 2}}
	if status, _ := late.verdict(); status != results.Timeout {
		t.Errorf("status %s", status)
	}
	large := watch{limits: Limits{Wall: 1, MemLimit: 100}, report: &job.Report{PeakRSS: 101}}
	if status, _ := large.verdict(); status != results.OutOfMemory {
		t.Errorf("status %s", status)
	}
}

// TestReportBeforeKill: a run that has reported has finished.
func TestReportBeforeKill(t *testing.T) {
	w := watch{limits: ample, report: &job.Report{}, killed: results.Interrupted}
	if status, _ := w.verdict(); status != results.OK {
		t.Errorf("status %s", status)
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := Run(ctx, command("sleep"), ample, func(job.Progress) { cancel() })
	if r.Status != results.Interrupted {
		t.Errorf("status %s, error %q", r.Status, r.Error)
	}
}

func TestProgressIsObserved(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var seen []job.Progress
	Run(ctx, command("sleep"), ample, func(p job.Progress) {
		if seen = append(seen, p); len(seen) == 2 {
			cancel()
		}
	})
	if len(seen) < 2 || seen[1].Executions != 42 || seen[1].Elapsed <= seen[0].Elapsed {
		t.Errorf("progress %v", seen)
	}
}

// TestWholeGroupIsKilled has children that start a process, one that is killed and one
// that ends and leaves it behind.
func TestWholeGroupIsKilled(t *testing.T) {
	needProc(t)
	for behaviour, want := range map[string]results.Status{"fork": results.Interrupted, "leave": results.OK} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "pid")
			cmd := command(behaviour)
			cmd.Env = append(cmd.Env, pidVariable+"="+file)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r := Run(ctx, cmd, ample, func(job.Progress) { cancel() })
			if r.Status != want {
				t.Errorf("status %s, want %s", r.Status, want)
			}
			waitUntilGone(t, readPid(t, file))
		})
	}
}

// TestChildDiesWithParent kills a parent in a way that it cannot handle.
func TestChildDiesWithParent(t *testing.T) {
	needProc(t)
	parent := command("parent")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	child := number(t, line)
	if !running(child) {
		t.Fatal("the child does not run")
	}
	parent.Process.Kill()
	parent.Wait()
	waitUntilGone(t, child)
}

func needProc(t *testing.T) {
	t.Helper()
	if _, source := process.OwnPeak(); source != "self:VmHWM" {
		t.Skip("this system does not report the peak of a process")
	}
}

func readPid(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return number(t, string(text))
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
