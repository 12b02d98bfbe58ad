package parallel_test

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"dporbench/algos"
	"dporbench/algos/parallel"
	"dporbench/algos/pop"
	"dporbench/algos/trust"
	"dporbench/model"
)

type cost struct {
	name  string
	param int
}

func costs() []cost { return []cost{{"fib-bench", 4}, {"indexer", 15}, {"poke", 4}, {"dispatcher", 4}} }

// BenchmarkCost is for counting instructions with valgrind: of a plain exploration, of one worker and of two.
func BenchmarkCost(b *testing.B) {
	for _, c := range costs() {
		b.Run(fmt.Sprintf("%s/%d/plain", c.name, c.param), func(b *testing.B) {
			explore(b, pop.New(algos.Options{}), program(b, c.name, c.param))
		})
		for _, jobs := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d/%d", c.name, c.param, jobs), func(b *testing.B) {
				explore(b, &parallel.Explorer{Splittable: pop.New(algos.Options{}).(algos.Splittable), Jobs: jobs}, program(b, c.name, c.param))
			})
		}
	}
}

// TestWork: several workers count the work of one. Reaching the start of their tasks is not counted.
func TestWork(t *testing.T) {
	for _, c := range costs() {
		p := program(t, c.name, c.param)
		alone, err := pop.New(algos.Options{}).Explore(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, jobs := range []int{1, 2} {
			together, err := (&parallel.Explorer{Splittable: pop.New(algos.Options{}).(algos.Splittable), Jobs: jobs}).Explore(context.Background(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			if together.Work != alone.Work {
				t.Errorf("%s(%d), %d workers: %+v, want %+v", c.name, c.param, jobs, together.Work, alone.Work)
			}
		}
	}
}

// TestMemory: a further worker takes at most 3 MB.
func TestMemory(t *testing.T) {
	const most = 3 << 20
	workers := []int{2, 4, 8}
	if testing.Short() {
		workers = workers[:1]
	}
	for name, x := range map[string]algos.Explorer{"pop": pop.New(algos.Options{}), "trust": trust.New(algos.Options{})} {
		for _, p := range []*model.Program{program(t, "indexer", 15), program(t, "dispatcher", 4)} {
			one := heapOf(t, x.(algos.Splittable), p, 1)
			for _, jobs := range workers {
				more := heapOf(t, x.(algos.Splittable), p, jobs) - one
				t.Logf("%s, %s: %d more workers: %.2f MB", name, p.Name(), jobs-1, float64(more)/(1<<20))
				if more > int64(jobs-1)*most {
					t.Errorf("%s, %s: %d more workers take %d bytes", name, p.Name(), jobs-1, more)
				}
			}
		}
	}
}

// heapOf is the largest heap in use while that many workers explore, sampled twice; then they stop.
func heapOf(t *testing.T, x algos.Splittable, p *model.Program, jobs int) (bytes int64) {
	t.Helper()
	var visited atomic.Int64
	_, err := (&parallel.Explorer{Splittable: x, Jobs: jobs}).Explore(context.Background(), p, func(*model.Execution) error {
		if n := visited.Add(1); n == 1500 || n == 3500 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			bytes = max(bytes, int64(m.HeapAlloc))
			if n == 3500 {
				return algos.ErrStop
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}
