package algos_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/smallprog"
)

// Every algorithm explores every program. Those that promise it visit each class
// once, so that the classes are the executions; they differ in what else they do.
func ExampleExplorer() {
	p := smallprog.MustBuild("p: x=1; a=y | q: y=1; b=x")
	for _, name := range []string{"sleepset", "source", "pop"} {
		explorer, err := catalog.New(name, algos.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		classes := map[string]bool{}
		stats, err := explorer.Explore(context.Background(), p, func(e *model.Execution) error {
			classes[e.Key()] = true
			return nil
		})
		fmt.Println(name, len(classes), "classes,", stats.Executions, "executions,", stats.Redundant, "redundant, error", err)
	}
	// Output:
	// sleepset 3 classes, 3 executions, 1 redundant, error <nil>
	// source 3 classes, 3 executions, 0 redundant, error <nil>
	// pop 3 classes, 3 executions, 0 redundant, error <nil>
}

// ErrStop ends an exploration: here with the first execution that fails.
func ExampleErrStop() {
	p := smallprog.MustBuild("p: x=1 | q: a=x; assert a!=1")
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := explorer.Explore(context.Background(), p, func(e *model.Execution) error {
		if e.Outcome() != model.Failed {
			return nil
		}
		fmt.Println(e.Failure())
		return algos.ErrStop
	})
	fmt.Println(stats.Failed, "failed, error", err)
	// Output:
	// 1 (q): assert: assert a!=1
	// 1 failed, error <nil>
}
