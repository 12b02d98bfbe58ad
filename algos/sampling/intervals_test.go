package sampling

import (
	"context"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// branching makes a program of threads that load and store, and sometimes do so only after certain values.
func branching(c *rand.Rand) smallprog.Program {
	p := smallprog.Program{Threads: make([][]smallprog.Statement, 3+c.IntN(5))}
	variables := 1 + c.IntN(4)
	ops := []smallprog.Op{smallprog.Load, smallprog.Load, smallprog.Store, smallprog.StoreRegister, smallprog.CAS}
	for range 12 + c.IntN(8) {
		s := smallprog.Statement{Op: ops[c.IntN(len(ops))], Object: c.IntN(variables), Register: c.IntN(2), A: int64(c.IntN(3)), B: int64(c.IntN(3))}
		if c.IntN(4) == 0 {
			s = smallprog.Statement{Op: smallprog.If, Register: c.IntN(2), A: int64(c.IntN(2)), Body: []smallprog.Statement{s}}
		}
		t := c.IntN(len(p.Threads))
		p.Threads[t] = append(p.Threads[t], s)
	}
	return p
}

// TestIntervals: 95 of 100 intervals hold, of passes that differ, on programs that could be counted but are not.
func TestIntervals(t *testing.T) {
	enough := 150
	if testing.Short() {
		enough = 20
	}
	given, held := 0, 0
	for n := uint64(0); given < enough; n++ {
		p := branching(rand.New(rand.NewPCG(n, 0))).Build()
		counted, err := Executions(context.Background(), algos.Options{}, p, Effort{Executions: 2_000})
		if err != nil || !counted.Exact || counted.Executions < 500 {
			continue
		}
		for seed, effort := range []int64{150, 400, 1000} {
			e := uncounted(t, p, Effort{Executions: effort, Seed: uint64(seed)})
			if e.Exact || e.High == 0 || e.Spread == 0 {
				continue
			}
			if given++; e.Low <= counted.Executions && counted.Executions <= e.High {
				held++
			}
		}
	}
	t.Logf("%d of %d", held, given)
	if 100*held < 95*given {
		t.Errorf("%d of %d intervals hold", held, given)
	}
}

// uncounted is an estimate without the attempt to leave nothing out.
func uncounted(t *testing.T, p *model.Program, effort Effort) Estimate {
	r, err := newRun(context.Background(), algos.Options{}, p, effort)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, step := range []func() error{r.lookAround, r.pilots, r.strata, r.passes} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
		if r.exact {
			break
		}
	}
	return r.estimate()
}
