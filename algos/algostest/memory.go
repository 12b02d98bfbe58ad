package algostest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/counters"
	"dporbench/model"
)

// families have executions that grow with the parameter: in length linearly, in number
// exponentially or faster.
var families = []struct {
	benchmark string
	from, to  int
}{
	{"exp-mem3", 3, 7}, // 2·n! executions
	{"lastzero", 4, 9}, // about n·2ⁿ⁻², by all equivalences
}

// enough is a number of executions that shows whether storage grows with them. An algorithm that repeats classes
// reaches it at a smaller parameter. With -short, it visits no more than the others.
func enough() int64 {
	if testing.Short() {
		return 10_000
	}
	return 50_000
}

// memory checks that neither counters nor heap grow with the number of executions.
func (k kit) memory() error {
	var errs []error
	for _, f := range families {
		var all []stored // by parameter, from f.from on
		for n := f.from; n <= f.to; n++ {
			s, err := k.store(f.benchmark, n)
			if err != nil {
				return err
			}
			all = append(all, s)
			if s.Executions >= enough() {
				break
			}
		}
		errs = append(errs, growing(f.benchmark, f.from, all))
		if largest := all[len(all)-1]; largest.Executions >= 100 { // only a coarser equivalence has fewer
			errs = append(errs, k.heap(f.benchmark, f.from+len(all)-1, largest.Executions))
		}
	}
	return errors.Join(errs...)
}

// degree is the degree of the polynomial in an execution's length that bounds the storage.
const degree = 3

// growing compares the storage of the programs of a family with the storage of the first of them. It begins with the
// largest, where excess shows most.
func growing(name string, from int, all []stored) error {
	for i, large := range slices.Backward(all[1:]) {
		if grown := growth(all[0], large); grown != "" {
			return fmt.Errorf("%s(%d), from n = %d on: %s", name, from+1+i, from, grown)
		}
	}
	return nil
}

func growth(small, large stored) string {
	longer := float64(large.length) / float64(small.length)
	most, text := math.Pow(longer, degree), ""
	for _, c := range counters.Own() {
		before, after := c.In(small.Peak), c.In(large.Peak)
		grown := float64(after) / float64(max(before, small.length))
		if grown > most {
			most = grown
			text = fmt.Sprintf("%s has grown from %d to %d, while executions have become %.1f times as long, and %.0f times as many; polynomial storage is promised",
				c.Name, before, after, longer, float64(large.Executions)/float64(small.Executions))
		}
	}
	return text
}

type stored struct {
	length int64
	algos.Stats
}

func (k kit) store(name string, n int) (s stored, err error) {
	s.Stats, err = k.New(algos.Options{}).Explore(context.Background(), program(name, n), func(e *model.Execution) error {
		s.length = max(s.length, int64(len(e.Events())))
		return nil
	})
	return s, err
}

// heap finds storage that is not counted. It first measures once the threads' behaviour is known.
func (k kit) heap(name string, n int, executions int64) error {
	var visits, early, late int64
	_, err := k.New(algos.Options{}).Explore(context.Background(), program(name, n), func(*model.Execution) error {
		switch visits++; visits {
		case executions / 4:
			early = liveHeap()
		case executions:
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
