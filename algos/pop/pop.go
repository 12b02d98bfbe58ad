// Package pop is Parsimonious-OPtimal DPOR: exactly one execution of each
// class, nothing redundant, polynomial memory.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024, Algorithms 1 and 2.
//
//	E                  the machine's events; sequence.Sequence, with its →hb
//	e ≲ e'             exploration.races, a parsimonious race (Definition 7)
//	E = E1·e·E2        reversal.at is |E1|; reversal.tail is e·E2
//	σ = e'↓E2          reversal.tail, the events with inSchedule
//	hd(σ)              the last of σ; its mark in E names the reversal
//	SSChar[E]          the expressions that read-schedules in E hold awake, see sleep.go
//	SchedChar[E1](σ)   not stored: it is read off reversal.tail, see expression.go
//	UpdSeq             exploration.asleep
//	MkSchedChar        newExpression
//
// Deviations. The published pseudo-code loses and repeats classes; what is
// done instead is numbered as in the erratum of this project's paper:
//
//	1, 2   expression.reads (the sets R)
//	3      reversal.secondWasHead
//	4      expression.ended
//	5, 6   exploration.raceClock, exploration.reversePending
//	8-12   reversal.awake, expression.go
//
// Nothing of SSChar is copied or updated as E grows. An expression is evaluated
// where it can matter, at a read of its variable, and catches up with E then;
// see expression.go.
package pop

import (
	"context"
	"errors"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model"
)

type explorer struct{ options algos.Options }

// New returns a POP explorer.
func New(o algos.Options) algos.Explorer { return &explorer{o} }

func (x *explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	begun, err := algos.Begin(ctx, p, x.options, visit)
	if err != nil {
		return algos.Stats{}, err
	}
	pop := &exploration{Exploration: begun, Sequence: sequence.New(begun.Machine, p)}
	return pop.End(pop.explore())
}

// errBlocked means that the algorithm is not what it promises to be (Theorem 5).
var errBlocked = errors.New("pop: every enabled event is asleep: this exploration is redundant, which must not happen")

// exploration is one call of Explore.
type exploration struct {
	*algos.Exploration
	*sequence.Sequence // E

	// Beside the events of E:
	marks  []mark
	stamps []uint64 // which push of all pushes put the event there
	pushes uint64

	heads     []int32 // positions of the heads of the schedules in E
	awake     []int32 // those of them that hold expressions in SSChar[E]
	reversals []reversal
	saved     []savedEvent // the tails of the reversals, one after the other

	enabled []model.ThreadID // scratch of extend
	races   []int32          // those that the calls of reverseEach have still to reverse, by their first events
	pending [1]int32         // scratch of reversePending
	idle    []*expression    // to be used again
}

// mark says where an event of E stands in the schedules of E.
type mark struct {
	where    place
	reversal int32 // of a head: the reversal that made the schedule
}

type place uint8

const (
	outside place = iota // in no schedule
	inside               // in a schedule, and not its head
	head                 // the head of a schedule
)

// explore is Explore(E): Algorithm 1, line 3. The recursive call of line 15 is
// the loop.
func (x *exploration) explore() error {
	for {
		if err := x.reverseRaces(); err != nil {
			return err
		}
		if more, err := x.extend(); err != nil {
			return err
		} else if !more {
			break
		}
	}
	if err := x.Maximal(); err != nil {
		return err
	}
	return x.reversePending()
}

// extend is the exploration phase, lines 13 and 14. It returns false at a
// maximal execution.
func (x *exploration) extend() (bool, error) {
	x.enabled = x.AppendEnabled(x.enabled[:0])
	for _, t := range x.enabled {
		if err := x.pushNew(t, mark{}); err != nil {
			return false, err
		}
		if !x.asleep() {
			algos.Reached(&x.Stats.Peak.Events, x.Len()+len(x.saved))
			return true, nil
		}
		x.pop()
	}
	if len(x.enabled) > 0 {
		return false, fmt.Errorf("%w (after %d executions)", errBlocked, x.Stats.Executions)
	}
	return false, nil
}

// pushNew is push for an event that has not been done before at this place.
func (x *exploration) pushNew(t model.ThreadID, m mark) error {
	x.Stats.Events++
	return x.push(t, m)
}

// push lets thread t do its next event and marks it m.
func (x *exploration) push(t model.ThreadID, m mark) error {
	if err := x.Push(t); err != nil {
		return err
	}
	x.pushes++
	x.stamps = append(x.stamps, x.pushes)
	x.marks = append(x.marks, m)
	if m.where == head {
		at := int32(len(x.marks) - 1)
		x.heads = append(x.heads, at)
		if x.reversals[m.reversal].awake {
			x.awake = append(x.awake, at)
		}
	}
	return nil
}

// pop takes the last event off E.
func (x *exploration) pop() {
	last := len(x.marks) - 1
	if m := x.marks[last]; m.where == head {
		x.heads = x.heads[:len(x.heads)-1]
		if x.reversals[m.reversal].awake {
			x.awake = x.awake[:len(x.awake)-1]
		}
	}
	x.marks = x.marks[:last]
	x.stamps = x.stamps[:last]
	x.Pop()
}
