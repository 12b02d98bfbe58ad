package benchmarks

import "dporbench/model"

// Two threads each add the other's variable to their own, n times, without
// any synchronization. If they alternate perfectly the variables run through
// the Fibonacci numbers; main asserts that nothing exceeds them.
var fibBench = Benchmark{
	Name:   "fib-bench",
	Doc:    "two threads race to compute Fibonacci numbers in two variables",
	Source: "SV-COMP: Competition on Software Verification (pthread/fib_bench), sv-comp.sosy-lab.org, 2019",
	// fib(2n+2) is an int64 up to n = 45.
	Params: []Param{{"n", "additions of each thread", 1, 45}},
	Build:  One(FibBench),
}

// FibBench builds fib-bench(n).
func FibBench(n int) *model.Program {
	p := model.NewProgram("fib-bench")
	i, j := p.Var("i", 1), p.Var("j", 1)
	limit := fibonacci(2*n + 2)

	p.Thread("main", func(t *model.Thread) {
		t.Go("t1", func(t *model.Thread) {
			for range n {
				t.Store(i, t.Load(i)+t.Load(j))
			}
		})
		t.Go("t2", func(t *model.Thread) {
			for range n {
				t.Store(j, t.Load(j)+t.Load(i))
			}
		})
		t.Assert(t.Load(i) <= limit && t.Load(j) <= limit, "i and j are at most fib(2n+2)")
	})
	return p
}

// fibonacci is the k-th Fibonacci number, the first and the second being 1.
func fibonacci(k int) int64 {
	a, b := int64(0), int64(1)
	for range k {
		a, b = b, a+b
	}
	return a
}
