package algos

import "dporbench/model"

// Sampler decides which parts of an exploration are explored, so that the size of the whole can be
// estimated from them.
type Sampler interface {
	// Enter is asked before a child of an execution is explored, which is left out if it returns
	// false. Children of which an algorithm expects that about as much follows get the same stratum.
	// Executions are visited after all their children, so each visit is of the child that was entered
	// last of those not visited yet, or of the first execution.
	Enter(stratum uint64) bool
}

// Stratum is the stratum with those features.
func Stratum(features ...uint64) (s uint64) {
	for _, f := range features {
		s = model.Mix(s, f)
	}
	return s
}
