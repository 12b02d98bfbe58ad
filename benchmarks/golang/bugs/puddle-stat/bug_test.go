package puddle

import (
	"context"
	"testing"

	"github.com/jackc/puddle/v2"
)

// TestStat: statistics can be requested while a resource is made.
func TestStat(t *testing.T) {
	pool, err := puddle.NewPool(&puddle.Config[int]{
		Constructor: func(context.Context) (int, error) { return 1, nil }, Destructor: func(int) {}, MaxSize: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		pool.Acquire(context.Background())
		done <- true
	}()
	pool.Stat()
	<-done
}
