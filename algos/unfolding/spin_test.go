package unfolding_test

import (
	"context"
	"errors"
	"syscall"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/unfolding"
	"dporbench/model"
	"dporbench/model/behaviour"
)

// TestSpin: a thread that spins with a CompareAndSwap and counts is reported soon, although one execution after the other
// has an iteration more: the sets of failed attempts that a Store may follow are found without trying all pairs.
func TestSpin(t *testing.T) {
	for name, explorer := range map[string]func(algos.Options) algos.Explorer{
		"complete": unfolding.New, "partial 1": unfolding.NewPartial(1), "partial 2": unfolding.NewPartial(2),
	} {
		p := model.NewProgram("spin")
		x := p.Var("x", 0)
		p.Thread("sets", func(t *model.Thread) { t.Store(x, 1) })
		p.Thread("spins", func(t *model.Thread) {
			for n := 0; !t.CompareAndSwap(x, 1, 2); n++ {
			}
		})
		begun := used(t)
		_, err := explorer(algos.Options{}).Explore(context.Background(), p, nil)
		if _, ok := errors.AsType[*behaviour.SpinError](err); !ok {
			t.Errorf("%s: error %v, want a SpinError", name, err)
		}
		if took := used(t) - begun; took > 5*time.Second {
			t.Errorf("%s: it took %v of processor time, want 5 s at most", name, took)
		}
	}
}

// used is the processor time of the process.
func used(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
