package bugs_test

import (
	"context"
	"fmt"
	"os"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks/bugs"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// The execution in which the caller gives up first.
func Example() {
	b, _ := bugs.Lookup("leaked-sender")
	p, _ := b.Program()
	pop, _ := catalog.New("pop", algos.Options{})
	_, err := pop.Explore(context.Background(), p, func(e *model.Execution) error {
		if e.Outcome() != model.Starved {
			return nil
		}
		found, err := trace.Of(p, memory.SC, e.Events())
		if err != nil {
			return err
		}
		if err := found.Draw(os.Stdout, trace.Layout{}); err != nil {
			return err
		}
		return algos.ErrStop
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	//     worker                   clock                 caller
	// ───────────────────────────────────────────────────────────────────────────────────────────────
	// 1                            timeout <- 1 → sent
	// 2                                                  select { <-answer; <-timeout } → <-timeout 1
	// 3   answer <- 42 → waits
	//     ⊣ answer <- 42, served
	//
	// starved
	//   worker waits forever at answer <- 42, served (channels.go:11)
}
