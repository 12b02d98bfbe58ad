package measure

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"
	"time"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/program"
	"dporbench/results"
)

// serve does any number of jobs, and reports how many it has done; one has no end, and one ends it.
func serve() {
	parent, n := json.NewEncoder(os.Stdout), int64(0)
	for in := json.NewDecoder(os.Stdin); ; {
		var j job.Job
		if in.Decode(&j) != nil {
			return
		}
		switch j.Algorithm {
		case "endless":
			time.Sleep(time.Hour)
		case "crash":
			panic("the roof is on fire")
		}
		n++
		r := job.Report{}
		r.Stats.Executions = n
		parent.Encode(job.Message{Report: &r})
	}
}

// TestWorker: jobs are done in one process as long as that lives, and then in another one.
func TestWorker(t *testing.T) {
	w := &Worker{Start: func() *exec.Cmd { return command("serve") }}
	defer w.Close()
	for _, c := range []struct {
		algorithm string
		status    results.Status
		done      int64
	}{
		{"", results.OK, 1}, {"", results.OK, 2}, {"crash", results.Failed, 0}, {"", results.OK, 1}, {"endless", results.Timeout, 0}, {"", results.OK, 1}, {"", results.OK, 2},
	} {
		r := w.Do(t.Context(), job.Job{Program: program.Spec{Kind: program.GoFunction{}}, Algorithm: c.algorithm}, Limits{Wall: 2 * time.Second, MemLimit: 1 << 40})
		if r.Status != c.status || r.Report.Stats.Executions != c.done {
			t.Errorf("%q: %s after %d jobs, %s; want %s after %d", c.algorithm, r.Status, r.Report.Stats.Executions, r.Error, c.status, c.done)
		}
	}
}
