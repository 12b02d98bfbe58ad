package growth

import (
	"fmt"
	"math"
	"strconv"
)

// String names the law and how far it can be trusted: "~ n^2.13 (R² 0.999)". A
// law that the points do not tell from its rival is named with it.
func (l Law) String() string {
	switch {
	case l.Kind == Constant:
		return "constant"
	case l.Decided():
		return fmt.Sprintf("~ %s (R² %s)", l.term(), fraction(l.R2))
	}
	return fmt.Sprintf("~ %s or %s (R² %s)", l.term(), l.Rival.term(), fraction(l.R2))
}

// term is what the law is proportional to.
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

// base writes a number with as many digits as it takes to tell it from 1.
func base(x float64) string {
	digits := 1
	for digits < 5 && math.Abs(x-1) < 2*math.Pow10(-digits) {
		digits++
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// fraction writes a number up to 1 with three digits, never rounded up to 1.
func fraction(x float64) string {
	if x < 1 && x >= 0.9995 {
		return "> 0.999"
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}
