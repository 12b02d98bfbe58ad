// Package growth finds the law by which a figure grows with a parameter: whether
// it is constant, or whether a polynomial, an exponential or a factorial describes
// it best, and how much better than the others.
package growth

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// MinPoints is the number of different parameters below which no law is fitted:
// each law has two free parameters, which fit any two points, and three points
// too well to distinguish the laws.
const MinPoints = 4

// ErrTooFew is returned for fewer than MinPoints different parameters.
var ErrTooFew = errors.New("too few points for a law")

// Kind is a family of laws.
type Kind string

// The kinds, with their value at n.
const (
	Constant    Kind = "constant"    // a
	Polynomial  Kind = "polynomial"  // a·n^k
	Exponential Kind = "exponential" // a·b^n
	Factorial   Kind = "factorial"   // a·(n!)^k
)

// Law is a fitted law.
type Law struct {
	Kind  Kind
	Scale float64 // a
	Rate  float64 // k, or b
	R2    float64 // of the fit to the logarithms, up to 1; 1 for a constant
	// Weight is the probability, from 0 to 1, that this law is the best of the
	// kinds tried, given the points: its Akaike weight.
	Weight float64
	// Rival is the next best law, nil for a constant.
	Rival *Law

	rss float64 // the sum of the squared errors
}

// decisive is the least weight with which a law rules out its rival.
const decisive = 0.95

// Decided reports whether the points distinguish the law from its rival.
func (l Law) Decided() bool { return l.Rival == nil || l.Weight >= decisive }

// At is the law's value at n.
func (l Law) At(n float64) float64 {
	switch l.Kind {
	case Polynomial:
		return l.Scale * math.Pow(n, l.Rate)
	case Exponential:
		return l.Scale * math.Pow(l.Rate, n)
	case Factorial:
		return l.Scale * math.Exp(l.Rate*logFactorial(n))
	}
	return l.Scale
}

// Fit finds the law of ys over ns, of the same length, by least squares on the
// logarithms of ys, so that relative errors count. Points that are not positive
// are left out.
func Fit(ns, ys []float64) (Law, error) {
	ns, ys = positive(ns, ys)
	if len(slices.Compact(slices.Sorted(slices.Values(ns)))) < MinPoints {
		return Law{}, ErrTooFew
	}
	if slices.Max(ys) == slices.Min(ys) {
		return Law{Kind: Constant, Scale: ys[0], R2: 1, Weight: 1}, nil
	}
	fits := []Law{
		fitLine(Polynomial, ns, ys, math.Log),
		fitLine(Exponential, ns, ys, func(n float64) float64 { return n }),
		fitLine(Factorial, ns, ys, logFactorial),
	}
	return best(fits, len(ns)), nil
}

// fitLine fits the law in which log y is a straight line over scale(n).
func fitLine(kind Kind, ns, ys []float64, scale func(float64) float64) Law {
	u, v := mapped(ns, scale), mapped(ys, math.Log)
	alpha, beta := stat.LinearRegression(u, v, nil, false)
	law := Law{Kind: kind, Scale: math.Exp(alpha), Rate: beta, R2: stat.RSquared(u, v, nil, alpha, beta)}
	if kind == Exponential {
		law.Rate = math.Exp(beta)
	}
	for i := range u {
		off := v[i] - alpha - beta*u[i]
		law.rss += off * off
	}
	return law
}

// exact is the mean square error of a logarithm below which laws count as
// equally exact.
const exact = 1e-18

// best weighs the fits against each other by Akaike's criterion. All have the
// same number of free parameters, so its correction for few points (AICc) is
// the same for all and drops out.
func best(fits []Law, points int) Law {
	n := float64(points)
	slices.SortStableFunc(fits, func(a, b Law) int { return cmp.Compare(a.rss, b.rss) })
	aic := make([]float64, len(fits))
	for i, f := range fits {
		aic[i] = n * math.Log(max(f.rss/n, exact))
	}
	weights := mapped(aic, func(a float64) float64 { return math.Exp((aic[0] - a) / 2) })
	floats.Scale(1/floats.Sum(weights), weights)
	law, rival := fits[0], fits[1]
	law.Weight, rival.Weight = weights[0], weights[1]
	law.Rival = &rival
	return law
}

// logFactorial is the logarithm of n!, also between whole numbers.
func logFactorial(n float64) float64 {
	lg, _ := math.Lgamma(n + 1)
	return lg
}

func positive(ns, ys []float64) (keptN, keptY []float64) {
	for i := range ns {
		if ns[i] > 0 && ys[i] > 0 {
			keptN, keptY = append(keptN, ns[i]), append(keptY, ys[i])
		}
	}
	return keptN, keptY
}

func mapped(xs []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

// String names the law and how well it fits: "n^2.13 (R² 0.999)". A law that the
// points do not distinguish from its rival is named with it.
func (l Law) String() string {
	switch {
	case l.Kind == Constant:
		return "constant"
	case l.Decided():
		return fmt.Sprintf("%s (R² %s)", l.term(), fraction(l.R2))
	}
	return fmt.Sprintf("%s or %s (R² %s)", l.term(), l.Rival.term(), fraction(l.R2))
}

// term is the expression that the law is proportional to.
func (l Law) term() string {
	switch l.Kind {
	case Polynomial:
		return fmt.Sprintf("n^%.2f", l.Rate)
	case Exponential:
		return base(l.Rate) + "^n"
	case Factorial:
		return fmt.Sprintf("(n!)^%.2f", l.Rate)
	}
	return "1"
}

// base formats a number with enough digits to distinguish it from 1.
func base(x float64) string {
	digits := 1
	for digits < 5 && math.Abs(x-1) < 2*math.Pow10(-digits) {
		digits++
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// fraction formats a number up to 1 with three digits, never rounded up to 1.
func fraction(x float64) string {
	if x < 1 && x >= 0.9995 {
		return "> 0.999"
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}
