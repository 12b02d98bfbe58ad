package randomwalk_test

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/randomwalk"
	"dporbench/benchmarks"
	"dporbench/model"
)

// Walks find the same classes over and over. Of the 64 classes of lastzero(5),
// most are found soon, some only by luck: in one, every writer waits for the one
// before it.
func Example() {
	found := map[string]bool{}
	walks := 0
	explorer := randomwalk.New(algos.Options{Seed: 1})
	_, err := explorer.Explore(context.Background(), benchmarks.LastZero(5), func(e *model.Execution) error {
		found[e.Key()] = true
		if walks++; walks == 10 || walks == 100 || walks == 1000 {
			fmt.Println(walks, "walks,", len(found), "classes")
		}
		return nil
	})
	fmt.Println(walks, "walks,", len(found), "classes, error", err)
	// Output:
	// 10 walks, 8 classes
	// 100 walks, 27 classes
	// 1000 walks, 46 classes
	// 3134 walks, 55 classes, error <nil>
}
