package agreement_test

import (
	"errors"
	"slices"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model/equivalence"
	"dporbench/model/front"
)

// explorer is an algorithm, or one with a mistake.
type explorer struct {
	name    string
	new     func(algos.Options) algos.Explorer
	optimal bool                    // it explores nothing redundant
	by      equivalence.Equivalence // of the classes that it visits
}

// verdict is the outcome of one program.
type verdict struct {
	executions int64 // of the first explorer
	tooMany    bool
	wrong      []string // explorers that differ from most others, that fail, or that explore something redundant
	refused    []string // explorers that do not take the program
}

func (v verdict) agree() bool { return len(v.wrong) == 0 }

// compare explores p with all explorers, unless the first one visits too many executions. Those over coarser classes
// are compared with the classes of its executions.
func compare(explorers []explorer, p smallprog.Program, o algos.Options, atMost int64) (v verdict) {
	built := p.Build()
	(*front.Program)(built).AssumeIsolated() // Go state is shared by no random program, and a check takes its time each time
	a := newAdder(built, o.Memory, explorers)
	defer a.close()
	_, bounded := o.Preemptions.Limit()
	all := make([]sums, len(explorers))
	for i, x := range explorers {
		s, redundant, tooMany, err := a.run(x, o, i == 0, atMost)
		if i == 0 && tooMany {
			return verdict{tooMany: true}
		}
		switch _, refused := errors.AsType[*algos.RefusedError](err); {
		case refused:
			v.refused = append(v.refused, x.name)
		case err != nil || redundant > 0 && x.optimal && !bounded:
			v.wrong = append(v.wrong, x.name)
		}
		all[i] = s
		if i == 0 {
			v.executions, atMost = s.executions, 2*s.executions+100
		}
	}
	for i, x := range explorers {
		if want := a.want(x.by, explorers, all, v.refused); all[i] != want && !slices.Contains(v.wrong, x.name) && !slices.Contains(v.refused, x.name) {
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
