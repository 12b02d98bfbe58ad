package clockwork

import (
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
)

// A ticker made before Advance ticks.
func TestTicker(t *testing.T) {
	c := clockwork.NewFakeClock()
	k := c.NewTicker(time.Second)
	c.Advance(time.Second)
	<-k.Chan()
	k.Stop()
}
