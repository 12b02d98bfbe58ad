package plots

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// mostWithMinor is how many decades may have ticks between them: with more those
// would run together.
const mostWithMinor = 3

// logTicks are the ticks of a logarithmic axis from place low to place high:
// labels at powers of ten, thinned out to as many as there is room for; at 2 and
// 5 as well where there are fewer than two powers of ten.
func logTicks(low, high float64, labels int) []plot.Tick {
	const slack = 1e-9
	first, last := int(math.Ceil(low-slack)), int(math.Floor(high+slack))
	step := max(0, last-first)/labels + 1
	var ticks []plot.Tick
	for e := first - 1; e <= last; e++ {
		for mantissa := 1; mantissa < 10; mantissa++ {
			place := float64(e) + math.Log10(float64(mantissa))
			if place < low-slack || place > high+slack || mantissa > 1 && last-first > mostWithMinor {
				continue
			}
			tick := plot.Tick{Value: place}
			if mantissa == 1 && mod(e, step) == 0 || last-first < 1 && (mantissa == 2 || mantissa == 5) {
				tick.Label = number(float64(mantissa) * math.Pow10(e))
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// linearTicks are ticks at multiples of 1, 2 or 5 times a power of ten.
func linearTicks(low, high float64, labels int) []plot.Tick {
	var ticks []plot.Tick
	step := niceStep((high - low) / float64(labels))
	for i := math.Ceil(low / step); i*step <= high; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: number(i * step)})
	}
	return ticks
}

// niceStep is the smallest of 1, 2 and 5 times a power of ten that is not below
// least.
func niceStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= least*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// valueTicks are ticks at the axis's values, with a label where it keeps its
// distance from the next. The last always has one.
func (a axis) valueTicks(labels int) []plot.Tick {
	var ticks []plot.Tick
	next := math.Inf(1)
	for _, value := range slices.Backward(slices.Compact(slices.Sorted(slices.Values(a.values)))) {
		place, ok := a.place(value)
		if !ok {
			continue
		}
		tick := plot.Tick{Value: place}
		if next-place >= 0.9*(a.max-a.min)/float64(labels) {
			tick.Label, next = strconv.FormatFloat(value, 'f', -1, 64), place
		}
		ticks = append(ticks, tick)
	}
	slices.Reverse(ticks)
	return ticks
}

// number writes a number to about three digits, with k, M, G or T for thousands.
func number(x float64) string {
	abs := math.Abs(x)
	if abs == 0 {
		return "0" // of either sign
	}
	if abs >= 1e15 || abs < 0.9e-3 {
		return shortExponent(x)
	}
	unit := ""
	for _, larger := range []string{"k", "M", "G", "T"} {
		if math.Abs(x) < 999.5 {
			break
		}
		x, unit = x/1000, " "+larger
	}
	return strconv.FormatFloat(round(x), 'f', -1, 64) + unit
}

// round rounds to three digits.
func round(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

// shortExponent writes 1e-5 for what the library writes 1e-05.
func shortExponent(x float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exponent) // the library wrote it
	return mantissa + "e" + strconv.Itoa(n)
}

// mod is the remainder that is never negative.
func mod(a, b int) int { return ((a % b) + b) % b }
