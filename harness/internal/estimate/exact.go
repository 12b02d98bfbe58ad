package estimate

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"runtime/debug"
	"time"

	"dporbench/algos/states"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
)

// exactly counts the classes of p by its states, within a limit of time; it returns nil if that is not possible. Only Go programs have
// threads that describe their local states: without these, there are hardly fewer states than a pass of an estimate sees.
func exactly(ctx context.Context, limit time.Duration, p program.Program, s explore.Settings) (*states.Counted, error) {
	if !p.Spec.IsGo() {
		return nil, nil
	}
	within, stop := context.WithTimeout(ctx, limit)
	defer stop()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	c, err := states.Count(within, p.Program, states.Options{Memory: s.Memory, MaxSteps: s.MaxSteps, MaxBytes: s.MemLimit / 2})
	switch {
	case program.IsCoarse(err):
		return nil, err
	case err != nil || c.Classes == nil: // an estimate may still be possible
		return nil, nil
	}
	return &c, nil
}

// writeExactly writes a number of executions, and how long they take at the pace of the explored ones.
func writeExactly(w io.Writer, program, algorithm string, c *states.Counted, each time.Duration) error {
	n, _ := new(big.Float).SetInt(c.Classes).Float64()
	_, err := fmt.Fprintf(w, "%s, %s: exactly %s executions, counted by %s states%s\n  all of them take about %s\n",
		program, algorithm, table.Digits(c.Classes.String()), table.Count(c.Nodes), c.Doubt, roughly(each, n))
	return err
}
