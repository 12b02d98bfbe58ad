package samplers

import (
	"math"
	"slices"
)

// fork is a Dice that falls in all ways, one after another: each call of next makes it fall in the next one.
//
// Priorities are only compared, so a new one falls between any two earlier ones, all with the same probability: among
// numbers drawn alike, the rank of one says nothing about the order of the others.
type fork struct {
	drawn       []float64 // the priorities so far, in order
	before      []float64 // what drawn is at the beginning of each way
	taken       []fall
	at          int // in taken
	probability float64
}

// fall is how the dice fall once.
type fall struct{ way, ways int }

// begin begins with the first way, after those priorities.
func (f *fork) begin(drawn []float64) {
	f.before, f.taken = drawn, f.taken[:0]
	f.restart()
}

func (f *fork) restart() {
	f.drawn, f.at, f.probability = append(f.drawn[:0], f.before...), 0, 1
}

// next moves to another way, unless that was the last one.
func (f *fork) next() bool {
	for last := len(f.taken) - 1; last >= 0; last-- {
		if f.taken[last].way++; f.taken[last].way < f.taken[last].ways {
			f.restart()
			return true
		}
		f.taken = f.taken[:last]
	}
	return false
}

func (f *fork) fall(ways int) int {
	if f.at == len(f.taken) {
		f.taken = append(f.taken, fall{0, ways})
	}
	f.at++
	return f.taken[f.at-1].way
}

// Roll implements [Dice].
func (f *fork) Roll(n int) int {
	f.probability /= float64(n)
	return f.fall(n)
}

// Weighted implements [Dice].
func (f *fork) Weighted(weights []float64) int {
	sum := 0.0
	var possible []int
	for i, w := range weights {
		if sum += w; w > 0 {
			possible = append(possible, i)
		}
	}
	i := possible[f.fall(len(possible))]
	f.probability *= weights[i] / sum
	return i
}

// Priority implements [Dice].
func (f *fork) Priority() float64 {
	place := f.Roll(len(f.drawn) + 1)
	low, high := 0.0, 1.0
	if place > 0 {
		low = f.drawn[place-1]
	}
	if place < len(f.drawn) {
		high = f.drawn[place]
	}
	p := low + (high-low)/2
	f.drawn = slices.Insert(f.drawn, place, p)
	return p
}

// exhausted reports whether there may be no number left between two priorities.
func (f *fork) exhausted() bool {
	for i, p := range f.drawn {
		if i > 0 && math.Nextafter(f.drawn[i-1], 1) >= p || p == 0 || p == 1 {
			return true
		}
	}
	return false
}
