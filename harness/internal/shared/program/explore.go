package program

import (
	"errors"
	"fmt"

	"dporbench/frontends/goprog/translation"
	"dporbench/model"
	"dporbench/model/front"
)

// Explore calls explore with p. If that fails because p is too coarse, Explore calls it with a finer program, and so on:
// explore then forgets the executions that it has visited. Before each restart, note is called with the reason, in one line.
// All explorations of programs that a user has named are within a call of Explore, and nothing else restarts one.
func (p Program) Explore(note func(string), explore func(Program) error) error {
	for {
		err := explore(p)
		coarse, ok := errors.AsType[*front.Refine](err)
		if !ok {
			return err
		}
		finer, again := p.finer(coarse)
		if again != nil {
			return errors.Join(again, err)
		}
		note(fmt.Sprintf("%s; restarting with --known %v", coarse.Why, coarse.Fact))
		p = finer
	}
}

// IsCoarse reports whether an exploration failed because its program is too coarse.
func IsCoarse(err error) bool {
	_, coarse := errors.AsType[*front.Refine](err)
	return coarse
}

// finer returns p with one more fact, which is part of its name from then on.
func (p Program) finer(coarse *front.Refine) (Program, error) {
	fact, ok := coarse.Fact.(translation.Fact)
	s, more := p.Spec.With(fact)
	if !ok || !more {
		return Program{}, fmt.Errorf("%v allows for the fact %v already", p, coarse.Fact) // a mistake of the front end
	}
	if coarse.Again == nil {
		return p.registry.Load(s)
	}
	again, err := coarse.Again()
	finer := (*model.Program)(again)
	if l, ok := s.Kind.(Linearizable); ok && err == nil {
		err = l.demandOf(finer)
	}
	return Program{s, finer, p.registry}, err
}

// With returns s with facts; more is false if s is no Go function, or has them all.
func (s Spec) With(facts ...translation.Fact) (finer Spec, more bool) {
	switch k := s.Kind.(type) {
	case GoFunction:
		for _, f := range facts {
			if !k.Options.Known.Has(f) {
				k.Options.Known, more = k.Options.Known.With(f), true
			}
		}
		return Spec{k, s.Origin}, more
	case Linearizable:
		k.Program, more = k.Program.With(facts...)
		return Spec{k, s.Origin}, more
	}
	return s, false
}
