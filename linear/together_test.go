package linear

import (
	"runtime"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/counters"
	"dporbench/algos/parallel"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestTogether: two registers can each be explained but not both together, if each thread writes one and then does not see the
// other's write. The observable order therefore cannot be decided for one object after the other.
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

// TestReleased: no goroutine is left once an exploration has ended, even with several judges.
func TestReleased(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 10 {
		p := smallprog.MustBuild("p: invoke write(1); x=1; respond | q: invoke write(2); x=2; respond | r: invoke read(); a=x; respond a")
		if err := Demand(p, memory.SC, Property{Of: map[string]porcupine.Model{"": register}}); err != nil {
			t.Fatal(err)
		}
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (&parallel.Explorer{Splittable: pop.(algos.Splittable), Jobs: 2}).Explore(t.Context(), p, nil); err != nil {
			t.Fatal(err)
		}
	}
	for wait := time.Duration(1); runtime.NumGoroutine() > before && wait < time.Second; wait *= 2 {
		time.Sleep(wait) // the workers' goroutines end by themselves
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines are left of %d explorations", n-before, 10)
	}
}

// TestJobs: several workers share a judge, and count the same as one.
func TestJobs(t *testing.T) {
	const program = "p: invoke write(1); y=1; x=1; respond; invoke read(); a=x; respond a | q: invoke write(2); x=2; y=2; respond | " +
		"r: invoke read(); a=y; respond a; invoke read(); a=x; respond a"
	var counts [2]counters.Counts
	for i, jobs := range []int{1, 4} {
		p := smallprog.MustBuild(program)
		if err := Demand(p, memory.SC, Property{Of: map[string]porcupine.Model{"": register}}); err != nil {
			t.Fatal(err)
		}
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := (&parallel.Explorer{Splittable: pop.(algos.Splittable), Jobs: jobs}).Explore(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		counts[i] = counters.Counts{Executions: stats.Executions, NonLinearizable: stats.NonLinearizable}
	}
	if n := counts[0].NonLinearizable; counts[0] != counts[1] || n == 0 || n == counts[0].Executions {
		t.Errorf("one worker counts %+v, four %+v", counts[0], counts[1])
	}
}

// TestDemand: wrong demands are reported.
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
