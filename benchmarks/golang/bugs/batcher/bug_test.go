package batcher

import (
	"testing"
	"time"

	"github.com/eapache/go-resiliency/batcher"
)

// TestRun: work that goes in comes out.
func TestRun(t *testing.T) {
	b := batcher.New(time.Millisecond, func([]any) error { return nil })
	done := make(chan bool)
	go func() {
		b.Run(1)
		done <- true
	}()
	b.Run(2)
	<-done
}
