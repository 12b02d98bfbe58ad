package machine

import (
	"encoding/binary"
	"sync"

	"dporbench/frontends/goprog/internal/memory"
)

// chanStep is an event at channels. Its effect on a state is computed once, as states are few and are asked for often; whether it
// can be done is not remembered, since each waiting goroutine asks that of each state.
type chanStep struct {
	table *memory.Table
	can   func(*chanState) bool
	do    func(*chanState) chanResult // changes the state
	ready func(word int64) bool
	next  func(word int64) int64
	mu    sync.RWMutex
	known map[int64]*chanDone
}

// chanDone is the effect of a step on the state of a word.
type chanDone struct {
	next   int64
	result chanResult
}

// chanResult is the result of a step: the outcome, or the ticket of a goroutine that now waits, or the cases from which to
// choose.
type chanResult struct {
	outcome
	effect Effect
	waits  bool
	ticket int64
	choice []int
}

// chanSteps are the steps of a generation, by kind, parameter and cases.
type chanSteps struct {
	mu  sync.RWMutex
	all map[string]*chanStep
}

// The kinds of steps.
const (
	stepAlone int64 = iota
	stepComes
	stepServed
	stepChosen
	stepCloses
)

// step returns the step of a kind with cases; n is its parameter. make fills in a new one.
func (g *Generation) step(kind, n int64, cases []chanCase, make func(*chanStep)) *chanStep {
	var few [256]byte
	key := binary.LittleEndian.AppendUint64(few[:0], uint64(kind))
	key = binary.LittleEndian.AppendUint64(key, uint64(n))
	for _, c := range cases {
		side := uint64(c.capacity) << 2
		if c.o != nil {
			side |= 2
		}
		if c.sends {
			side |= 1
		}
		key = binary.LittleEndian.AppendUint64(key, side)
		key = binary.LittleEndian.AppendUint64(key, uint64(c.key))
		key = binary.LittleEndian.AppendUint64(key, uint64(c.value))
	}
	g.steps.mu.RLock()
	s := g.steps.all[string(key)]
	g.steps.mu.RUnlock()
	if s != nil {
		return s
	}
	g.steps.mu.Lock()
	defer g.steps.mu.Unlock()
	if s := g.steps.all[string(key)]; s != nil {
		return s
	}
	if g.steps.all == nil {
		g.steps.all = map[string]*chanStep{}
	}
	s = &chanStep{table: g.Table, known: map[int64]*chanDone{}}
	s.ready = func(word int64) bool {
		state := knownState(s.table, word)
		return state != nil && s.can(state)
	}
	s.next = func(word int64) int64 { return s.of(word).next }
	make(s)
	g.steps.all[string(key)] = s
	return s
}

// of returns the effect of s on the state of a word.
func (s *chanStep) of(word int64) *chanDone {
	s.mu.RLock()
	d := s.known[word]
	s.mu.RUnlock()
	if d != nil {
		return d
	}
	d = &chanDone{next: word}
	if state := knownState(s.table, word); state != nil && s.can(state) {
		state = state.clone()
		d.result = s.do(state)
		d.next = s.table.Number(state)
	}
	s.mu.Lock()
	s.known[word] = d
	s.mu.Unlock()
	return d
}
