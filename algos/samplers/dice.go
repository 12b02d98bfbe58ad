package samplers

import "math/rand/v2"

// Dice makes the random decisions of a Sampler.
type Dice interface {
	// Roll returns any number from 0 to n-1, all with the same probability.
	Roll(n int) int
	// Weighted returns any index of weights, with a probability in proportion to its weight. Weights are not
	// negative, and their sum is positive.
	Weighted(weights []float64) int
	// Priority returns a number between 0 and 1, evenly distributed. Only the order of these numbers may make a
	// difference.
	Priority() float64
}

// thrown are real dice.
type thrown struct{ *rand.Rand }

func (d thrown) Roll(n int) int    { return d.IntN(n) }
func (d thrown) Priority() float64 { return d.Float64() }

func (d thrown) Weighted(weights []float64) int {
	sum, last := 0.0, 0
	for i, w := range weights {
		if sum += w; w > 0 {
			last = i
		}
	}
	at := d.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 && w > 0 {
			return i
		}
	}
	return last
}
