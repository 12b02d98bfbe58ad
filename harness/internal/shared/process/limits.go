package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"dporbench/harness/internal/shared/value"
)

// Limits bounds work done in this process. A limit of 0 means none.
type Limits struct {
	Time     time.Duration
	MemLimit int64 // peak resident memory of the process, in bytes
}

// ErrTime is the cause of a context that exceeded its time limit.
var ErrTime = errors.New("exceeded the time limit")

const (
	pollInterval = 10 * time.Millisecond
	// Grace is how long a thread may take to reach its next event once its exploration must stop, on a machine that
	// has time for it.
	Grace = 200 * time.Millisecond
	// stopPatience is how long work may take to return if no thread keeps it from doing so.
	stopPatience = 30 * time.Second
)

// Within returns ctx bounded by the limits; its cause names the one that was
// exceeded. The work must call stop when it returns. If a thread keeps it from
// returning when the context is done, a message names the place of that thread, and the
// process exits with status 1.
func (l Limits) Within(ctx context.Context) (bounded context.Context, stop func()) {
	bounded, cancel := context.WithCancelCause(ctx)
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { l.watch(bounded, cancel, over) })
	return bounded, func() {
		close(over)
		watching.Wait()
		cancel(context.Canceled)
	}
}

func (l Limits) watch(ctx context.Context, cancel context.CancelCauseFunc, over <-chan struct{}) {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	start, cancelled := time.Now(), ctx.Done()
	for cancelled != nil {
		select {
		case <-over:
			return
		case <-cancelled:
			cancelled = nil
		case <-poll.C:
			l.check(start, 0, cancel)
		}
	}
	place := StuckThread(over, stopPatience)
	select {
	case <-over:
		return
	default:
	}
	if place != "" {
		abort(ctx, "a thread does not reach its next event: it is in "+place)
	}
	abort(ctx, "the exploration does not stop")
}

// Guard calls work, which does not look at a context, such as reading a program. If it exceeds the limits, or ctx is done, a
// message with the name of the work is printed, and the process exits with status 1. The limit of memory is for the
// increase of the peak of the process.
func (l Limits) Guard(ctx context.Context, name string, work func()) {
	before, _ := OwnPeak()

	bounded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		poll := time.NewTicker(pollInterval)
		defer poll.Stop()
		for start := time.Now(); ; {
			select {
			case <-over:
				return
			case <-bounded.Done():
				abort(bounded, name)
			case <-poll.C:
				l.check(start, before, cancel)
			}
		}
	})
	work()
	close(over)
	watching.Wait()
}

// check cancels if a limit has been exceeded since start, when the peak was before.
func (l Limits) check(start time.Time, before int64, cancel context.CancelCauseFunc) {
	if l.Time > 0 && time.Since(start) >= l.Time {
		cancel(fmt.Errorf("%w of %s", ErrTime, value.FormatDuration(l.Time)))
	}
	if peak, _ := OwnPeak(); l.MemLimit > 0 && peak-before > l.MemLimit {
		cancel(fmt.Errorf("exceeded the memory limit of %s", value.FormatSize(l.MemLimit)))
	}
}

func abort(ctx context.Context, why string) {
	fmt.Fprintf(os.Stderr, "dporbench: %v: %s\n", context.Cause(ctx), why)
	TellParent(ctx, 1)
	os.Exit(1)
}
