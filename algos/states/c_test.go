package states_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"dporbench/algos/states"
	"dporbench/algos/states/statestest"
	"dporbench/frontends/cprog"
	"dporbench/model/memory"
)

// TestCFiles compares C files, whose races are looked for in all of them, with what all their executions show.
func TestCFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("some files have loops that spin until they are refused")
	}
	compared, raced := 0, 0
	for _, pattern := range []string{"../../model/races/testdata/[mr]*.c", "../../frontends/cprog/testdata/benchmarks/*.c", "../../benchmarks/literature/*/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			p, err := cprog.Load(file, cprog.Options{Define: []string{"N=2"}, Races: cprog.Look})
			if err != nil {
				t.Logf("%s: %v", file, err)
				continue
			}
			c, err := statestest.Compare(p, "pop", statestest.Limits{Executions: 1000, States: 50_000, Time: 20 * time.Second})
			if _, refused := errors.AsType[*states.Refused](err); refused || errors.Is(err, statestest.ErrTooLarge) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if compared++; c.Raced {
				raced++
			}
		}
	}
	if t.Logf("%d compared, %d with races", compared, raced); compared < 60 || raced == 0 {
		t.Error("too few are compared, or too few race")
	}
}

// TestStoreBuffersOfC is TestStoreBuffers for C files, whose releases are barriers in a buffer of their own under PSO.
func TestStoreBuffersOfC(t *testing.T) {
	files := []string{"testdata/barriers.c"}
	for _, pattern := range []string{"../../frontends/cprog/testdata/benchmarks/*.c", "../../benchmarks/literature/locks/*.c", "../../benchmarks/literature/patterns/*.c"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	compared := 0
	for _, file := range files {
		for _, m := range []memory.Model{memory.TSO, memory.PSO} {
			p, err := cprog.Load(file, cprog.Options{Define: []string{"N=2"}, Races: cprog.Ignore})
			if err != nil {
				continue
			}
			_, err = statestest.Compare(p, "pop", statestest.Limits{Memory: m, Executions: 500, States: 20_000, Time: 5 * time.Second})
			if _, refused := errors.AsType[*states.Refused](err); refused || errors.Is(err, statestest.ErrTooLarge) {
				continue
			}
			if err != nil {
				t.Errorf("%s under %v: %v", file, m, err)
			}
			compared++
		}
	}
	if t.Logf("%d compared", compared); compared < 10 {
		t.Error("too few are compared")
	}
}
