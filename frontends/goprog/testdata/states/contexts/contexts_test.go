package contexts

import (
	"sync/atomic"
	"testing"
)

var before, after atomic.Int64

// TestContexts: tests that have a context describe themselves, and contexts are known even if no package imports package context.
func TestContexts(t *testing.T) {
	done := make(chan bool, 1)
	go func() {
		before.Store(1)
		before.Store(0)
		done <- true
	}()
	n := before.Load()
	<-done
	if t.Context().Err() == nil {
		after.Store(n)
	}
}
