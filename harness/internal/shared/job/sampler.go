package job

import (
	"sync"
	"sync/atomic"
	"time"

	"dporbench/algos"
	"dporbench/algos/counters"
)

// sampler takes the samples of a run in the child, in its own goroutine.
//
// It must not disturb the measured run. After each execution, the exploring goroutine
// stores a number and checks a flag; it passes on a copy of its counters only when the
// sampler has asked, at most once a millisecond. The sampler itself reads the clock and
// the memory, and nothing it reads stops the world.
type sampler struct {
	start      time.Time
	executions atomic.Int64
	asked      atomic.Bool
	answers    chan algos.Stats // room for one

	memory memoryGauge
	last   algos.Stats // the last answer
	curve  Curve
	unsent []counters.Sample
}

func newSampler() *sampler {
	return &sampler{answers: make(chan algos.Stats, 1), memory: newMemoryGauge(), curve: NewCurve()}
}

// visited is called by the exploring goroutine after each execution.
func (s *sampler) visited(stats *algos.Stats) {
	s.executions.Store(stats.Executions)
	if s.asked.Load() {
		s.asked.Store(false)
		select {
		case s.answers <- *stats:
		default: // the last answer has not been read yet
		}
	}
}

// begin reports the samples and the progress at intervals, and never after end has returned.
func (s *sampler) begin(tell func(Message)) (end func()) {
	s.start = time.Now()
	quit := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() { s.run(tell, quit) })
	return func() {
		close(quit)
		running.Wait()
	}
}

func (s *sampler) run(tell func(Message), quit <-chan struct{}) {
	clock, report := time.NewTicker(s.curve.interval), time.NewTicker(progressInterval)
	defer clock.Stop()
	defer report.Stop()
	for {
		interval := s.curve.interval
		select {
		case <-clock.C:
			s.ask()
		case s.last = <-s.answers:
			s.take(s.last)
		case <-report.C:
			s.send(tell, &Progress{s.executions.Load(), time.Since(s.start)})
		case <-quit:
			s.send(tell, nil)
			return
		}
		if s.curve.interval != interval {
			clock.Reset(s.curve.interval)
		}
	}
}

// ask asks the exploring goroutine for its counters. If it has not answered the last
// request, it is in the middle of a long execution; its memory is still of interest.
func (s *sampler) ask() {
	if !s.asked.Swap(true) {
		return
	}
	select {
	case s.last = <-s.answers: // the answer to the last request must not come after this sample
	default:
	}
	stats := s.last
	stats.Executions = s.executions.Load()
	s.take(stats)
}

func (s *sampler) take(stats algos.Stats) {
	sample := s.sample(time.Since(s.start), stats)
	s.curve.Add(sample)
	s.unsent = append(s.unsent, sample)
}

func (s *sampler) sample(elapsed time.Duration, stats algos.Stats) counters.Sample {
	return counters.Sample{
		Elapsed:    elapsed,
		Executions: stats.Executions,
		LiveHeap:   s.memory.liveHeap(),
		RSS:        s.memory.resident(),
		Stored:     stats.Peak,
	}
}

func (s *sampler) send(tell func(Message), p *Progress) {
	tell(Message{Progress: p, Samples: s.unsent})
	s.unsent = s.unsent[:0]
}
