package sampling

import "slices"

type stratum struct {
	members []int32 // in pass.nodes
	weight  float64 // of all of them
	score   float64 // the weight, times the worth of each unit of it
}

// thin keeps some of the nodes of a level, which stand for all: at least one of each stratum if possible,
// and more of those from which more is expected. The expected weight of a node does not change.
//
// Source: P. C. Chen, Heterogeneous Sampling: A Method for Predicting the Performance of Tree Searching
// Programs, SIAM J. Comput. 21(2), 1992, which keeps one node of each stratum.
func (p *pass) thin(at *level) {
	strata, sum := p.strata(at)
	width := p.width
	if width == oneOfEach || p.eachKind {
		width = max(width, len(strata))
	}
	if len(at.nodes) == len(strata) && len(strata) <= width {
		return
	}
	p.thinned = true
	for _, n := range at.nodes {
		p.nodes[n].weight = 0
	}
	at.nodes = at.nodes[:0]
	if room := width - len(strata); room >= 0 {
		for _, s := range strata {
			number := 1 + int(float64(room)*s.score/sum)
			p.keep(at, s, number, 1)
		}
		return
	}
	p.lost = true
	scores := make([]float64, len(strata))
	for i, s := range strata {
		scores[i] = s.score
	}
	each := threshold(scores, width)
	p.choose(scores, each, func(i int, chance float64) { p.keep(at, strata[i], 1, chance) })
}

// strata puts the nodes of a level into strata, in the order of their first members. sum is the sum of
// their scores.
func (p *pass) strata(at *level) (strata []stratum, sum float64) {
	number := map[uint64]int{}
	for _, n := range at.nodes {
		of := &p.nodes[n]
		i, ok := number[of.alike]
		if !ok {
			i = len(strata)
			number[of.alike] = i
			strata = append(strata, stratum{})
		}
		s := &strata[i]
		s.members = append(s.members, n)
		s.weight += of.weight
	}
	for i := range strata {
		s := &strata[i]
		s.score = s.weight * p.worth.of(&p.nodes[s.members[0]])
		sum += s.score
	}
	return strata, sum
}

// keep keeps that number of members of s, or fewer if some weigh more than the others, given that s itself was kept
// with that chance.
func (p *pass) keep(at *level, s stratum, number int, chance float64) {
	weights := make([]float64, len(s.members))
	for i, n := range s.members {
		weights[i] = p.nodes[n].before
	}
	each := 0.0
	if number < len(weights) {
		each = s.weight / float64(number)
	}
	p.choose(weights, each, func(i int, of float64) {
		n := s.members[i]
		p.nodes[n].weight = weights[i] / of / chance
		at.nodes = append(at.nodes, n)
	})
}

// choose calls chosen for each weight of at least each, and for the others with a chance proportional to them, so that
// about as many of any neighbours are chosen as their chances add up to.
//
// Source: J.-C. Deville, Y. Tillé, Unequal probability sampling without replacement through a splitting method,
// Biometrika 85(1), 1998: ordered pivotal sampling.
func (p *pass) choose(weights []float64, each float64, chosen func(i int, chance float64)) {
	open, left := -1, 0.0 // one that may still be chosen, and its chance
	for i, w := range weights {
		if w >= each {
			chosen(i, 1)
			continue
		}
		c := w / each
		switch sum := left + c; {
		case open < 0:
			open, left = i, c
		case sum < 1:
			if p.chance(c / sum) {
				open = i
			}
			left = sum
		default:
			first, second := open, i
			if !p.chance((1 - c) / (2 - sum)) {
				first, second = i, open
			}
			chosen(first, weights[first]/each)
			open, left = second, sum-1
		}
	}
	if open >= 0 && p.chance(left) {
		chosen(open, weights[open]/each)
	}
}

// threshold is the score from which a stratum is sure to be kept, if that number is kept, the others
// with a probability proportional to their scores.
func threshold(scores []float64, number int) float64 {
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	sum := 0.0
	for _, s := range sorted {
		sum += s
	}
	for larger := 0; ; larger++ {
		each := sum / float64(number-larger)
		i := len(sorted) - 1 - larger
		if larger == number-1 || sorted[i] < each {
			return each
		}
		sum -= sorted[i]
	}
}
