package plots

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
)

// axis is one axis of a panel. Places on it are the values, or their logarithms
// to base 10: gonum only ever sees places, on a linear scale, which avoids its
// problems with logarithmic ones.
type axis struct {
	label    string // with the unit
	log      bool
	percent  bool      // from 0 to 100
	values   []float64 // where ticks are wanted; nil lets the scale decide
	names    []string  // of the places 0, 1, ..., instead of numbers
	min, max float64   // places of the ends
	used     bool      // whether a place was included
}

// place is the place of a value; ok is false if it cannot be shown.
func (a axis) place(value float64) (place float64, ok bool) {
	if a.log {
		value = math.Log10(value)
	}
	return value, !math.IsNaN(value) && !math.IsInf(value, 0)
}

func (a *axis) include(place float64) {
	if !a.used {
		a.min, a.max, a.used = place, place, true
	}
	a.min, a.max = min(a.min, place), max(a.max, place)
}

func (a axis) union(b axis) axis {
	if b.used {
		a.include(b.min)
		a.include(b.max)
	}
	return a
}

// widen leaves room for the markers at the ends. A logarithmic axis ends at 1, 2
// or 5 times a power of ten, so that it has labels at or near both ends.
func (a *axis) widen() {
	if !a.used {
		a.min, a.max = 0, 1
	}
	margin := 0.1 * (a.max - a.min)
	switch {
	case a.names != nil:
		a.min, a.max = -0.5, float64(len(a.names))-0.5
		return
	case a.percent:
		a.min, a.max = 0, 100
		return
	case a.log && a.values == nil:
		margin = max(0.04*(a.max-a.min), 0.05)
		a.min, a.max = -roundUp(margin-a.min), roundUp(a.max+margin)
		return
	case a.log:
		margin = max(margin, 0.1)
	case margin == 0:
		margin = 1
	}
	a.min, a.max = a.min-margin, a.max+margin
}

// roundUp is the place of the next 1, 2 or 5 times a power of ten. -roundUp(-place) rounds down to an inverse of one.
func roundUp(place float64) float64 {
	decade := math.Floor(place)
	for _, next := range []float64{0, math.Log10(2), math.Log10(5)} {
		if place <= decade+next+1e-9 {
			return decade + next
		}
	}
	return decade + 1
}

// apply sets up gonum's axis; labels is the number of tick labels that fit.
func (a axis) apply(to *plot.Axis, labels int) {
	to.Label.Text = a.label
	to.Padding = 0
	to.LineStyle.Width, to.Tick.LineStyle.Width = 0.5, 0.4
	to.Tick.Length = 2.5
	if a.names != nil {
		to.Tick.Label.Rotation = math.Pi / 4
		to.Tick.Label.XAlign, to.Tick.Label.YAlign = text.XRight, text.YCenter
	}
	to.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick { return a.ticks(low, high, labels) })
}

func (a axis) ticks(low, high float64, labels int) []plot.Tick {
	switch {
	case a.names != nil:
		ticks := make([]plot.Tick, len(a.names))
		for i, name := range a.names {
			ticks[i] = plot.Tick{Value: float64(i), Label: name}
		}
		return ticks
	case len(a.values) > 0:
		return a.valueTicks(labels)
	case a.log:
		return logTicks(low, high, labels)
	}
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = strconv.FormatFloat(t.Value, 'g', 6, 64)
		}
	}
	return ticks
}

// mostWithMinor is the most decades of an axis that has ticks between powers of ten; with more,
// they would run together.
const mostWithMinor = 3

// logTicks are the ticks of a logarithmic axis from place low to place high:
// labels at powers of ten, thinned out to as many as fit, and also at 2 and 5 if
// those fit. gonum's own are only at powers of ten, of which a panel may contain
// just one.
func logTicks(low, high float64, labels int) []plot.Tick {
	const slack = 1e-9
	first, last := int(math.Floor(low+slack)), int(math.Floor(high+slack))
	powers := last - int(math.Ceil(low-slack)) + 1
	step := max(0, powers-1)/labels + 1
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		for mantissa := 1; mantissa < 10; mantissa++ {
			place := float64(e) + math.Log10(float64(mantissa))
			if place < low-slack || place > high+slack || mantissa > 1 && last-first > mostWithMinor {
				continue
			}
			tick := plot.Tick{Value: place}
			between := (mantissa == 2 || mantissa == 5) && 3*(high-low) <= float64(labels)
			if mantissa == 1 && ((e%step)+step)%step == 0 || between {
				tick.Label = number(float64(mantissa) * math.Pow10(e))
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
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

// number formats a positive number that is 1, 2 or 5 times a power of ten: up
// to four digits as they are, and then with k, M, G or T for thousands.
func number(x float64) string {
	unit := ""
	if x > 9999.5 && x < 0.9e15 {
		for _, larger := range []string{"k", "M", "G", "T"} {
			x, unit = x/1000, " "+larger
			if x < 999.5 {
				break
			}
		}
	}
	return strconv.FormatFloat(x, 'g', 4, 64) + unit
}

// spansDecade reports whether the largest of positive values is more than ten
// times the smallest, so that they need a logarithmic axis.
func spansDecade(values []float64) bool {
	return len(values) > 0 && slices.Min(values) > 0 && slices.Max(values) > 12*slices.Min(values)
}
