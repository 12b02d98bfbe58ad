// Package sampling estimates how large an exploration is, from a small part of it.
//
// The executions that an algorithm explores form a tree. A pass explores a part of it, depth first:
// of the executions that are alike, as the depth and the algorithm's stratum tell, it enters some,
// each of which stands for as many others as its weight says. The sum of the weights is an unbiased
// estimate of the number of executions, however the strata are chosen; how close it comes depends on
// how much alike those of a stratum are.
//
// Source: P. C. Chen, Heterogeneous Sampling: A Method for Predicting the Performance of Tree Searching
// Programs, SIAM J. Comput. 21(2), 1992. There a pass goes through the tree level by level, and keeps
// one node of each stratum; that would execute the way to each node again. Here it keeps one for each
// share of the weight that the stratum is expected to have, from the passes before, by systematic
// sampling with a random start, so the pass can go depth first and executes nothing twice.
package sampling

import (
	"math/rand/v2"

	"dporbench/algos"
	"dporbench/model"
)

// sampler is one pass. It is an algos.Sampler.
type sampler struct {
	chance  func(p float64) bool // true with that probability
	start   func() float64       // any number from 0 to 1
	shares  map[uint64]float64   // the weight that an execution of a stratum is to stand for, where that is known
	strata  map[uint64]*stratum
	weights []float64 // of the executions that have been entered and not visited

	sum     float64 // of the weights of those visited
	visited int64
	cut     bool // something has been left out
}

type stratum struct {
	share  float64 // see shares
	filled float64 // the part of a share that has come since the last one that was entered
	weight float64 // of all that came
	known  bool    // the share is that of earlier passes
}

func newSampler(random *rand.Rand, shares map[uint64]float64) *sampler {
	return &sampler{
		chance:  func(p float64) bool { return random.Float64() < p },
		start:   random.Float64,
		shares:  shares,
		strata:  map[uint64]*stratum{},
		weights: []float64{1},
	}
}

// Enter is that of algos.Sampler. What is entered stands for a share of the weight of its stratum: so
// it is entered with the probability that its weight is of the share, and nothing is biased. Of a stratum whose share is not known, the first executions are
// entered, and then fewer and fewer.
func (s *sampler) Enter(key uint64) bool {
	weight := s.weights[len(s.weights)-1]
	at := s.stratum(model.Mix(key, uint64(len(s.weights))), weight)
	at.weight += weight
	if weight >= at.share {
		s.enter(weight)
		at.grow()
		return true
	}
	enters := false
	if at.known {
		if at.filled += weight / at.share; at.filled >= 1 {
			at.filled--
			enters = true
		}
	} else {
		enters = s.chance(weight / at.share)
	}
	if !enters {
		s.cut = true
		return false
	}
	s.enter(at.share)
	at.grow()
	return true
}

func (s *sampler) stratum(key uint64, weight float64) *stratum {
	at := s.strata[key]
	if at == nil {
		share, known := s.shares[key]
		at = &stratum{share: share, known: known}
		if known {
			at.filled = s.start()
		} else {
			at.share = weight
		}
		s.strata[key] = at
	}
	return at
}

func (s *sampler) enter(weight float64) { s.weights = append(s.weights, weight) }

// grow makes a share that is not known larger each time that an execution has been entered.
func (t *stratum) grow() {
	if !t.known {
		t.share *= 4
	}
}

// visit is called for each execution. It returns its weight.
func (s *sampler) visit() float64 {
	last := len(s.weights) - 1
	weight := s.weights[last]
	s.weights = s.weights[:last]
	s.sum += weight
	s.visited++
	return weight
}

var _ algos.Sampler = (*sampler)(nil)
