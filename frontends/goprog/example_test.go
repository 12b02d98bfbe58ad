package goprog_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
)

// A test of a Go package is a program: this one closes a queue while another goroutine puts a value into it.
func ExampleLoad() {
	p, err := goprog.Load("./testdata/queue", "TestClose", goprog.Options{})
	if err != nil {
		panic(err)
	}
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		panic(err)
	}
	outcomes := map[model.Outcome]int{}
	_, err = pop.Explore(context.Background(), p, func(e *model.Execution) error {
		outcomes[e.Outcome()]++
		return nil
	})
	fmt.Println(outcomes, err)
	// Output:
	// map[complete:1 raced:2] <nil>
}
