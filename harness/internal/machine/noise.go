package machine

import (
	"sync"
	"time"

	"github.com/shirou/gopsutil/v3/load"
	"github.com/shirou/gopsutil/v3/mem"

	"dporbench/results"
)

// lookInterval is how often the load is looked at. It is an average of a minute.
const lookInterval = 5 * time.Second

// Listener listens to what else goes on on the machine.
type Listener struct {
	mu    sync.Mutex
	noise results.Noise

	sourceLoad func() float64
	sourceSwap func() (in, out uint64)
	swappedIn  uint64 // by the time it began to listen
	swappedOut uint64
	stop       chan struct{}
	stopped    sync.WaitGroup
}

// Listen begins to listen, until Stop.
func Listen() *Listener { return listen(loadAverage, swapped, lookInterval) }

func listen(load func() float64, swap func() (in, out uint64), interval time.Duration) *Listener {
	l := &Listener{sourceLoad: load, sourceSwap: swap, stop: make(chan struct{})}
	l.swappedIn, l.swappedOut = swap()
	l.noise.LoadBefore = load()
	l.stopped.Go(func() { l.keepLooking(interval) })
	return l
}

func (l *Listener) keepLooking(interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			l.look()
		case <-l.stop:
			return
		}
	}
}

func (l *Listener) look() {
	now := l.sourceLoad()
	in, out := l.sourceSwap()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.noise.LoadDuring = max(l.noise.LoadDuring, now)
	l.noise.SwappedIn, l.noise.SwappedOut = in-l.swappedIn, out-l.swappedOut
}

// Heard is what it has heard so far.
func (l *Listener) Heard() results.Noise {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.noise
}

// Stop ends the listening with a last look.
func (l *Listener) Stop() {
	close(l.stop)
	l.stopped.Wait()
	l.look()
}

// loadAverage is that of the last minute; 0 if the system has none.
func loadAverage() float64 {
	average, err := load.Avg()
	if err != nil {
		return 0
	}
	return average.Load1
}

// swapped is what the system has swapped in and out since it started, in bytes.
func swapped() (in, out uint64) {
	swap, err := mem.SwapMemory()
	if err != nil {
		return 0, 0
	}
	return swap.Sin, swap.Sout
}
