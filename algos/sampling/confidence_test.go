package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/benchmarks"
)

func TestStudent(t *testing.T) {
	for degrees, want := range map[int]float64{3: 3.182, 7: 2.365, 9: 2.262, 11: 2.201, 19: 2.093, 29: 2.045} {
		if got := student(degrees); math.Abs(got-want) > 0.01*want {
			t.Errorf("%d degrees of freedom: %.4f, want %.3f", degrees, got, want)
		}
	}
}

// TestAtLeast: the lower bound holds in 95 of 100 cases, however rare the passes that find most of the number, and
// is near the number if all find it.
func TestAtLeast(t *testing.T) {
	const cases, truth = 400, 1e20
	random := rand.New(rand.NewPCG(1, 0))
	for name, pass := range map[string]func() float64{
		"lognormal": func() float64 { return truth * math.Exp(2*random.NormFloat64()-2) },
		"rare": func() float64 {
			if random.Float64() < 0.01 {
				return 100 * truth
			}
			return 0
		},
		"mostly low": func() float64 {
			if random.Float64() < 0.1 {
				return 9.1 * truth
			}
			return 0.1 * truth
		},
	} {
		missed := 0
		for range cases {
			sums := make([]float64, 1+random.IntN(30))
			for i := range sums {
				sums[i] = pass()
			}
			if atLeast(sums, 0.05) > truth {
				missed++
			}
		}
		if missed > cases/20 {
			t.Errorf("%s: %d of %d bounds are too large", name, missed, cases)
		}
	}
	all := make([]float64, 30)
	for i := range all {
		all[i] = truth
	}
	if low := atLeast(all, 0.05); low < 0.8*truth || low > truth {
		t.Errorf("30 passes that all say %g: at least %g", float64(truth), low)
	}
	if low := atLeast([]float64{0, 0, 0}, 0.05); low != 0 {
		t.Errorf("of nothing: at least %g", low)
	}
}

// TestBetween: an interval needs passes that do not differ much, and more of them if they do not differ at all.
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		name  string
		sums  []float64
		doubt string
	}{
		{"none", nil, fewPasses},
		{"three", []float64{1, 1.1, 0.9}, fewPasses},
		{"four that agree", []float64{5, 5, 5, 5}, fewPasses},
		{"eight that agree", []float64{5, 5, 5, 5, 5, 5, 5, 5}, ""},
		{"four that differ a little", []float64{100, 110, 90, 105}, ""},
		{"one that missed all", []float64{100, 110, 90, 105, 0}, unequal},
		{"four that differ much", []float64{100, 30, 90, 300}, unequal},
	} {
		low, high, doubt := between(c.sums)
		mean, _ := moments(c.sums)
		if doubt != c.doubt || doubt == "" && (low > mean || high < mean) || doubt != "" && high != 0 {
			t.Errorf("%s: %v to %v, %q, want %q", c.name, low, high, doubt, c.doubt)
		}
	}
}

// TestLostKinds: passes that lost strata are not believed even if all agree, nor are passes of only one order.
func TestLostKinds(t *testing.T) {
	b, _ := benchmarks.Lookup("lastzero")
	p, err := b.Program(30)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(context.Background(), algos.Options{}, p, Effort{Executions: 1 << 40, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for range Enough {
		r.backwards = !r.backwards
		if _, err := r.once(8, always); err != nil {
			t.Fatal(err)
		}
	}
	for i := range r.sums {
		r.sums[i] = 1e6
	}
	if e := r.estimate(); e.High != 0 || e.Doubt != lostKinds {
		t.Errorf("%+v, want: %s", e, lostKinds)
	}
	r.lost = false
	if e := r.estimate(); e.High == 0 || e.Doubt != "" {
		t.Errorf("%+v, want an interval", e)
	}
	r.orders[0] = false
	if e := r.estimate(); e.High != 0 || e.Doubt != oneOrder {
		t.Errorf("%+v, want: %s", e, oneOrder)
	}
}
