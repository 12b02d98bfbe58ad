package worker

import (
	"sync/atomic"
	"time"

	"dporbench/algos"
)

const (
	// least is how long a task is explored before it is split because others are idle.
	least = 10 * time.Millisecond
	// mostStill is how often the lease is extended during one execution. If a thread never reaches
	// its next event, the lease is lost.
	mostStill = 40
	// extensions is how often the lease is extended within its time.
	extensions = 4
)

// watch watches a task being explored: it says when to stop, and extends the lease.
type watch struct {
	stop       atomic.Bool
	executions atomic.Int64 // so far
	over       chan struct{}
}

// goOn is called after each execution.
func (w *watch) goOn(s *algos.Stats) bool {
	w.executions.Store(s.Executions)
	return !w.stop.Load()
}

func (w *watch) end() { close(w.over) }

// watchTask starts watching a task. The task is stopped after budget at the latest, and earlier if
// hungry reports that others are idle.
func watchTask(budget, lease time.Duration, hungry func() bool, extend func()) *watch {
	w := &watch{over: make(chan struct{})}
	go w.run(budget, lease, hungry, extend)
	return w
}

func (w *watch) run(budget, lease time.Duration, hungry func() bool, extend func()) {
	tick := time.NewTicker(least)
	defer tick.Stop()
	begun, extended := time.Now(), time.Now()
	still, last := 0, int64(0)
	for {
		select {
		case <-w.over:
			return
		case now := <-tick.C:
			if now.Sub(begun) >= budget || hungry() {
				w.stop.Store(true)
			}
			if now.Sub(extended) < lease/extensions {
				continue
			}
			if n := w.executions.Load(); n != last {
				still, last = 0, n
			}
			if still++; still <= mostStill {
				extend()
			}
			extended = now
		}
	}
}
