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

// NoiseMonitor watches what else the machine is doing.
type NoiseMonitor struct {
	mu    sync.Mutex
	noise results.Noise

	sourceLoad func() float64
	sourceSwap func() (in, out uint64)
	swappedIn  uint64 // by the time it began
	swappedOut uint64
	stop       chan struct{}
	stopped    sync.WaitGroup
}

// MonitorNoise begins to watch, until Stop.
func MonitorNoise() *NoiseMonitor { return monitor(loadAverage, swapped, lookInterval) }

func monitor(load func() float64, swap func() (in, out uint64), interval time.Duration) *NoiseMonitor {
	m := &NoiseMonitor{sourceLoad: load, sourceSwap: swap, stop: make(chan struct{})}
	m.swappedIn, m.swappedOut = swap()
	m.noise.LoadBefore = load()
	m.stopped.Go(func() { m.keepLooking(interval) })
	return m
}

func (m *NoiseMonitor) keepLooking(interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			m.look()
		case <-m.stop:
			return
		}
	}
}

func (m *NoiseMonitor) look() {
	now := m.sourceLoad()
	in, out := m.sourceSwap()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.noise.LoadDuring = max(m.noise.LoadDuring, now)
	m.noise.SwappedIn, m.noise.SwappedOut = in-m.swappedIn, out-m.swappedOut
}

// Snapshot is what it has seen so far.
func (m *NoiseMonitor) Snapshot() results.Noise {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.noise
}

// Stop ends the watching with a last look.
func (m *NoiseMonitor) Stop() {
	close(m.stop)
	m.stopped.Wait()
	m.look()
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
