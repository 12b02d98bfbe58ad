package command

import (
	"fmt"
	"io"
	"time"

	"dporbench/harness/internal/ground/terminal"
	"dporbench/harness/internal/swarm/job"
	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/work/expect"
)

const (
	onTerminal = 500 * time.Millisecond // between two lines of progress, one in the place of the other
	onFile     = 30 * time.Second       // between two lines where they stay
)

// showProgress says now and then how far the exploration has come, up to the call of stop.
func showProgress(w io.Writer, x *job.Exploration, status func() queue.Status) (stop func()) {
	every, format := onFile, "dporswarm: %s\n"
	tty := terminal.Is(w)
	if tty {
		every, format = onTerminal, "\r\x1b[K%s"
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
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
				fmt.Fprintf(w, format, progressLine(x.Job, status()))
			}
		}
	}()
	return func() { close(end); <-ended }
}

func progressLine(j job.Job, s queue.Status) string {
	text := fmt.Sprintf("%v: %d executions", j, s.Executions)
	if all := expect.Published(j.Run()); all > 0 {
		text += fmt.Sprintf(" of %d", all)
		if s.Rate > 0 {
			left := time.Duration(float64(all-s.Executions) / s.Rate * float64(time.Second))
			text += fmt.Sprintf(", ends in about %v", left.Round(time.Second))
		}
	}
	return text + fmt.Sprintf(", %.0f/s; %d tasks done, %d waiting, %d taken; %d workers with %d jobs, %v",
		s.Rate, s.Tasks, s.Waiting, s.Taken, s.Workers, s.Jobs, s.Elapsed.Round(time.Second))
}
