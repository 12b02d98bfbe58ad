package coverage

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, part float64) bool { return math.Abs(a-b) <= part*math.Abs(b) }

// TestUntilEven: n(H(n) - H(n-m)) for the coupon collector with n coupons who wants m.
func TestUntilEven(t *testing.T) {
	for _, c := range []struct{ n, m int }{{1, 1}, {2, 1}, {2, 2}, {10, 5}, {10, 10}, {144, 72}, {144, 143}, {5000, 2500}, {5000, 4950}} {
		want := 0.0
		for i := range c.m {
			want += float64(c.n) / float64(c.n-i)
		}
		if got := Even(c.n).Until(c.m); !near(got, want, 0.01) {
			t.Errorf("%d of %d: %v, want %v", c.m, c.n, got, want)
		}
	}
}

// TestUntilUneven: the closed form for two coupons, and simulation for more.
func TestUntilUneven(t *testing.T) {
	const p = 0.99
	if got, want := New([]float64{p, 1 - p}).Until(2), 1/p+1/(1-p)-1; !near(got, want, 0.01) {
		t.Errorf("two: %v, want %v", got, want)
	}
	probabilities := []float64{0.4, 0.3, 0.1, 0.1, 0.05, 0.03, 0.01, 0.01}
	const trials = 10_000
	r := rand.New(rand.NewPCG(1, 0))
	for want := 1; want <= len(probabilities); want++ {
		samples := 0
		for range trials {
			samples += collect(r, probabilities, want)
		}
		if got, mean := New(probabilities).Until(want), float64(samples)/trials; !near(got, mean, 0.02) {
			t.Errorf("%d of %d: %v, simulated %v", want, len(probabilities), got, mean)
		}
	}
	if got := New([]float64{0.5, 0.5, 0}).Until(3); !math.IsInf(got, 1) {
		t.Errorf("a class that is never seen is after %v samples", got)
	}
}

func collect(r *rand.Rand, probabilities []float64, want int) (samples int) {
	for seen := map[int]bool{}; len(seen) < want; samples++ {
		seen[pick(r, probabilities)] = true
	}
	return samples
}

func pick(r *rand.Rand, probabilities []float64) int {
	x := r.Float64()
	for i, p := range probabilities {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(probabilities) - 1
}

func TestSeen(t *testing.T) {
	d := New([]float64{0.5, 0.25, 0.25})
	if len(d) != 2 || d[0].Classes+d[1].Classes != 3 {
		t.Fatalf("%v", d)
	}
	// One sample sees one; two see another one unless both are alike: 1/4 + 1/16 + 1/16.
	for n, want := range map[float64]float64{0: 0, 1: 1, 2: 2 - 3./8} {
		if got := d.Seen(n); math.Abs(got-want) > 1e-12 {
			t.Errorf("after %v samples: %v, want %v", n, got, want)
		}
	}
}

// TestInterval: published figures of the interval of Clopper and Pearson, and the rule of three.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		k, n      int64
		low, high float64
	}{{0, 10, 0, 0.3085}, {1, 10, 0.0025, 0.4450}, {5, 10, 0.1871, 0.8129}, {10, 10, 0.6915, 1}, {15, 100, 0.0865, 0.2353}} {
		if low, high := Interval(c.k, c.n); math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.k, c.n, low, high, c.low, c.high)
		}
	}
	if got := AtMost(0, 1000); !near(got, 3./1000, 0.01) {
		t.Errorf("none of 1000: at most %v", got)
	}
	if got := RunsFor(0.5); got != 5 { // 1 - 1/32 > 0.95 > 1 - 1/16
		t.Errorf("runs for a half: %v", got)
	}
}

// TestCoverage: on known distributions, bounds on the unseen part, and intervals for a probability, hold in at
// least 95 of 100 cases.
func TestCoverage(t *testing.T) {
	const cases = 600
	r := rand.New(rand.NewPCG(2, 0))
	for _, d := range []struct {
		name          string
		probabilities []float64
	}{
		{"even", repeated(50, func(int) float64 { return 1 })},
		{"geometric", repeated(30, func(i int) float64 { return math.Pow(0.7, float64(i)) })},
		{"zipf", repeated(500, func(i int) float64 { return 1 / float64(i+1) })},
		{"one rare", []float64{0.999, 0.001}},
		{"half rare", append([]float64{0.5}, repeated(1000, func(int) float64 { return 0.5 })...)},
	} {
		name, probabilities, sum := d.name, d.probabilities, 0.0
		for _, p := range probabilities {
			sum += p
		}
		for i := range probabilities {
			probabilities[i] /= sum
		}
		bounds, intervals := 0, 0
		for range cases {
			n := int64(20 + r.IntN(200))
			record := NewRecord[int](n)
			first, seen := int64(0), map[int]bool{}
			for range n {
				c := pick(r, probabilities)
				record.Add(c)
				seen[c] = true
				if c == 0 {
					first++
				}
			}
			unseen := 0.0
			for c, p := range probabilities {
				if !seen[c] {
					unseen += p
				}
			}
			if _, bound := record.Unseen(); unseen > bound {
				bounds++
			}
			if low, high := Interval(first, n); probabilities[0] < low || probabilities[0] > high {
				intervals++
			}
		}
		if bounds > cases/20 || intervals > cases/20+2 {
			t.Errorf("%s: of %d cases, %d bounds and %d intervals do not hold", name, cases, bounds, intervals)
		}
		t.Logf("%s: of %d cases, %d bounds and %d intervals do not hold", name, cases, bounds, intervals)
	}
}

func repeated(n int, f func(i int) float64) (all []float64) {
	for i := range n {
		all = append(all, f(i))
	}
	return all
}
