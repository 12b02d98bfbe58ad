package measure

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"dporbench/algos"
)

// progressInterval bounds the rate at which a child reports. It is also how
// stale the figure is that remains of a killed run.
const progressInterval = 250 * time.Millisecond

// Work is what a child measures: an exploration that calls progress after each
// execution.
type Work func(progress func(*algos.Stats)) (algos.Stats, error)

// Child does the work and reports on it to the parent, on standard output,
// which it takes for itself. The error is that of reporting; one of the work
// is part of the report.
func Child(gogc int, work Work) error {
	parent := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // whoever prints must not garble the report
	go exitWithParent()
	debug.SetGCPercent(gogc)
	debug.SetMemoryLimit(math.MaxInt64)

	report := measure(work, func(p Progress) {
		parent.Encode(message{Progress: &p}) // if it fails so will the report
	})
	return parent.Encode(message{Report: &report})
}

// exitWithParent ends the process when the parent's end of standard input
// closes: the parent has died.
func exitWithParent() {
	io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

// measure does the work while another goroutine tells how far it has come.
// The exploring goroutine itself does no more for that than store a number.
func measure(work Work, tell func(Progress)) Report {
	var executions atomic.Int64
	stop := every(progressInterval, func(elapsed time.Duration) {
		tell(Progress{executions.Load(), elapsed})
	})
	runtime.GC() // what was allocated to start with is no part of the run

	cpu, start := cpuTime(), time.Now()
	stats, err := work(func(s *algos.Stats) { executions.Store(s.Executions) })
	report := Report{Stats: stats, Wall: time.Since(start), CPU: cpuTime() - cpu}
	report.PeakRSS, report.RSSSource = ownPeak()
	stop()
	report.LiveHeap = liveHeap()
	runtime.KeepAlive(work)
	if err != nil {
		report.Error = err.Error()
	}
	return report
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

func liveHeap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
