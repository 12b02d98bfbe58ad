package fifo

import (
	"testing"

	"github.com/enriquebris/goconcurrentqueue"
)

// TestWaitForNext: a consumer that waits gets the element that is put.
func TestWaitForNext(t *testing.T) {
	q := goconcurrentqueue.NewFixedFIFO(2)
	got := make(chan any)
	go func() {
		v, _ := q.DequeueOrWaitForNextElement()
		got <- v
	}()
	if err := q.Enqueue(1); err != nil {
		t.Fatal(err)
	}
	<-got
}
