package catalog_test

import (
	"fmt"

	"dporbench/algos/catalog"
)

// Which algorithms are optimal in polynomial memory?
func ExampleAll() {
	for _, a := range catalog.All() {
		if a.Optimal && a.PolynomialMemory {
			fmt.Println(a.Name)
		}
	}
	// Output:
	// pop
	// trust
}
