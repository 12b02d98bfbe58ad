package algostest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"

	"dporbench/algos"
	"dporbench/model"
)

// families are programs that grow with their parameter: their executions in
// length like it, in number exponentially or faster.
var families = []struct {
	benchmark string
	from, to  int
}{
	{"exp-mem3", 3, 7}, // 2·n! executions
	{"lastzero", 4, 9}, // about n·2ⁿ⁻²
}

// memory checks, for an algorithm that promises to store no more than is
// polynomial in the length of an execution, that what it counts as stored, and
// what it really keeps, does not grow with the number of executions.
func (k kit) memory() error {
	var errs []error
	for _, f := range families {
		errs = append(errs, k.counters(f.benchmark, f.from, f.to), k.heap(f.benchmark, f.to))
	}
	return errors.Join(errs...)
}

// degree is that of the polynomial that what is stored must stay below: a number
// of schedules that is quadratic in the length, each as long as an execution.
const degree = 3

// counters checks the counters of algos.Stored against the growth of the
// execution's length, from the largest program down: there it shows most.
func (k kit) counters(name string, from, to int) error {
	small, err := k.store(name, from)
	if err != nil {
		return err
	}
	for n := to; n > from; n-- {
		large, err := k.store(name, n)
		if err != nil {
			return err
		}
		if grown := growth(small, large); grown != "" {
			return fmt.Errorf("%s(%d), from n = %d on: %s", name, n, from, grown)
		}
	}
	return nil
}

// growth tells which counter has grown most, if that is more than a polynomial
// of the length of executions does.
func growth(small, large stored) string {
	longer := float64(large.length) / float64(small.length)
	allowed := power(longer, degree)
	most, text := allowed, ""
	before := small.counters()
	for i, c := range large.counters() {
		grown := float64(c.peak) / float64(max(before[i].peak, small.length))
		if grown > most {
			most = grown
			text = fmt.Sprintf("%s has grown from %d to %d, while executions have become %.1f times as long, and %.0f times as many; polynomial storage is promised",
				c.name, before[i].peak, c.peak, longer, float64(large.executions)/float64(small.executions))
		}
	}
	return text
}

func power(x float64, n int) float64 {
	result := 1.0
	for range n {
		result *= x
	}
	return result
}

// stored is what an exploration stored.
type stored struct {
	length, executions int64
	peak               algos.Stored
}

// counter is one of algos.Stored.
type counter struct {
	name string
	peak int64
}

// counters are all but that of the model's own cache, in their order.
func (s stored) counters() []counter {
	var counters []counter
	peak := reflect.ValueOf(s.peak)
	for i := range peak.NumField() {
		if name := peak.Type().Field(i).Name; name != "BehaviourNodes" {
			counters = append(counters, counter{name, peak.Field(i).Int()})
		}
	}
	return counters
}

func (k kit) store(name string, n int) (stored, error) {
	p, err := program(name, n)
	if err != nil {
		return stored{}, err
	}
	var s stored
	stats, err := k.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		s.length = max(s.length, int64(len(e.Events())))
		return nil
	})
	s.executions, s.peak = stats.Executions, stats.Peak
	return s, err
}

// heap checks that the live heap does not grow while more and more executions
// are visited: that nothing is kept that the counters do not count. By the time
// it is measured first, the threads' behaviour is known.
func (k kit) heap(name string, n int) error {
	p, err := program(name, n)
	if err != nil {
		return err
	}
	first, err := k.store(name, n)
	if err != nil {
		return err
	}
	var visits, early, late int64
	_, err = k.New(algos.Options{}).Explore(context.Background(), p, func(*model.Execution) error {
		switch visits++; visits {
		case first.executions / 4:
			early = liveHeap()
		case first.executions:
			late = liveHeap()
		}
		return nil
	})
	const slack, perExecution = 128 << 10, 16
	if grown := late - early; err == nil && grown > slack+perExecution*visits*3/4 {
		err = fmt.Errorf("%s(%d): %d bytes more are kept at execution %d than at %d", name, n, grown, visits, visits/4)
	}
	return err
}

func liveHeap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
