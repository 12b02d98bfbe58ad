package plots

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
)

// axis is one axis of a panel. Places on it are the values, or the logarithms to
// base 10 of values: gonum only ever sees places, on a linear scale, so that
// nothing it does with a logarithmic one can go wrong.
type axis struct {
	label    string // with the unit
	log      bool
	values   []float64 // where ticks are wanted; nil leaves it to the scale
	min, max float64   // places of the ends
	used     bool      // something was included
}

// place is where a value stands; ok is false if it cannot be shown.
func (a axis) place(value float64) (place float64, ok bool) {
	if a.log {
		value = math.Log10(value)
	}
	return value, !math.IsNaN(value) && !math.IsInf(value, 0)
}

// include makes the range take in a place.
func (a *axis) include(place float64) {
	if !a.used {
		a.min, a.max, a.used = place, place, true
	}
	a.min, a.max = min(a.min, place), max(a.max, place)
}

// union is the axis with the range of both.
func (a axis) union(b axis) axis {
	if b.used {
		a.include(b.min)
		a.include(b.max)
	}
	return a
}

// widen leaves room for the markers at the ends. A range without extent is
// widened, and so is one of less than a decade on a logarithmic axis.
func (a *axis) widen() {
	if !a.used {
		a.min, a.max = 0, 1
	}
	span := a.max - a.min
	margin := 0.1 * span
	switch {
	case a.log:
		margin = max(margin, 0.1, (1-span)/2)
	case span == 0:
		margin = 1
	}
	a.min, a.max = a.min-margin, a.max+margin
}

// apply sets up gonum's axis; labels is how many tick labels there is room for.
func (a axis) apply(to *plot.Axis, labels int) {
	to.Label.Text = a.label
	to.Padding = 0
	to.LineStyle.Width, to.Tick.LineStyle.Width = 0.5, 0.4
	to.Tick.Length = 2.5
	to.Tick.Marker = plot.ConstantTicks(a.ticks(labels))
}

func (a axis) ticks(labels int) []plot.Tick {
	switch {
	case len(a.values) > 0:
		return a.valueTicks(labels)
	case a.log:
		return logTicks(a.min, a.max, labels)
	}
	return linearTicks(a.min, a.max, labels)
}

// spansDecade reports whether positive values reach from one to more than ten
// times as much, so that they need a logarithmic axis.
func spansDecade(values []float64) bool {
	return len(values) > 0 && slices.Min(values) > 0 && slices.Max(values) > 12*slices.Min(values)
}
