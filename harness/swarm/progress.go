package swarm

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/value"
	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
)

const (
	onTerminal = 500 * time.Millisecond // between updates of a single line
	onFile     = 30 * time.Second       // between lines that stay
)

// showProgress shows the progress of the exploration at intervals, until stop is called.
func showProgress(w io.Writer, x *tasks.Exploration, status func() queue.Status) (stop func()) {
	every, format := onFile, "dporswarm: %s\n"
	tty := command.IsTerminal(w)
	if tty {
		every, format = onTerminal, "\r\x1b[K%s"
	}
	end, ended := make(chan struct{}), make(chan struct{})
	size := sizeOf(x)
	go func() {
		defer close(ended)
		status() // the rate is measured from here on
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-end:
				if tty {
					fmt.Fprint(w, "\r\x1b[K")
				}
				return
			case <-tick.C:
				all, about := size()
				fmt.Fprintf(w, format, progressLine(x.Job, status(), all, about))
			}
		}
	}()
	return func() { close(end); <-ended }
}

// sizeOf returns the number of executions: the published one, or an estimate, which takes some seconds. It
// is 0 until known.
func sizeOf(x *tasks.Exploration) func() (executions int64, about string) {
	if n := table.Published(x.Run()); n > 0 || !flags.Estimable(x.Entry) {
		return func() (int64, string) { return n, "" }
	}
	var estimated atomic.Int64
	go func() {
		e, err := sampling.Executions(context.Background(), x.Settings.Options(), x.Program.Program, sampling.Effort{Time: 4 * time.Second})
		if err == nil {
			estimated.Store(int64(sampling.Rounded(e.Executions)))
		}
	}()
	return func() (int64, string) { return estimated.Load(), "about " }
}

func progressLine(j tasks.Job, s queue.Status, all int64, about string) string {
	text := fmt.Sprintf("%v: %d executions", j, s.Executions)
	if all > 0 {
		text += fmt.Sprintf(" of %s%d", about, all)
		if s.Rate > 0 {
			left := value.Seconds(float64(all-s.Executions) / s.Rate)
			text += fmt.Sprintf(", ends in about %v", max(left, 0).Round(time.Second))
		}
	}
	return text + fmt.Sprintf(", %.0f/s; %d tasks done, %d waiting, %d taken; %d workers with %d jobs, %v",
		s.Rate, s.Tasks, s.Waiting, s.Taken, s.Workers, s.Jobs, s.Elapsed.Round(time.Second))
}
