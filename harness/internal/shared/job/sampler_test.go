package job

import (
	"testing"
	"time"

	"dporbench/algos"
)

// BenchmarkVisited measures the cost of the sampler to the exploring goroutine per
// execution.
func BenchmarkVisited(b *testing.B) {
	s, stats := newSampler(), algos.Stats{}
	end := s.begin(func(Message) {})
	defer end()
	for b.Loop() {
		stats.Executions++
		s.visited(&stats)
	}
}

// TestAnAnswerNobodyReadsDoesNotBlock the exploring goroutine.
func TestAnAnswerNobodyReadsDoesNotBlock(t *testing.T) {
	s := newSampler()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 3 {
			s.asked.Store(true)
			s.visited(&algos.Stats{})
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("it does")
	}
}
