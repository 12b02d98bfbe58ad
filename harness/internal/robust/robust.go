// Package robust determines whether store buffers give a program more behaviours than it
// has under sequential consistency, and where fences would remove them.
//
// A program is robust if each of its traces under TSO is one of a sequentially consistent
// execution. (Burckhardt, Musuvathi, CAV 2008; Bouajjani, Derevenetc, Meyer, ESOP 2013)
package robust

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/trace"
)

// Answer is the result of the check of a program, and of the search for fences.
type Answer struct {
	Executions int64        // number of executions checked
	Violation  *trace.Trace // the first execution that is not sequentially consistent; nil if none was found
	Number     int64        // its number, from 1
	// Fences are the smallest sets of Stores after which fences make the program robust, as far as
	// they were searched for.
	Fences [][]front.StoreSite
	Tried  int   // number of sets of fences tried
	Cut    error // the error that ended the search for fences; nil if none did
}

// Search configures the check of a program and the search for fences.
type Search struct {
	Build     func() (program.Program, error) // returns a new copy of the program each time
	Algorithm catalog.Algorithm
	Settings  explore.Settings
}

const mostSets = 8

// Find checks the program, and searches for fences if it is not robust. It returns an error if the exploration of
// the program without fences fails.
func (s Search) Find(ctx context.Context) (*Answer, error) {
	p, err := s.Build()
	if err != nil {
		return nil, err
	}
	answer, sites := &Answer{}, []front.StoreSite(nil)
	err = s.explore(ctx, p, func(number int64, e *model.Execution) error {
		answer.Executions = number
		if isSC(e.Events()) {
			return nil
		}
		shown, err := trace.Of(p.Program, s.Settings.Memory, e.Events())
		if err != nil {
			return err
		}
		if answer.Violation == nil {
			answer.Violation, answer.Number = &shown, number
		}
		for _, site := range candidates(p, shown) {
			if !slices.Contains(sites, site) {
				sites = append(sites, site)
			}
		}
		return nil
	})
	if err != nil {
		return answer, err
	}
	for size := 1; size <= len(sites) && answer.Violation != nil && len(answer.Fences) == 0 && answer.Cut == nil; size++ {
		answer.Cut = s.trySets(ctx, answer, sites, size)
	}
	return answer, nil
}

func (s Search) explore(ctx context.Context, p program.Program, visit func(number int64, e *model.Execution) error) error {
	ctx, stop := s.Settings.Within(ctx)
	defer stop()
	number := int64(0)
	_, err := s.Algorithm.New(s.Settings.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		number++
		return visit(number, e)
	})
	return err
}

// trySets tries the sets of that many sites, until mostSets make the program robust.
func (s Search) trySets(ctx context.Context, answer *Answer, sites []front.StoreSite, size int) error {
	for sets := combin.NewCombinationGenerator(len(sites), size); sets.Next() && len(answer.Fences) < mostSets; {
		var chosen []front.StoreSite
		for _, i := range sets.Combination(nil) {
			chosen = append(chosen, sites[i])
		}
		answer.Tried++
		robust, err := s.isRobust(ctx, chosen)
		if robust {
			answer.Fences = append(answer.Fences, chosen)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s Search) isRobust(ctx context.Context, fences []front.StoreSite) (robust bool, err error) {
	p, err := s.Build()
	if err != nil {
		return false, err
	}
	(*front.Program)(p.Program).FenceAfter(fences)
	robust = true
	err = s.explore(ctx, p, func(_ int64, e *model.Execution) error {
		if isSC(e.Events()) {
			return nil
		}
		robust = false
		return algos.ErrStop
	})
	return robust && err == nil, err
}

// candidates returns the stores of an execution that are their thread's last before a Load.
func candidates(p program.Program, t trace.Trace) (sites []front.StoreSite) {
	type at struct {
		thread event.ThreadID
		done   int32
	}
	loads, last := map[at]bool{}, map[at]trace.Step{}
	for _, s := range t.Steps {
		switch e := s.Event; {
		case e.IsFlush():
			last[at{e.Issuer(), int32(e.Ref)}] = s
		case e.Kind == event.BufferRead, e.Kind == event.Read && !e.Waits():
			loads[at{e.Thread, e.Index - 1}] = true
		}
	}
	for _, s := range t.Steps {
		e := s.Event
		if !e.IsFlush() {
			continue
		}
		key := at{e.Issuer(), int32(e.Ref)}
		if loads[key] && last[key].Event == e {
			site := front.StoreSite{Place: s.Place}
			if s.Place == "" {
				site.Text = s.Text
			}
			if int(e.Issuer()) < p.NumThreads() {
				site.Thread = p.ThreadName(e.Issuer())
			}
			sites = append(sites, site)
		}
	}
	return sites
}
