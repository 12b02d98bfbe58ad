package errata_test

import (
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop/algorithm2"
	"dporbench/frontends/smallprog"
)

// run is an exploration with some of the corrections.
type run struct {
	visits     algostest.Classes
	executions int
	asleep     int // explorations that ended where every enabled event was asleep
}

func explore(made algorithm2.Corrections, p smallprog.Program, o algos.Options) run {
	visits, stats, err := algostest.Explore(algorithm2.New(o, made), p.Build())
	if err != nil {
		panic(err) // litmus programs end and are deterministic
	}
	return run{visits, int(stats.Executions), int(stats.Redundant)}
}

func (r run) lost(classes algostest.Classes) int {
	n := 0
	for key := range classes {
		if r.visits[key] == 0 {
			n++
		}
	}
	return n
}

func (r run) repeated() int { return r.executions - len(r.visits) }

// cell shows how many executions there were, and their faults.
func (r run) cell(classes algostest.Classes) string {
	if d := r.errors(classes); d != "" {
		return fmt.Sprintf("%d (%s)", r.executions, d)
	}
	return fmt.Sprint(r.executions)
}

// errors is empty if each class was visited once, and nothing else happened.
func (r run) errors(classes algostest.Classes) string {
	var parts []string
	for _, d := range []struct {
		n    int
		what string
	}{{r.lost(classes), "lost"}, {r.repeated(), "repeated"}, {r.asleep, "asleep"}} {
		if d.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", d.n, d.what))
		}
	}
	return strings.Join(parts, ", ")
}
