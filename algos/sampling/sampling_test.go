package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/algos/trust"
	"dporbench/benchmarks"
	"dporbench/model"
	"dporbench/smallprog"
)

var explorers = map[string]func(algos.Options) algos.Explorer{"pop": pop.New, "trust": trust.New}

// choices enumerates all ways in which a pass can choose, with their probabilities.
type choices struct {
	taken       []int
	number      []int // of the ways there were
	at          int
	probability float64
}

// choose takes one of n ways, of which the i-th has that probability.
func (c *choices) choose(probabilities ...float64) int {
	if c.at == len(c.taken) {
		c.taken, c.number = append(c.taken, 0), append(c.number, len(probabilities))
	}
	i := c.taken[c.at]
	c.at++
	c.probability *= probabilities[i]
	return i
}

// next reports whether there are other ways.
func (c *choices) next() bool {
	for last := len(c.taken) - 1; last >= 0; last-- {
		if c.taken[last]++; c.taken[last] < c.number[last] {
			c.taken, c.number = c.taken[:last+1], c.number[:last+1]
			return true
		}
	}
	return false
}

// expectation is the mean of what a pass says, over all ways in which it can choose; ok is false if there
// are too many.
func expectation(t *testing.T, x func(algos.Options) algos.Explorer, p *model.Program, shares func(*sampler) map[uint64]float64) (mean float64, ways int, ok bool) {
	c := &choices{}
	for more := true; more; more = c.next() {
		if ways++; ways > 20_000 {
			return 0, ways, false
		}
		c.at, c.probability = 0, 1
		s := newSampler(rand.New(rand.NewPCG(1, 0)), nil)
		s.chance = func(p float64) bool { return c.choose(p, 1-p) == 0 }
		s.start = func() float64 { return 0.25 + 0.5*float64(c.choose(0.5, 0.5)) }
		if shares != nil {
			s.shares = shares(s)
		}
		_, err := x(algos.Options{Sampler: s}).Explore(context.Background(), p, func(*model.Execution) error { s.visit(); return nil })
		if err != nil {
			t.Fatal(err)
		}
		mean += c.probability * s.sum
	}
	return mean, ways, true
}

// TestUnbiased computes the expected value of what a pass says, on small programs: it is the number of
// executions, exactly, both where nothing is known of a stratum and where its share is known.
func TestUnbiased(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	checked, cut := 0, 0
	for range 60 {
		text := smallprog.Accesses(r)
		p := text.Build()
		for name, x := range explorers {
			stats, err := x(algos.Options{}).Explore(context.Background(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			if stats.Executions > 12 {
				continue
			}
			for _, shares := range []func(*sampler) map[uint64]float64{nil, byDepth(t, x, p)} {
				mean, ways, ok := expectation(t, x, p, shares)
				if !ok {
					continue
				}
				if checked++; ways > 1 {
					cut++
				}
				if math.Abs(mean-float64(stats.Executions)) > 1e-9 {
					t.Errorf("%v, %s, shares known %t: the mean of %d ways is %v, of %d executions", text, name, shares != nil, ways, mean, stats.Executions)
				}
			}
		}
	}
	if cut < 30 {
		t.Errorf("only %d of %d passes left anything to chance", cut, checked)
	}
}

// byDepth says that the share of each stratum is twice that of its parent's, so that every second
// execution is entered.
func byDepth(t *testing.T, x func(algos.Options) algos.Explorer, p *model.Program) func(*sampler) map[uint64]float64 {
	shares := map[uint64]float64{}
	all := &everything{shares: shares, depth: 1}
	_, err := x(algos.Options{Sampler: all}).Explore(context.Background(), p, func(*model.Execution) error { all.depth--; return nil })
	if err != nil {
		t.Fatal(err)
	}
	return func(*sampler) map[uint64]float64 { return shares }
}

// everything is a Sampler that enters all.
type everything struct {
	shares map[uint64]float64
	depth  int
}

func (e *everything) Enter(key uint64) bool {
	e.shares[model.Mix(key, uint64(e.depth))] = math.Pow(2, float64(e.depth))
	e.depth++
	return true
}

// TestEstimates: on programs of which the number is known the interval holds it, or nearly, and a small
// exploration is counted exactly.
func TestEstimates(t *testing.T) {
	for _, c := range []struct {
		name  string
		param int
		want  float64
	}{{"exp-mem3", 8, 80640}, {"fib-bench", 4, 19605}} {
		b, _ := benchmarks.Lookup(c.name)
		p, err := b.Program(c.param)
		if err != nil {
			t.Fatal(err)
		}
		for name, x := range explorers {
			e, err := Executions(context.Background(), x, algos.Options{}, p, Effort{Passes: 12, Seed: 1})
			half := e.High - e.Executions
			if err != nil || e.Passes != 12 || e.Exact || math.Abs(e.Executions-c.want) > 2*half || half > 2*c.want {
				t.Errorf("%s %d, %s: %+v, error %v, want %v", c.name, c.param, name, e, err, c.want)
			}
		}
	}
	e, err := Executions(context.Background(), pop.New, algos.Options{}, smallprog.MustBuild("p: x=1 | q: a=x"), Effort{})
	if err != nil || !e.Exact || e.Executions != 2 {
		t.Errorf("two executions: %+v, error %v", e, err)
	}
}

// TestSample: of 144 classes, about as many are met by 300 draws as if they were drawn evenly, which is 126, and
// none is drawn much too often.
func TestSample(t *testing.T) {
	b, _ := benchmarks.Lookup("lastzero")
	p, err := b.Program(6)
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range explorers {
		met := map[string]int{}
		err := Sample(context.Background(), x, algos.Options{}, p, 300, 1, func(e *model.Execution) error {
			met[e.Key()]++
			return nil
		})
		most := 0
		for _, n := range met {
			most = max(most, n)
		}
		if err != nil || len(met) < 105 || len(met) > 140 || most > 12 {
			t.Errorf("%s: %d classes met, one %d times, error %v", name, len(met), most, err)
		}
	}
}

func TestStudent(t *testing.T) {
	for degrees, want := range map[int]float64{9: 2.262, 11: 2.201, 19: 2.093, 29: 2.045} {
		if got := student(degrees); math.Abs(got-want) > 0.002 {
			t.Errorf("%d degrees of freedom: %.4f, want %.3f", degrees, got, want)
		}
	}
}
