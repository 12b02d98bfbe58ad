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

// Begins finds the clock at its beginning in each bubble, and cleanups and the end of the context within it.
func Begins(t *testing.T) {
	begin, ended, cleaned := time.Now(), 0, 0
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			if now := time.Now(); !now.Equal(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)) || !now.Before(begin) {
				t.Fatal(now)
			}
			c := time.NewTimer(time.Minute).C
			if now := <-c; !now.Equal(time.Date(2000, 1, 1, 0, 1, 0, 0, time.UTC)) || !now.Equal(time.Now()) {
				t.Fatal(now)
			}
			t.Cleanup(func() { cleaned++ })
			go func() {
				<-t.Context().Done()
				ended++
			}()
		})
	}
	if ended != 2 || cleaned != 2 {
		t.Fatal(ended, cleaned)
	}
	if time.Since(begin) < 0 {
		t.Fatal("the clock goes back")
	}
}

// Skips skips the test in the bubble only.
func Skips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { t.Skip() })
	t.Fatal("goes on")
}

// Left leaves a goroutine that sleeps: no time passes for it.
func Left(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go time.Sleep(time.Hour)
	})
}

// Run panics, as do Nested and Outside.
func Run(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { t.Run("inside", func(*testing.T) {}) })
}

func Nested(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { synctest.Test(t, func(*testing.T) {}) })
}

func Outside(*testing.T) { synctest.Wait() }

// Standing reads a clock that stands still, since nobody sleeps.
func Standing(t *testing.T) {
	begin := time.Now()
	synctest.Test(t, func(t *testing.T) {
		if begin := time.Now(); time.Since(begin) != 0 {
			t.Fatal("time has passed")
		}
	})
	_ = begin
}
