package guarded

import (
	"encoding/binary"
	"slices"
	"sync"
)

// State is a state that is more than fits into a number. It is immutable.
type State interface {
	// Describe returns numbers that distinguish it from all other states of its type; none for the state of something new.
	Describe() []int64
}

// Table numbers states: 0 for one whose Describe is empty. It may be used by any number of threads at once.
type Table interface {
	Number(s State) int64
	// State returns the state with that number; nil if there is none, as for 0.
	State(number int64) State
}

// ChannelsOf returns the state of channels with that number, or nil.
func ChannelsOf(t Table, number int64) *Channels {
	if number == 0 {
		return &Channels{}
	}
	s, _ := t.State(number).(*Channels)
	return s
}

// Steps are the steps at channels whose states a table numbers. Each is made once, for programs that are run many times.
type Steps struct {
	Table Table
	// Mark returns the number by which a client finds the ops of a step again, for [Outcome].Mark. Steps without ops have
	// the mark 0, as all do if Mark is nil.
	Mark func(ops []SyncOp) int32
	mu   sync.RWMutex
	all  map[string]*Step
}

// Step is a step at channels, which is one event. Its effect on a state is computed once, as states are few and are requested often.
// Whether it is enabled is not remembered, since each waiting thread asks for it in each state.
type Step struct {
	Transition // of the number of the state
	Kind       Kind
	N          int64 // of an Immediate or an Arrival: 1 if it has a default; of a Completion, the waiter; of a Choice, the chosen case
	cases      []Case
	of         *Steps
	mu         sync.RWMutex
	effects    map[int64]*effect
}

type effect struct {
	next    int64
	outcome Outcome
}

// Kind is the part that a step has in an operation.
type Kind int64

// The kinds of steps.
const (
	Immediate  Kind = iota // the whole operation
	Arrival                // the first step, which is the whole operation unless there is a second one:
	Completion             // after waiting
	Choice                 // of one of several ready cases
	Closing
)

// Immediate is the operation c at a channel with a buffer, in a state with no other channel. Threads that wait there
// need not arrive first. With a default it does not wait.
func (ss *Steps) Immediate(c Case, hasDefault bool) *Step {
	return ss.step(Immediate, bit(hasDefault), []Case{c})
}

// Close closes the channel of c.
func (ss *Steps) Close(c Case) *Step { return ss.step(Closing, 0, []Case{c}) }

// Communicate performs one of the cases for a thread, or the default if there is one and no case is ready. execute executes a step
// as one event and returns its outcome, see [Step.Outcome]; choose returns any number from 0 to n-1.
func (ss *Steps) Communicate(cases []Case, hasDefault bool, execute func(*Step) *Outcome, choose func(n int) int64) *Outcome {
	o := execute(ss.step(Arrival, bit(hasDefault), cases))
	switch {
	case o.Waits:
		return execute(ss.step(Completion, o.Waiter, nil))
	case len(o.Ready) > 0:
		return execute(ss.step(Choice, int64(o.Ready[choose(len(o.Ready))]), cases))
	}
	return o
}

// step returns the step of that kind with n and cases.
func (ss *Steps) step(kind Kind, n int64, cases []Case) *Step {
	var few [256]byte
	key := appendNumbers(few[:0], int64(kind), n)
	for _, c := range cases {
		key = appendNumbers(key, c.Capacity<<2|bit(!c.Never)<<1|bit(c.Sends), c.Key, c.Value)
	}
	ss.mu.RLock()
	s := ss.all[string(key)]
	ss.mu.RUnlock()
	if s != nil {
		return s
	}
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if s := ss.all[string(key)]; s != nil {
		return s
	}
	if ss.all == nil {
		ss.all = map[string]*Step{}
	}
	s = &Step{Kind: kind, N: n, cases: slices.Clone(cases), of: ss, effects: map[int64]*effect{}}
	s.Enabled = func(number int64) bool {
		state := ChannelsOf(ss.Table, number)
		return state != nil && s.isEnabled(state)
	}
	s.Next = func(number int64) int64 { return s.effect(number).next }
	ss.all[string(key)] = s
	return s
}

func appendNumbers(key []byte, numbers ...int64) []byte {
	for _, n := range numbers {
		key = binary.LittleEndian.AppendUint64(key, uint64(n))
	}
	return key
}

func (s *Step) isEnabled(state *Channels) bool {
	switch s.Kind {
	case Immediate:
		return s.N != 0 || state.isReady(s.cases[0])
	case Completion:
		return !state.choosing && state.completionOf(s.N) >= 0
	case Choice:
		return state.choosing
	}
	return !state.choosing
}

// execute changes the state as s does where it is enabled.
func (s *Step) execute(state *Channels) Outcome {
	switch s.Kind {
	case Immediate:
		return state.immediately(s.cases[0])
	case Arrival:
		return state.arrive(s.cases, s.N != 0)
	case Completion:
		return state.resume(s.N)
	case Choice:
		return state.choose(s.cases, s.N)
	}
	return state.close(s.cases[0].Key)
}

// Outcome returns the outcome of s in the state with that number. It must not be changed.
func (s *Step) Outcome(number int64) *Outcome { return &s.effect(number).outcome }

// effect returns the effect of s on the state with that number: none if s is not enabled there.
func (s *Step) effect(number int64) *effect {
	s.mu.RLock()
	e := s.effects[number]
	s.mu.RUnlock()
	if e != nil {
		return e
	}
	e = &effect{next: number}
	if state := ChannelsOf(s.of.Table, number); state != nil && s.isEnabled(state) {
		state = state.clone()
		e.outcome = s.execute(state)
		e.next = s.of.Table.Number(state)
		if s.of.Mark != nil && len(e.outcome.Ops) > 0 {
			e.outcome.Mark = s.of.Mark(e.outcome.Ops)
		}
	}
	s.mu.Lock()
	s.effects[number] = e
	s.mu.Unlock()
	return e
}
