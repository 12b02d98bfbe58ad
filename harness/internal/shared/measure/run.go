package measure

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

// pollInterval is how often the memory of a child is checked. A child that allocates a
// gigabyte per second is 10 MB over its limit when it is killed.
const pollInterval = 10 * time.Millisecond

// lastWord is how long a child that exceeded its time has to report which thread it waits for.
const lastWord = 4 * process.Grace

// Result is the outcome of a child.
type Result struct {
	Status results.Status
	Error  string     // one line; empty if the status is OK
	Report job.Report // complete only if the status is OK

	Reached   int64         // executions visited, as far as known
	Elapsed   time.Duration // from the start of the process to its end, or to when it was killed
	Used      time.Duration // the part of it after the package was read, if the process does many jobs
	PeakRSS   int64         // bytes
	RSSSource string

	Samples []results.Sample // in order of time; if the run was killed, those it had reported
}

// Run runs cmd, which must call [job.Child], in its own process within the limits, and
// returns when it and its whole process group have ended. When ctx is done, Run kills
// them. observe, if not nil, is called with the progress of the child a few times a
// second.
func Run(ctx context.Context, cmd *exec.Cmd, limits Limits, observe func(job.Progress)) Result {
	p, err := start(cmd)
	if err != nil {
		return Result{Status: results.Failed, Error: err.Error()}
	}
	defer p.release()
	w := watch{process: p, limits: limits, observe: observe, start: time.Now(), curve: job.NewCurve()}
	w.untilExit(ctx)
	return w.result()
}

type watch struct {
	process *subprocess
	limits  Limits
	observe func(job.Progress)
	start   time.Time
	begun   time.Time // when its job had read the package, if it does many jobs
	peak    int64     // bytes; the largest figure read so far
	source  string

	late    <-chan time.Time // when a child that was asked to end is killed
	killed  results.Status   // why the child was killed; empty if it was not
	elapsed time.Duration    // known once the child was killed or has ended
	stuck   string           // which thread the child waited for when it was asked to end, and where
	reached int64
	curve   job.Curve
	report  *job.Report
	many    bool // the child lives on after its report
	over    bool // the child has ended, or is about to
}

func (w *watch) untilExit(ctx context.Context) {
	timeout := time.NewTimer(w.limits.Read + w.limits.Wall + w.limits.Late)
	defer timeout.Stop()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	done, messages := ctx.Done(), w.process.messages
	for {
		select {
		case m, more := <-messages:
			if !more {
				messages = nil
				continue
			}
			if w.receive(m); m.Begun {
				w.begun = time.Now()
				timeout.Reset(w.limits.Wall + w.limits.Late)
			}
			if w.report != nil && w.many && w.killed == "" {
				w.end()
				w.poll()
				return
			}
		case <-poll.C:
			if w.poll(); w.peak > w.limits.MemLimit {
				w.kill(results.OutOfMemory)
			}
		case <-timeout.C:
			w.kill(results.Timeout)
		case <-done:
			done = nil
			w.kill(results.Interrupted)
		case <-w.late:
			w.process.kill()
		case <-w.process.exited:
			w.end()
			w.over = true
			for m := range w.process.messages {
				w.receive(m)
			}
			return
		}
	}
}

func (w *watch) receive(m job.Message) {
	if m.Progress != nil {
		w.reached = m.Progress.Executions
		if w.observe != nil {
			w.observe(*m.Progress)
		}
	}
	for _, s := range m.Samples {
		w.curve.Add(s)
	}
	if m.Note != "" {
		fmt.Fprintln(os.Stderr, "dporbench:", m.Note)
	}
	if m.Stuck != "" {
		w.stuck = m.Stuck
		w.process.kill()
	}
	if m.Report != nil {
		w.report, w.reached = m.Report, m.Report.Stats.Executions
	}
}

func (w *watch) poll() {
	if bytes, source := memoryOf(w.process.cmd.Process.Pid); bytes > w.peak {
		w.peak, w.source = bytes, source
	}
}

// kill kills the child or asks it to end. Of several reasons the first one counts.
func (w *watch) kill(reason results.Status) {
	if w.killed == "" {
		w.killed = reason
		w.end()
		grace := w.limits.Grace
		if reason == results.Timeout {
			grace = max(grace, lastWord)
		}
		if grace == 0 || reason == results.OutOfMemory {
			w.process.kill()
			return
		}
		process.AskGroupToEnd(w.process.cmd.Process.Pid)
		w.late = time.After(grace)
	}
}

func (w *watch) end() {
	if w.elapsed == 0 {
		w.elapsed = time.Since(w.start)
	}
}

func (w *watch) result() Result {
	r := Result{Reached: w.reached, Elapsed: w.elapsed, PeakRSS: w.peak, RSSSource: w.source, Samples: w.curve.Samples}
	if !w.begun.IsZero() {
		r.Used = max(0, w.elapsed-w.begun.Sub(w.start))
	}
	if w.report != nil {
		r.Report, r.PeakRSS, r.RSSSource = *w.report, w.report.PeakRSS, w.report.RSSSource
		w.curve.End(w.report.Last)
		r.Samples = w.curve.Samples
	}
	status, problem := w.verdict()
	r.Status, r.Error = status, strings.Join(strings.Fields(problem), " ")
	return r
}

// verdict goes by the report if there is one: a run that finished just before it would
// have been killed has finished, unless it exceeded a limit before a check.
func (w *watch) verdict() (status results.Status, problem string) {
	switch {
	case w.report == nil && w.killed != "":
		status = w.killed
	case w.report == nil:
		return results.Failed, w.diagnosis()
	case w.report.Wall > w.limits.Wall+w.limits.Late:
		status = results.Timeout
	case w.report.PeakRSS > w.limits.MemLimit:
		status = results.OutOfMemory
	case w.report.Error != "" && w.killed != "":
		status = w.killed
	case w.report.Refused:
		return results.Refused, w.report.Error
	case w.report.Error != "":
		return results.Failed, w.report.Error
	default:
		return results.OK, ""
	}
	return status, w.explain(status)
}

func (w *watch) explain(status results.Status) string {
	switch status {
	case results.Timeout:
		text := fmt.Sprintf("exceeded the time limit of %v", w.limits.Wall)
		if w.stuck != "" {
			text += ": " + w.stuck
		}
		return text
	case results.OutOfMemory:
		return fmt.Sprintf("exceeded the memory limit of %s", value.FormatSize(w.limits.MemLimit))
	default:
		return "interrupted"
	}
}
