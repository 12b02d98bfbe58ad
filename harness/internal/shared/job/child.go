package job

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"dporbench/algos"
	"dporbench/harness/internal/shared/process"
	"dporbench/model"
	"dporbench/model/front"
)

// progressInterval bounds the rate at which a child reports, and so the age of the last
// figure of a killed run.
const progressInterval = 250 * time.Millisecond

// Work is the measured work of a child: an exploration that calls progress after each
// execution.
type Work func(progress func(*algos.Stats)) (algos.Stats, error)

// Child does the work and reports on it to the parent on standard output, which it takes for itself. An
// error of the work is part of the report; Child returns only errors of reporting. The report includes unmeasured,
// as it is when the work has ended.
func Child(gogc int, unmeasured *Unmeasured, work Work) error {
	return child(gogc, unmeasured, process.ExitWithParent, work)
}

func child(gogc int, unmeasured *Unmeasured, watch func(), work Work) error {
	parent := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // prints must not garble the report
	go watch()
	debug.SetGCPercent(gogc)
	debug.SetMemoryLimit(math.MaxInt64)

	report := measure(work, func(m Message) {
		parent.Encode(m) // if it fails, so will the report
	})
	report.Unmeasured = *unmeasured
	return parent.Encode(Message{Report: report})
}

// SayIfStuck reports, once ctx is done, which thread of p keeps the child from ending, and where it is, unless stop is
// called before. The message is short, so it is not interleaved with other writes to the pipe.
func SayIfStuck(ctx context.Context, p func() *model.Program, workers int) (stop func()) {
	parent, over := json.NewEncoder(os.Stdout), make(chan struct{})
	forget := context.AfterFunc(ctx, func() {
		if place := process.StuckThread(over, patience); place != "" {
			name := "a thread"
			if workers <= 1 {
				name = "thread " + (*front.Program)(p()).Running()
			}
			parent.Encode(Message{Stuck: name + " does not reach its next event: it is in " + place})
		}
	})
	return func() {
		forget()
		close(over)
	}
}

// patience is how long a child that must end looks for a thread that keeps it from doing so; its parent waits less long.
const patience = time.Minute

func measure(work Work, tell func(Message)) *Report {
	report, sampler := new(Report), newSampler()
	runtime.GC() // earlier allocations are not part of the run
	end := sampler.begin(tell)

	cpu, start := process.CPUTime(), time.Now()
	var err error
	report.Stats, err = work(sampler.visited)
	report.Wall, report.CPU = time.Since(start), process.CPUTime()-cpu
	report.PeakRSS, report.RSSSource = process.OwnPeak()
	end()
	report.Last = sampler.sample(report.Wall, report.Stats)
	report.LiveHeap = liveHeap()
	runtime.KeepAlive(work)
	if err != nil {
		report.Error = err.Error()
		report.Stopped, _ = errors.AsType[*Stopping](err)
		report.Refused, report.NoLateTimers = refused(err), refusesToPass(err)
		report.Late = errors.Is(err, process.ErrTime)
	}
	return report
}

// refused reports whether nothing has been found out: the algorithm does not explore such a program, or the program does
// something that is not supported.
func refused(err error) bool {
	_, byAlgorithm := errors.AsType[*algos.RefusedError](err)
	usage, ok := errors.AsType[*model.UsageError](err)
	return byAlgorithm || ok && usage.Unsupported
}

// refusesToPass reports whether the algorithm does not explore the program because time passes in it.
func refusesToPass(err error) bool {
	e, ok := errors.AsType[*algos.RefusedError](err)
	return ok && e.Concerns(algos.Passes)
}

func liveHeap() int64 {
	runtime.GC()
	runtime.GC() // pools outlive one collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
