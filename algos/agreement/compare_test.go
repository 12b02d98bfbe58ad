package agreement_test

import (
	"slices"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
)

// explorer is an algorithm, or one with a mistake.
type explorer struct {
	name    string
	new     func(algos.Options) algos.Explorer
	optimal bool // it explores nothing redundant
}

// verdict is the outcome of one program.
type verdict struct {
	executions int64 // of the first explorer
	tooMany    bool
	wrong      []string // explorers that differ from most others, that fail, or that explore something redundant
}

func (v verdict) agree() bool { return len(v.wrong) == 0 }

// compare explores p with all explorers, unless the first one visits too many executions.
func compare(explorers []explorer, p smallprog.Program, o algos.Options, atMost int64) (v verdict) {
	a := newAdder(p.Build())
	all := make([]sums, len(explorers))
	for i, x := range explorers {
		s, redundant, tooMany, err := a.run(x.new(o), atMost)
		if i == 0 && tooMany {
			return verdict{tooMany: true}
		}
		if err != nil || redundant > 0 && x.optimal {
			v.wrong = append(v.wrong, x.name)
		}
		all[i] = s
		if i == 0 {
			v.executions, atMost = s.executions, 2*s.executions+100
		}
	}
	most := mostFrequent(all)
	for i, x := range explorers {
		if all[i] != most && !slices.Contains(v.wrong, x.name) {
			v.wrong = append(v.wrong, x.name)
		}
	}
	return v
}

// mostFrequent returns the most frequent element.
func mostFrequent[T comparable](all []T) (most T) {
	count := map[T]int{}
	for _, s := range all {
		if count[s]++; count[s] > count[most] {
			most = s
		}
	}
	return most
}
