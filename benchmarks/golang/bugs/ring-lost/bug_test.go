package ring

import (
	"testing"

	"github.com/hedzr/go-ringbuf/v2/mpmc"
)

// TestTwoProducers: two producers put one item each into a ring with room for both; both come out.
func TestTwoProducers(t *testing.T) {
	q := mpmc.NewOverlappedRingBuffer[int](4)
	done := make(chan bool, 2)
	for i := 1; i <= 2; i++ {
		go func() { q.EnqueueM(i); done <- true }()
	}
	<-done
	<-done
	sum := 0
	for range 2 {
		v, err := q.Dequeue()
		if err != nil {
			t.Fatal("an item is lost: ", err)
		}
		sum += v
	}
	if sum != 3 {
		t.Fatal("sum ", sum)
	}
}
