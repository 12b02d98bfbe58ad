package states

import "math/bits"

// Progress says how far a search has got.
type Progress struct {
	States int64
	Depth  int   // events of the current execution
	Likely int64 // states in all, as far as the search looks alike everywhere; 0 if nothing is known yet
}

// forecast estimates how many states a pass will enter, from how many states the first successors of states have led to, and how many were entered below these
// states in all: the ratio depends on how many there are, above all.
type forecast struct {
	first, all [64]float64 // by the binary logarithm of the former
}

// learn takes account of a state that is left.
func (f *forecast) learn(of *step, entered int) {
	if of.first > 0 {
		n := bits.Len(uint(of.first))
		f.first[n] += float64(of.first)
		f.all[n] += float64(entered - of.begun)
	}
}

// whole estimates how many states are below one whose first successor leads to so many.
func (f *forecast) whole(first float64) float64 {
	n, least := bits.Len(uint(first)), 0.0
	for found := 0; n > 0 && found < 4; n-- {
		if f.first[n] == 0 {
			continue
		}
		if whole := first * f.all[n] / f.first[n]; found == 0 || whole < least {
			least = whole
		}
		found++
	}
	return max(first, least)
}

// total estimates how many states will have been entered at the end.
func (f *forecast) total(way []step, entered int) (total float64) {
	for i := len(way) - 1; i >= 0; i-- {
		at := &way[i]
		first := total + 1
		if at.first > 0 {
			first = float64(at.first)
		}
		total = max(f.whole(min(first, 1<<50)), float64(entered-at.begun))
	}
	return total
}

// reportProgress reports how far a pass has got. A pass that is not the first one enters about as many states as the one before.
func (s *search) reportProgress(g *graph) {
	p := Progress{States: int64(s.table.len()), Depth: s.Len()}
	switch {
	case s.previous > 0:
		p.Likely = s.previous
	case g != nil:
		p.Likely = int64(float64(p.States) * s.forecast.total(g.way, s.entered) / float64(s.entered))
	}
	s.options.Progress(p)
}
