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
	return l.within(ctx, 0, func(bounded context.Context, over <-chan struct{}) {
		place := StuckThread(over, stopPatience)
		select {
		case <-over:
			return
		default:
		}
		if place != "" {
			abort(bounded, "a thread does not reach its next event: it is in "+place)
		}
		abort(bounded, "the exploration does not stop")
	})
}

// Guard calls work, which does not look at a context, such as reading a program. If it exceeds the limits, or ctx is done, a
// message with the name of the work is printed, and the process exits with status 1. The limit of memory is for the
// increase of the peak of the process.
func (l Limits) Guard(ctx context.Context, name string, work func()) {
	before, _ := OwnPeak()
	_, stop := l.within(ctx, before, func(bounded context.Context, _ <-chan struct{}) { abort(bounded, name) })
	defer stop()
	work()
}

// within returns ctx bounded by the limits, where the peak was before. If the bounded context is done before stop is called, done
// is called with it, and with a channel that stop closes; stop waits until done has returned.
func (l Limits) within(ctx context.Context, before int64, done func(bounded context.Context, over <-chan struct{})) (bounded context.Context, stop func()) {
	bounded, cancel := context.WithCancelCause(ctx)
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		if l.exceeds(bounded, cancel, over, before) {
			done(bounded, over)
		}
	})
	return bounded, func() {
		close(over)
		watching.Wait()
		cancel(context.Canceled)
	}
}

// exceeds waits until ctx is done, which it cancels if a limit is exceeded, or until the work is over.
func (l Limits) exceeds(ctx context.Context, cancel context.CancelCauseFunc, over <-chan struct{}, before int64) bool {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for start := time.Now(); ; {
		select {
		case <-over:
			return false
		case <-ctx.Done():
			return true
		case <-poll.C:
			l.check(start, before, cancel)
		}
	}
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
