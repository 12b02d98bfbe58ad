package benchmarks_test

import (
	"fmt"

	"dporbench/benchmarks"
)

// A benchmark is found by name and built with its parameters. For many of them the
// number of executions that an optimal explorer visits is known.
func ExampleLookup() {
	b, ok := benchmarks.Lookup("length-param")
	fmt.Println(ok, b.Doc)
	for _, p := range b.Params {
		fmt.Println(p.Name, "is the", p.Doc)
	}
	program, err := b.Program(2, 8)
	fmt.Println(program.Name(), "with", program.NumThreads(), "threads, error", err)
	count, ok := benchmarks.Expected("length-param", []int{2, 1024})
	fmt.Println(count.Executions, "executions according to", count.Source, ok)

	_, err = b.Program(2)
	fmt.Println(err)
	// Output:
	// true few executions of any length: N stores and loads before one race
	// T is the number of threads
	// N is the stores, and loads, of each thread in its own variable
	// length-param with 2 threads, error <nil>
	// 4 executions according to Table 1 of the POP paper (CAV 2024) true
	// length-param takes 2 parameters (T, N), as in length-param 1 1: 1 given
}
