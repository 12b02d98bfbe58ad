package ttl

import (
	"testing"

	"github.com/jellydator/ttlcache/v3"
)

// TestStop: the cleaning of a cache may be stopped twice.
func TestStop(t *testing.T) {
	c := ttlcache.New[string, int]()
	go c.Start()
	go c.Stop()
	c.Stop()
}
