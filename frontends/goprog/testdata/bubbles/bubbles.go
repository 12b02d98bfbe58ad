// Package bubbles has functions in bubbles of testing/synctest.
package bubbles

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Called finds out whether a function is called, without more synchronisation than Wait.
func Called(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		called := false
		context.AfterFunc(ctx, func() { called = true })
		synctest.Wait()
		if called {
			t.Fatal("called")
		}
		cancel()
		synctest.Wait()
		if !called {
			t.Fatal("not called")
		}
	})
}

// Over waits for a deadline.
func Over(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		time.Sleep(5*time.Second - time.Nanosecond)
		synctest.Wait()
		if ctx.Err() != nil {
			t.Fatal("early")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if ctx.Err() != context.DeadlineExceeded {
			t.Fatal("late")
		}
	})
}

// Unwaited races: a sleep synchronises with nothing.
func Unwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		go func() { x++ }()
		time.Sleep(time.Second)
		x++
	})
}

// Later races: accesses after Wait are not ordered.
func Later(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		go func() {
			time.Sleep(time.Second)
			x++
		}()
		synctest.Wait()
		time.Sleep(2 * time.Second)
		x++
	})
}
