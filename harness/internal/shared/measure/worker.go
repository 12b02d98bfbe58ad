package measure

import (
	"context"
	"encoding/json"
	"os/exec"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/results"
)

// Worker does jobs one after the other in the same process, which keeps the packages that it has loaded. A process that exceeds a limit, or grows large, is
// replaced before the next job. The zero value with a command is ready for use, by one goroutine.
type Worker struct {
	Start   func() *exec.Cmd // makes the command of a process that does many jobs: see [Many]
	process *subprocess      // nil if there is none
}

// largeShare is the part of the limit of memory beyond which a process is not used for another job, for which its memory would count.
const largeShare = 4

// Do does a job within the limits.
func (w *Worker) Do(ctx context.Context, j job.Job, limits Limits) Result {
	text, err := json.Marshal(j)
	if err == nil && w.process == nil {
		w.process, err = start(w.Start())
	}
	if err != nil {
		return Result{Status: results.Failed, Error: err.Error()}
	}
	watched := watch{process: w.process, limits: limits, start: time.Now(), curve: job.NewCurve(), many: true}
	if _, err := w.process.lifeline.Write(append(text, '\n')); err != nil {
		w.process.kill() // it has ended already: the result says how
	}
	watched.untilExit(ctx)
	if watched.over || watched.peak > limits.MemLimit/largeShare {
		w.Close()
	}
	return watched.result()
}

// Close ends the process.
func (w *Worker) Close() {
	if w.process == nil {
		return
	}
	w.process.kill()
	<-w.process.exited
	for range w.process.messages { // so that it can end
	}
	w.process.release()
	w.process = nil
}
