package worker

import (
	"context"
	"time"

	"dporbench/harness/internal/swarm/queue"
)

const (
	// silence is the time without a sign after which a worker is no longer counted.
	silence = 5 * queue.NoticeInterval
	// rateOver is the time over which the rate is measured, unless the last call of Status is longer ago.
	rateOver = 10 * time.Second
	// The queue is checked more often while workers wait for tasks.
	loadSoon, loadLater = 25 * time.Millisecond, 200 * time.Millisecond
)

// notice announces to the workers how many tasks are wanted.
func (c *Coordinator) notice(ctx context.Context) {
	told, at := 0, time.Time{}
	for ctx.Err() == nil {
		waiting, taken, idle, err := c.queue.Load(ctx)
		wanted := max(0, idle-waiting)
		if err == nil && (wanted != told || time.Since(at) > queue.NoticeInterval/2) {
			c.queue.Notify(queue.Notice{Wanted: wanted, Workers: c.workers()})
			told, at = wanted, time.Now()
		}
		c.mu.Lock()
		c.waiting, c.taken = waiting, taken
		c.mu.Unlock()
		pause := loadLater
		if wanted > 0 {
			pause = loadSoon
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (c *Coordinator) heard(s queue.Sign) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.signs[s.Name] = sign{s, time.Now()}
	_, jobs := c.present()
	c.mostJobs = max(c.mostJobs, jobs)
}

// workers is the number of workers that have recently given a sign.
func (c *Coordinator) workers() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, _ := c.present()
	return n
}

// present counts the workers that have recently given a sign, and the tasks that they explore at a time.
func (c *Coordinator) present() (workers, jobs int) {
	for _, sign := range c.signs {
		if !sign.Left && time.Since(sign.at) < silence {
			workers++
			jobs += sign.Jobs
		}
	}
	return workers, jobs
}

// farewell waits briefly for the workers to leave and report their cost.
func (c *Coordinator) farewell() {
	for begun := time.Now(); time.Since(begun) < queue.NoticeInterval/2; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		workers, _ := c.present()
		c.mu.Unlock()
		if workers == 0 {
			return
		}
	}
}

// Status is the progress of the exploration.
func (c *Coordinator) Status() queue.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := queue.Status{
		Executions: c.ledger.Stats.Executions, Events: c.ledger.Stats.Events,
		Tasks: c.ledger.Tasks(), Waiting: c.waiting, Taken: c.taken,
		Elapsed: c.queue.Elapsed(),
	}
	s.Workers, s.Jobs = c.present()
	now := time.Now()
	for len(c.recent) > 1 && now.Sub(c.recent[1].at) > rateOver {
		c.recent = c.recent[1:]
	}
	c.recent = append(c.recent, reach{now, s.Executions})
	if first := c.recent[0]; now.After(first.at) {
		s.Rate = float64(s.Executions-first.executions) / now.Sub(first.at).Seconds()
	}
	return s
}

// Cost returns the CPU time of the workers, as last reported, the largest peak of a worker's
// memory, in bytes, and the largest number of tasks explored at a time.
func (c *Coordinator) Cost() (cpu time.Duration, peakRSS int64, jobs int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.signs {
		cpu += s.CPU
		peakRSS = max(peakRSS, s.PeakRSS)
	}
	return cpu, peakRSS, c.mostJobs
}
