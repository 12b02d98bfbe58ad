package pond

import (
	"testing"

	"github.com/alitto/pond/v2"
)

// TestSubmit: a pool of one worker, with a queue for one task, runs three tasks.
func TestSubmit(t *testing.T) {
	p := pond.NewPool(1, pond.WithQueueSize(1))
	ran := make(chan int, 3)
	for i := range 3 {
		p.Submit(func() { ran <- i })
	}
	for range 3 {
		<-ran
	}
}
