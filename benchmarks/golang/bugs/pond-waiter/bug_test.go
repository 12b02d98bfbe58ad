package pond

import (
	"testing"

	"github.com/alitto/pond/v2"
)

// TestSubmit: a pool of one worker, with a queue for one task, runs what two goroutines submit.
func TestSubmit(t *testing.T) {
	p := pond.NewPool(1, pond.WithQueueSize(1))
	ran := make(chan int, 4)
	p.Submit(func() { ran <- 1 })
	p.Submit(func() { ran <- 2 })
	go p.Submit(func() { ran <- 3 })
	p.Submit(func() { ran <- 4 })
	for range 4 {
		<-ran
	}
}
