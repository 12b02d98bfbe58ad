package parallel_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
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

// BenchmarkWorkers compares two workers with the control, two parallel explorations that share nothing,
// round by round, and one worker with a plain exploration. The workers report their progress, like the workers of
// the command run. It reports medians:
//
//	of-control   throughput of two workers, relative to the control
//	cpu2, cpu1   processor time of two workers and of one, relative to a plain exploration
//	cpuC         processor time of one exploration of the control, likewise: the cost of
//	             not being alone
//	one          time of one worker, relative to a plain exploration
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
			workers := func(n int) func() {
				x := &parallel.Explorer{Splittable: plain.(algos.Splittable), Jobs: n, Progress: func(*algos.Stats) {}}
				return func() { repeat(x) }
			}
			const alone, control, two, single = 0, 1, 2, 3
			phases := []func(){
				alone: func() { repeat(plain) },
				control: func() {
					var both sync.WaitGroup
					for range 2 {
						both.Go(func() { repeat(plain) })
					}
					both.Wait()
				},
				two:    workers(2),
				single: workers(1),
			}
			for range b.N {
				var wall, cpu [4]float64
				for _, phase := range rand.Perm(len(phases)) { // one that follows a busy one may find a slower machine
					wall[phase], cpu[phase] = took(phases[phase])
				}
				ofControl = append(ofControl, wall[control]/2/wall[two])
				cpu2, cpu1 = append(cpu2, cpu[two]/cpu[alone]), append(cpu1, cpu[single]/cpu[alone])
				cpuC, one = append(cpuC, cpu[control]/2/cpu[alone]), append(one, wall[single]/wall[alone])
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
