package growth

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// over evaluates f at each of the numbers from first to last.
func over(first, last int, f func(n float64) float64) (ns, ys []float64) {
	for n := first; n <= last; n++ {
		ns, ys = append(ns, float64(n)), append(ys, f(float64(n)))
	}
	return ns, ys
}

func TestFitRecoversTheLaw(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	off := func() float64 { return 1 + 0.02*noise.NormFloat64() }
	for _, test := range []struct {
		name        string
		f           func(n float64) float64
		first, last int
		kind        Kind
		rate        float64
	}{
		{"exact square", func(n float64) float64 { return 7 * n * n }, 3, 8, Polynomial, 2},
		{"noisy cube", func(n float64) float64 { return 2 * n * n * n * off() }, 2, 12, Polynomial, 3},
		{"shrinking", func(n float64) float64 { return 100 / n }, 1, 8, Polynomial, -1},
		{"exact power", func(n float64) float64 { return 3 * math.Pow(6.2, n) }, 3, 7, Exponential, 6.2},
		{"noisy power", func(n float64) float64 { return math.Pow(2, n) * off() }, 3, 12, Exponential, 2},
		{"factorial", func(n float64) float64 { return math.Gamma(n + 1) }, 3, 8, Factorial, 1},
		{"square of a factorial", func(n float64) float64 { return 5 * math.Pow(math.Gamma(n+1), 2) * off() }, 3, 9, Factorial, 2},
	} {
		law, err := Fit(over(test.first, test.last, test.f))
		if err != nil || law.Kind != test.kind || math.Abs(law.Rate-test.rate) > 0.05*math.Abs(test.rate) {
			t.Errorf("%s: law %v (%s), error %v", test.name, law, law.Kind, err)
			continue
		}
		if !law.Decided() || law.R2 < 0.99 || law.R2 > 1 {
			t.Errorf("%s: weight %f, R² %f", test.name, law.Weight, law.R2)
		}
		n := float64(test.last)
		if got, want := law.At(n), test.f(n); math.Abs(got/want-1) > 0.15 {
			t.Errorf("%s: at %v the law is %v, the figure %v", test.name, n, got, want)
		}
	}
}

func TestConstant(t *testing.T) {
	law, err := Fit(over(1, 5, func(float64) float64 { return 9 }))
	if err != nil || law.Kind != Constant || law.At(100) != 9 || law.String() != "constant" {
		t.Errorf("law %v, error %v", law, err)
	}
}

func TestFitWantsFourParameters(t *testing.T) {
	for _, ns := range [][]float64{nil, {1}, {1, 2, 3}, {1, 1, 1, 1}, {1, 2, 3, 0}, {2, 2, 3, 3, 4, 4}} {
		ys := make([]float64, len(ns))
		for i := range ys {
			ys[i] = float64(i + 1)
		}
		if law, err := Fit(ns, ys); !errors.Is(err, ErrTooFew) {
			t.Errorf("of %v: law %v, error %v", ns, law, err)
		}
	}
}

func TestZerosAreLeftOut(t *testing.T) {
	law, err := Fit([]float64{0, 1, 2, 3, 4, 5}, []float64{1, 2, 4, 0, 16, 32})
	if err != nil || law.Kind != Exponential || math.Abs(law.Rate-2) > 1e-9 {
		t.Errorf("law %v, error %v", law, err)
	}
}

// There is no decision between laws that the points do not distinguish.
func TestUndecided(t *testing.T) {
	law, err := Fit([]float64{100, 101, 102, 103}, []float64{100, 103, 103, 107})
	if err != nil || law.Decided() || law.Weight > 0.5 {
		t.Errorf("law %v with weight %f, error %v", law, law.Weight, err)
	}
}

func TestString(t *testing.T) {
	rival := Law{Kind: Exponential, Rate: 1.85}
	for _, test := range []struct {
		law  Law
		want string
	}{
		{Law{Kind: Polynomial, Rate: 2.13, R2: 0.9987, Weight: 1, Rival: &rival}, "n^2.13 (R² 0.999)"},
		{Law{Kind: Exponential, Rate: 6.2, R2: 1, Weight: 1, Rival: &rival}, "6.2^n (R² 1.000)"},
		{Law{Kind: Exponential, Rate: 1.004, R2: 0.99999, Weight: 1, Rival: &rival}, "1.004^n (R² > 0.999)"},
		{Law{Kind: Factorial, Rate: 1, R2: 0.9, Weight: 1, Rival: &rival}, "(n!)^1.00 (R² 0.900)"},
		{Law{Kind: Polynomial, Rate: 3, R2: 0.98, Weight: 0.6, Rival: &rival}, "n^3.00 or 1.9^n (R² 0.980)"},
	} {
		if got := test.law.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
