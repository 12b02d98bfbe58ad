package puddle

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/puddle/v2"
)

// TestLeak: nothing is left of a resource that cannot be made, and that no caller awaits any more.
func TestLeak(t *testing.T) {
	made := make(chan bool)
	pool, err := puddle.NewPool(&puddle.Config[int]{
		Constructor: func(context.Context) (int, error) {
			<-made
			return 0, errors.New("no")
		},
		Destructor: func(int) {}, MaxSize: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	pool.Acquire(ctx)
	close(made)
}
