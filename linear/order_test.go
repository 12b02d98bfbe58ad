package linear

import (
	"testing"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// TestOrder: operations without events, whose times only the other events of their threads determine, and operations
// before threads are started and after they have been joined.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		program            string
		realTime, observed int64 // executions that fail
	}{
		// The read has ended when x is 1, and the write comes after that.
		{"p: invoke read(); respond a; x=1 | q: a=x; if a==1 { invoke write(1); respond }", 0, 0},
		// The write has ended when x is 1, and the read comes after that.
		{"p: invoke write(1); respond; x=1 | q: a=x; if a==1 { invoke read(); respond b }", 1, 1},
		// Nothing determines which comes first.
		{"p: invoke write(1); respond | q: invoke read(); respond a", 1, 0},
		{"p: invoke write(1); respond; y=1 | q: x=1; invoke read(); respond a", 1, 0},
		// The thread is joined before, and after.
		{"p: go { invoke write(1); respond }; join; invoke read(); respond a", 1, 1},
		{"p: go { invoke read(); respond a }; join; invoke write(1); respond", 0, 0},
		{"p: go { invoke write(1); x=1; respond }; join; invoke read(); respond a", 1, 1},
		{"p: go { invoke read(); respond a }; invoke write(1); respond; join", 1, 0},
		// The thread is started after.
		{"p: invoke write(1); respond; go { invoke read(); respond a }", 1, 1},
		{"p: invoke read(); respond a; go { invoke write(1); respond }", 0, 0},
		// An operation that never returns may have been done or not.
		{"p: invoke write(1); x=1; await y==1; respond | q: a=x; if a==1 { invoke read(); respond a }", 0, 0},
		{"p: invoke write(1); x=1; await y==1; respond | q: a=x; if a==1 { invoke read(); respond b }", 0, 0},
	} {
		for q, want := range []int64{RealTime: c.realTime, Observed: c.observed} {
			p := smallprog.MustBuild(c.program)
			if err := Demand(p, memory.SC, Property{Of: map[string]porcupine.Model{"": register}, Question: Question(q)}); err != nil {
				t.Fatal(err)
			}
			pop, err := catalog.New("pop", algos.Options{})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := pop.Explore(t.Context(), p, nil)
			if err != nil || stats.NonLinearizable != want {
				t.Errorf("%s: %v: %d of %d executions fail, want %d; %v", c.program, Question(q), stats.NonLinearizable, stats.Executions, want, err)
			}
		}
	}
}
