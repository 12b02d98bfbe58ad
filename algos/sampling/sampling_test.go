package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/optimal"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestExact: exact estimates agree with an algorithm that visits each class once, on random programs of all kinds
// under all memory models; and most of them are small enough for exact ones.
func TestExact(t *testing.T) {
	programs := 60
	if !testing.Short() {
		programs = 1000
	}
	for _, test := range []struct {
		name   string
		random func(smallprog.Choices) smallprog.Program
		memory memory.Model
	}{
		{"sc", smallprog.Random, memory.SC},
		{"contended", smallprog.Contended, memory.SC},
		{"locking", smallprog.Locking, memory.SC},
		{"awaiting", smallprog.Awaiting, memory.SC},
		{"rich", smallprog.Rich, memory.SC},
		{"making", smallprog.Making, memory.SC},
		{"applying", smallprog.Applying, memory.CommutingSC},
		{"tso", smallprog.Buffered, memory.TSO},
		{"pso", smallprog.Buffered, memory.PSO},
		{"awaiting under tso", smallprog.Awaiting, memory.TSO},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, exact := rand.New(rand.NewPCG(1, 0)), 0
			for n := range programs {
				text := test.random(r)
				p, o := text.Build(), algos.Options{Memory: test.memory}
				s, err := optimal.New(o).Explore(context.Background(), p, nil)
				if err != nil {
					t.Fatalf("%v: %v", text, err)
				}
				e, err := Executions(context.Background(), o, p, Effort{Executions: 1_000_000, Seed: uint64(n)})
				if err != nil {
					t.Fatalf("%v: %v", text, err)
				}
				if e.Exact {
					exact++
				}
				if e.Exact && e.Executions != float64(s.Executions) {
					t.Errorf("%v, seed %d: %v executions counted, of %d", text, n, e.Executions, s.Executions)
				}
			}
			if exact < programs*8/10 {
				t.Errorf("only %d of %d programs were counted", exact, programs)
			}
		})
	}
}

// choices enumerates all ways in which a pass can choose, with their probabilities.
type choices struct {
	taken       []bool
	at          int
	probability float64
}

func (c *choices) chance(p float64) bool {
	switch {
	case p <= 1e-12:
		return false
	case p >= 1-1e-12:
		return true
	}
	if c.at == len(c.taken) {
		c.taken = append(c.taken, true)
	}
	c.at++
	if c.taken[c.at-1] {
		c.probability *= p
		return true
	}
	c.probability *= 1 - p
	return false
}

// next reports whether there are other ways.
func (c *choices) next() bool {
	for last := len(c.taken) - 1; last >= 0; last-- {
		if c.taken[last] {
			c.taken = c.taken[:last+1]
			c.taken[last] = false
			return true
		}
	}
	return false
}

// expectation is the mean of the sum of a pass of r, over all ways in which it can choose; ok is false if there
// are too many.
func expectation(t *testing.T, r *run, width int) (mean float64, ways int, ok bool) {
	c := &choices{}
	r.chance = c.chance
	for more := true; more; more = c.next() {
		if ways++; ways > 3_000 {
			return 0, ways, false
		}
		c.at, c.probability = 0, 1
		if _, err := r.pass.run(context.Background(), width, func(int, int) bool { return true }); err != nil {
			t.Fatal(err)
		}
		mean += c.probability * r.sum
	}
	return mean, ways, true
}

// TestUnbiased computes the expected sum of a pass, on small programs that have been seen completely: it is exactly
// the number of executions, at any width, whatever prefixes are thought to be worth.
func TestUnbiased(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	checked, cut, programs := 0, 0, 60
	if testing.Short() {
		programs = 30
	}
	for n := range programs {
		text := smallprog.Contended(random)
		p := text.Build()
		r, err := newRun(context.Background(), algos.Options{}, p, Effort{Executions: 1_000_000, Seed: uint64(n)})
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []func() error{r.lookAround, r.pilots, r.strata, r.everything} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.once(unbounded, always); err != nil || !r.exact || r.sum > 40 {
			r.Close()
			continue
		}
		want := r.sum
		for _, worth := range []*worth{newWorth(), r.worth} {
			r.worth = worth
			for _, width := range []int{1, 2, 3, oneOfEach} {
				mean, ways, ok := expectation(t, r, width)
				if !ok {
					continue
				}
				if checked++; ways > 1 {
					cut++
				}
				if math.Abs(mean-want) > 1e-6 {
					t.Errorf("%v, width %d: the mean of %d ways is %v, of %v executions", text, width, ways, mean, want)
				}
			}
		}
		r.Close()
	}
	if cut < programs {
		t.Errorf("only %d of %d passes left anything to chance", cut, checked)
	}
}

// TestEstimates: where the number is known, the estimate is near it, for a part of the work.
func TestEstimates(t *testing.T) {
	for _, c := range []struct {
		name   string
		params []int
		effort int64
		near   float64 // relative
	}{
		{"lastzero", []int{15}, 3_000, 1e-9},
		{"filesystem", []int{24}, 40, 1e-9},
		{"fib-bench", []int{5}, 5_000, 1e-9},
		{"circular-buffer", []int{9}, 1_000, 1.5},
	} {
		b, _ := benchmarks.Lookup(c.name)
		known, _ := benchmarks.Expected(c.name, c.params)
		p, err := b.Program(c.params...)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Executions(context.Background(), algos.Options{}, p, Effort{Executions: c.effort, Seed: 1})
		want := float64(known.Executions)
		if err != nil || math.Abs(e.Executions-want) > c.near*want || e.Visited > 1.2*float64(c.effort) {
			t.Errorf("%s %v: %+v, error %v, want %v", c.name, c.params, e, err, want)
		}
	}
}

// TestSample: of 144 classes, 300 draws meet about as many as even draws would, which is 126, and none is drawn
// much too often.
func TestSample(t *testing.T) {
	b, _ := benchmarks.Lookup("lastzero")
	p, err := b.Program(6)
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]int{}
	err = Sample(context.Background(), algos.Options{}, p, 300, 1, func(e *model.Execution) error {
		met[e.Key()]++
		return nil
	})
	most := 0
	for _, n := range met {
		most = max(most, n)
	}
	if err != nil || len(met) < 115 || len(met) > 136 || most > 9 {
		t.Errorf("%d classes met, one %d times, error %v", len(met), most, err)
	}
}
