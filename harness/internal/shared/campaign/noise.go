package campaign

import (
	"fmt"
	"sync"
	"time"

	"github.com/shirou/gopsutil/v3/load"
	"github.com/shirou/gopsutil/v3/mem"

	"dporbench/results"
)

// The load is averaged over a minute.
const lookInterval = 5 * time.Second

type noiseMonitor struct {
	mu    sync.Mutex
	noise results.Noise

	sourceLoad func() float64
	sourceSwap func() (in, out uint64)
	swappedIn  uint64 // before monitoring began
	swappedOut uint64
	stop       chan struct{}
	stopped    sync.WaitGroup
}

func monitorNoise() *noiseMonitor { return monitor(loadAverage, swapped, lookInterval) }

func monitor(load func() float64, swap func() (in, out uint64), interval time.Duration) *noiseMonitor {
	m := &noiseMonitor{sourceLoad: load, sourceSwap: swap, stop: make(chan struct{})}
	m.swappedIn, m.swappedOut = swap()
	m.noise.LoadBefore = load()
	m.stopped.Go(func() { m.keepLooking(interval) })
	return m
}

func (m *noiseMonitor) keepLooking(interval time.Duration) {
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

func (m *noiseMonitor) look() {
	now := m.sourceLoad()
	in, out := m.sourceSwap()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.noise.LoadDuring = max(m.noise.LoadDuring, now)
	m.noise.SwappedIn, m.noise.SwappedOut = in-m.swappedIn, out-m.swappedOut
}

// Snapshot returns the noise so far.
func (m *noiseMonitor) Snapshot() results.Noise {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.noise
}

// Stop ends the monitoring with a last look.
func (m *noiseMonitor) Stop() {
	close(m.stop)
	m.stopped.Wait()
	m.look()
}

// loadAverage is the load average of the last minute; 0 if unknown.
func loadAverage() float64 {
	average, err := load.Avg()
	if err != nil {
		return 0
	}
	return average.Load1
}

// swapped returns the bytes swapped since the system started; 0 if unknown.
func swapped() (in, out uint64) {
	swap, err := mem.SwapMemory()
	if err != nil {
		return 0, 0
	}
	return swap.Sin, swap.Sout
}

const idleLoad = 0.5

// noiseWarnings lists the reasons not to trust times measured on the machine, one line
// each. A run keeps one core busy and, while it collects garbage, a little more; so a
// load above the number of cores means that runs had to wait.
func noiseWarnings(m results.Machine, n results.Noise) []string {
	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	if n.LoadBefore > idleLoad {
		warn("the machine was not idle: load average %.2f before the first run", n.LoadBefore)
	}
	if n.LoadDuring > float64(m.Cores) {
		warn("runs had to wait for a processor: load average up to %.2f on %d cores", n.LoadDuring, m.Cores)
	}
	if m.Governor != "" && m.Governor != "performance" {
		warn("the processor's frequency varies: its governor is %s", m.Governor)
	}
	if m.Turbo == "on" {
		warn("the processor's frequency varies: turbo is on")
	}
	if n.SwappedIn+n.SwappedOut > 0 {
		warn("the machine was swapping: %d bytes in, %d bytes out", n.SwappedIn, n.SwappedOut)
	}
	return warnings
}
