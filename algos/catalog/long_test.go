package catalog_test

import (
	"runtime/debug"
	"testing"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
)

// TestLongExecutions: the stack of no algorithm grows with the length of an execution.
func TestLongExecutions(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(512 << 10)) // an overflow ends the process
	for _, a := range catalog.All() {
		t.Run(a.Name, func(t *testing.T) {
			if got := explore(t, benchmarks.LengthParam(1, 4096), a.Name).Executions; got != 1 && !a.Samples {
				t.Errorf("one thread has %d executions, want 1", got)
			}
			switch a.Name {
			case "exhaustive", "sleepset", "pop-expressions":
				return // what they explore grows with the square of the length
			}
			if got := explore(t, benchmarks.LengthParam(2, 1<<16), a.Name).Executions; got != 4 && !a.Samples {
				t.Errorf("two threads have %d executions, want 4", got)
			}
		})
	}
}
