package source_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/source"
)

func TestConformance(t *testing.T) { algostest.Run(t, "source") }

// TestPendingLocksOfBlockedExplorations explores programs that lose classes if a pending
// Lock is reversed only at maximal executions.
func TestPendingLocksOfBlockedExplorations(t *testing.T) {
	for _, text := range []string{
		"p: go { lock m }; lock m; x=0 | q: x=b+0",
		"p: lock l | q: b=y | r: b=cas(y,2,1); lock l; y=2",
		"p: a=x; lock l; a=cas(y,0,1) | q: lock l | r: a=cas(y,1,1)",
	} {
		for _, o := range algos.Orders() {
			for seed := range uint64(5) {
				algostest.CheckClasses(t, source.New, text, algos.Options{Order: o, Seed: seed})
			}
		}
	}
}
