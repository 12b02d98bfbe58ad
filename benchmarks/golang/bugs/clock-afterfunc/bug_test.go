package clock

import (
	"testing"
	"time"

	"github.com/benbjohnson/clock"
)

// TestAfterFunc: a function may be set to be called while a mock clock is moved.
func TestAfterFunc(t *testing.T) {
	c := clock.NewMock()
	go c.Add(time.Second)
	c.AfterFunc(time.Second, func() {})
}
