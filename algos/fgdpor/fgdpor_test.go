package fgdpor_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/fgdpor"
)

func TestConformance(t *testing.T) { algostest.Run(t, "fgdpor") }

// TestSleepingThreadsLeadNowhere explores programs that lose classes if a thread that is
// asleep at pre(S, i) is chosen from the set E of the paper.
func TestSleepingThreadsLeadNowhere(t *testing.T) {
	for _, text := range []string{
		"p: a=y; a=x | q: b=x | r: x=0",
		"p: b=x; y=b+0 | q: update y | r: b=cas(z,0,2); a=cas(x,0,2)",
		"p: x=0 | q: go { b=x }; b=x",
		"p: lock m; a=x | q: x=0 | r: y=2; lock m; unlock m",
	} {
		for _, o := range algos.Orders() {
			algostest.CheckClasses(t, fgdpor.New, text, algos.Options{Order: o})
		}
	}
}
