package measure

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/tool"
)

// foreignPoll is how often the memory of another tool is checked.
const foreignPoll = 50 * time.Millisecond

// mostOutput bounds how much of a process's output is kept: the end, which has the counts and last words.
const mostOutput = 1 << 20

// Foreign is a [job.Child] that lets another tool do the work: it reports the time of the
// tool's process from start to end, including its compiler, and the memory of the largest of
// its processes. It ends the tool when that exceeds memory, in bytes.
func Foreign(t tool.Tool, cmd *exec.Cmd, memory int64) error {
	parent := json.NewEncoder(os.Stdout)
	go process.ExitWithParent()
	report := foreign(t, cmd, memory)
	return parent.Encode(job.Message{Report: &report})
}

func foreign(t tool.Tool, cmd *exec.Cmd, memory int64) (r job.Report) {
	var output tail
	cmd.Stdout, cmd.Stderr = &output, &output
	start := time.Now()
	if err := cmd.Start(); err != nil {
		r.Error = err.Error()
		return r
	}
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	poll := time.NewTicker(foreignPoll)
	defer poll.Stop()
	for running := true; running; {
		select {
		case <-ended:
			running = false
		case <-poll.C:
			r.PeakRSS = max(r.PeakRSS, largestBelow(cmd.Process.Pid))
			if r.PeakRSS > memory {
				cmd.Process.Kill() // the parent kills the processes that the tool has started
				r.Wall, r.RSSSource = time.Since(start), "tool:VmHWM"
				return r
			}
		}
	}
	r.Wall, r.CPU = time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	r.RSSSource = "tool:VmHWM"
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" {
		r.PeakRSS, r.RSSSource = max(r.PeakRSS, usage.Maxrss<<10), "tool:maxrss"
	}
	counts, err := t.Read(output.String())
	if err != nil {
		r.Error = fmt.Sprintf("%v (%v)", err, cmd.ProcessState)
		return r
	}
	r.Stats.Executions, r.Stats.AssumeBlocked, r.Stats.Redundant = counts.Executions, counts.AssumeBlocked, counts.Redundant
	r.ToolBlocked, r.ToolReadsFrom = counts.Blocked, counts.ReadsFrom
	return r
}

// tail keeps the end of the text written to it. The Buffer is not embedded: io.Copy would fill it without Write.
type tail struct{ kept bytes.Buffer }

func (t *tail) Write(p []byte) (int, error) {
	if t.kept.Len()+len(p) > 2*mostOutput {
		t.kept.Next(t.kept.Len() - min(t.kept.Len(), mostOutput))
	}
	return t.kept.Write(p)
}

func (t *tail) String() string { return t.kept.String() }
