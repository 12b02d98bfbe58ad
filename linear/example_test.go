package linear_test

import (
	"context"
	"fmt"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/frontends/smallprog"
	"dporbench/linear"
	"dporbench/linear/spec"
	"dporbench/model/memory"
)

// A register that is written before the operation begins is read too early by another thread.
func ExampleDemand() {
	register, err := spec.Lookup("register")
	if err != nil {
		fmt.Println(err)
		return
	}
	wanted := linear.Property{Of: map[string]porcupine.Model{"r": register.Model}}
	for _, text := range []string{
		"p: invoke r.write(1); x=1; respond | q: invoke r.read(); a=x; respond a",
		"p: x=1; invoke r.write(1); respond | q: invoke r.read(); a=x; respond a",
	} {
		p := smallprog.MustBuild(text)
		if err := linear.Demand(p, memory.SC, wanted); err != nil {
			fmt.Println(err)
			return
		}
		stats, err := pop.New(algos.Options{}).Explore(context.Background(), p, nil)
		fmt.Println(stats.Executions, "executions,", stats.NonLinearizable, "not linearizable, error", err)
	}
	// Output:
	// 2 executions, 0 not linearizable, error <nil>
	// 2 executions, 1 not linearizable, error <nil>
}
