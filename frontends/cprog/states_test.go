package cprog_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/algos/states"
	"dporbench/algos/states/statestest"
	"dporbench/frontends/cprog"
)

// TestStatesOfRandomPrograms: executions of random programs pass no state that a search has not visited. CPROG_STATES is the number of programs of
// each kind, and CPROG_SEED the seed.
func TestStatesOfRandomPrograms(t *testing.T) {
	n, seed := number(t, "CPROG_STATES", 20), uint64(number(t, "CPROG_SEED", 1))<<32
	for kind, source := range map[string]func(seed uint64) string{
		"values":   func(seed uint64) string { return randomConcurrent(seed).source() },
		"library":  func(seed uint64) string { return randomLibraryProgram(seed).source() },
		"sections": func(seed uint64) string { return randomSectioned(seed).source() },
	} {
		t.Run(kind, func(t *testing.T) {
			var sum statestest.Sum
			for k := range n {
				text, options := source(seed+uint64(k)), cprog.Options{Races: [...]cprog.Races{cprog.Look, cprog.Ignore}[k%2]}
				if c, err := compareStates(t, text, options); !sum.Add(t, fmt.Sprint("program ", k), c, err) {
					t.Log(strings.TrimPrefix(text, libraryPreamble))
				}
			}
			if t.Logf("%+v", sum); sum.Compared < n/2 {
				t.Error("too few are compared")
			}
		})
	}
}

// compareStates compares the states of a program with its executions.
func compareStates(t *testing.T, text string, o cprog.Options) (c statestest.Compared, err error) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return c, err
	}
	p, err := cprog.Load(file, o)
	if err != nil {
		return c, err
	}
	return statestest.Compare(p, "pop", statestest.Limits{Executions: number(t, "CPROG_EXECUTIONS", 1500), States: 100_000, Time: 30 * time.Second})
}

// TestStatesOfLoops: loops need no bound if they come back to states where they have been. One that counts has no end.
func TestStatesOfLoops(t *testing.T) {
	for define, want := range map[string]string{
		"LOCKS": "[complete]", "ALTERNATES": "[failed livelocked]", "GIVES_WAY": "[complete livelocked]", "WAITS_IN_VAIN": "[livelocked]",
		"COUNTS": "[]an execution has more than 20000 events",
	} {
		p, err := cprog.Load("testdata/states/loops.c", cprog.Options{Define: []string{define}})
		if err != nil {
			t.Fatal(err)
		}
		outcomes := map[string]bool{}
		r, err := states.Decide(t.Context(), p, states.Options{MaxSteps: 20_000}, func(e states.Ended) error {
			outcomes[e.Outcome.String()] = true
			return nil
		})
		if got := fmt.Sprint(slices.Sorted(maps.Keys(outcomes)), r.Unknown); err != nil || got != want {
			t.Errorf("%s: %s, want %s; error %v", define, got, want, err)
		}
	}
}
