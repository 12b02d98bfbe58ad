package randomwalk_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/randomwalk"
	"dporbench/benchmarks"
	"dporbench/model"
)

// Walks meet the same classes over and over. Of the 64 classes of lastzero(5) most
// are met soon, and some only by luck: in one, every writer waits for the one
// before it.
func Example() {
	met := map[string]bool{}
	walks := 0
	explorer := randomwalk.New(algos.Options{Seed: 1})
	_, err := explorer.Explore(context.Background(), benchmarks.LastZero(5), func(e *model.Execution) error {
		met[e.Key()] = true
		if walks++; walks == 10 || walks == 100 || walks == 1000 || walks == 10_000 {
			fmt.Println(walks, "walks,", len(met), "classes")
		}
		return nil
	})
	fmt.Println(walks, "walks,", len(met), "classes, error", err)
	// Output:
	// 10 walks, 8 classes
	// 100 walks, 27 classes
	// 1000 walks, 46 classes
	// 9660 walks, 57 classes, error <nil>
}
