package measure

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/shirou/gopsutil/v3/process"
)

// ownPeak is the peak resident memory of this process in bytes, and where the
// figure comes from. Getrusage is no source: on Linux its figure is carried
// through exec and so starts at the parent's peak.
func ownPeak() (bytes int64, source string) {
	if hwm, ok := highWaterMark("self"); ok {
		return hwm, "self:VmHWM"
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys), "self:Sys"
}

// watched is the memory of a child as its parent sees it.
type watched struct {
	pid    int
	peak   int64 // bytes; the largest figure read so far
	source string
}

// poll reads the figure anew. A child that has ended has none any more.
func (w *watched) poll() {
	if hwm, ok := highWaterMark(strconv.Itoa(w.pid)); ok {
		w.saw(hwm, "parent:VmHWM")
		return
	}
	if rss, ok := residentSize(w.pid); ok {
		w.saw(rss, "parent:RSS")
	}
}

func (w *watched) saw(bytes int64, source string) {
	if bytes > w.peak {
		w.peak, w.source = bytes, source
	}
}

// highWaterMark reads the kernel's own record of a process's largest resident
// size, in bytes. Only Linux has it.
func highWaterMark(pid string) (int64, bool) {
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0, false
	}
	_, rest, found := bytes.Cut(status, []byte("\nVmHWM:"))
	fields := bytes.Fields(rest[:min(len(rest), 40)])
	if !found || len(fields) == 0 {
		return 0, false
	}
	kilobytes, err := strconv.ParseInt(string(fields[0]), 10, 64)
	return kilobytes << 10, err == nil
}

func residentSize(pid int) (int64, bool) {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return 0, false
	}
	info, err := p.MemoryInfo()
	if err != nil {
		return 0, false
	}
	return int64(info.RSS), true
}

// WithMemoryLimit returns a context that is cancelled, for the given cause, once
// the peak resident memory of this process exceeds limit bytes, for work that is
// done without a child.
func WithMemoryLimit(ctx context.Context, limit int64, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := every(pollInterval, func(time.Duration) {
		if peak, _ := ownPeak(); peak > limit {
			cancel(cause)
		}
	})
	return ctx, func() {
		stop()
		cancel(context.Canceled)
	}
}

// every calls f about once in an interval with the time since the beginning.
// After stop has returned f is not called any more.
func every(interval time.Duration, f func(elapsed time.Duration)) (stop func()) {
	start, ticker := time.Now(), time.NewTicker(interval)
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-ticker.C:
				f(time.Since(start))
			case <-quit:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(quit)
		<-done
	}
}
