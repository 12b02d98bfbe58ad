package linear

import (
	"testing"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestTogether: two registers that each may be explained are not explained together, where each thread writes one and then does not see what the
// other has written. So what threads can observe is not asked of one object after the other.
func TestTogether(t *testing.T) {
	build := func() *model.Program {
		p := model.NewProgram("two registers")
		for _, names := range [][2]string{{"x", "y"}, {"y", "x"}} {
			p.Thread("writes "+names[0], func(t *model.Thread) {
				t.Invoke(names[0], "write", 1)
				t.Respond()
				t.Invoke(names[1], "read")
				t.Respond(0)
			})
		}
		return p
	}
	for _, c := range []struct {
		objects []string
		want    int64
	}{{[]string{"x"}, 0}, {[]string{"y"}, 0}, {[]string{"x", "y"}, 1}} {
		p, of := build(), map[string]porcupine.Model{}
		for _, name := range c.objects {
			of[name] = register
		}
		if err := Demand(p, memory.SC, Property{Of: of, Question: Observed}); err != nil {
			t.Fatal(err)
		}
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := pop.Explore(t.Context(), p, nil)
		if err != nil || stats.NonLinearizable != c.want {
			t.Errorf("of %v, %d executions fail, want %d; %v", c.objects, stats.NonLinearizable, c.want, err)
		}
	}
}

// TestDemand: what is wrong with what is demanded is said.
func TestDemand(t *testing.T) {
	if err := Demand(model.NewProgram("p"), memory.TSO, Property{}); err == nil {
		t.Error("linearizability under TSO is judged")
	}
	p := model.NewProgram("many")
	p.Thread("p", func(t *model.Thread) {
		for range MaxOperations + 1 {
			t.Invoke("x", "write", 1)
			t.Respond()
		}
	})
	if err := Demand(p, memory.SC, Property{Of: map[string]porcupine.Model{"": register}}); err != nil {
		t.Fatal(err)
	}
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stats, err := pop.Explore(t.Context(), p, func(e *model.Execution) error {
		const want = "an execution has 65 operations of objects, or beginnings and ends of them: there must be at most 64"
		if e.Failure() != want {
			t.Errorf("%q, want %q", e.Failure(), want)
		}
		return nil
	})
	if err != nil || stats.Failed != 1 {
		t.Errorf("%+v, %v", stats.Counts, err)
	}
}
