package parallel_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/parallel"
	"dporbench/algos/pop"
	"dporbench/model"
)

// BenchmarkWorkers compares two workers with the control, two explorations side by side that share
// nothing, round by round, and one worker with an exploration that has none. The workers say how far they
// have come, as those of the command run do. It reports medians:
//
//	of-control   throughput of two workers, of that of the control
//	cpu2, cpu1   processor time of two workers and of one, of that of a plain exploration
//	cpuC         processor time of one of the explorations of the control, likewise: what it costs
//	             not to be alone
//	one          time of one worker, of that of a plain exploration
func BenchmarkWorkers(b *testing.B) {
	for _, c := range []struct {
		name  string
		param int
	}{{"poke", 10}, {"dispatcher", 5}, {"exp-mem3", 9}, {"indexer", 16}, {"filesystem", 26}, {"fib-bench", 5}, {"fib-bench", 6}, {"lastzero", 17}, {"linuxrwlocks", 7}} {
		b.Run(fmt.Sprint(c.name, c.param), func(b *testing.B) {
			var ofControl, cpu2, cpu1, cpuC, one []float64
			plain := pop.New(algos.Options{})
			once, _ := took(func() { explore(b, plain, program(b, c.name, c.param)) })
			times := int(math.Ceil(1 / once))
			repeat := func(x algos.Explorer) {
				for range times {
					explore(b, x, program(b, c.name, c.param))
				}
			}
			for range b.N {
				alone, aloneCPU := took(func() { repeat(plain) })
				control, controlCPU := took(func() {
					var both sync.WaitGroup
					for range 2 {
						both.Go(func() { repeat(plain) })
					}
					both.Wait()
				})
				workers := func(n int) (wall, cpu float64) {
					x := &parallel.Explorer{Splittable: plain.(algos.Splittable), Jobs: n, Progress: func(*algos.Stats) {}}
					return took(func() { repeat(x) })
				}
				wall2, two := workers(2)
				wall1, single := workers(1)
				ofControl, cpuC = append(ofControl, control/2/wall2), append(cpuC, controlCPU/2/aloneCPU)
				cpu2, cpu1, one = append(cpu2, two/aloneCPU), append(cpu1, single/aloneCPU), append(one, wall1/alone)
			}
			for name, list := range map[string][]float64{"of-control": ofControl, "cpu2": cpu2, "cpu1": cpu1, "cpuC": cpuC, "one": one} {
				slices.Sort(list)
				b.ReportMetric(list[len(list)/2], name)
			}
		})
	}
}

func explore(b *testing.B, x algos.Explorer, p *model.Program) {
	if _, err := x.Explore(context.Background(), p, nil); err != nil {
		b.Error(err)
	}
}

// took returns wall-clock and processor time of f, in seconds.
func took(f func()) (wall, cpu float64) {
	start, before := time.Now(), processorTime()
	f()
	return time.Since(start).Seconds(), processorTime() - before
}

func processorTime() float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()).Seconds()
}
