package clock

import (
	"testing"
	"time"

	"github.com/benbjohnson/clock"
)

// TestTimer: a timer of a mock clock may be made while the clock is moved.
func TestTimer(t *testing.T) {
	c := clock.NewMock()
	go c.Add(time.Second)
	c.Timer(time.Second)
}
