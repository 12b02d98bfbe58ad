// Package axioms finds the executions of a small program by the axioms of a memory model alone:
// no machine, no buffers, no order of exploration. It lists the events that each thread might do for all
// values that it might read and, of all ways in which reads may read from writes and writes may
// be ordered, keeps the executions that the axioms allow. That takes time exponential in everything, and
// is for tests: an oracle that shares only the behaviour of threads with the explorers.
//
// Source: Alglave, Maranget, Tautschnig, Herding Cats, TOPLAS 36(2), 2014. With po program
// order, rf reads-from, co coherence, fr from-reads, an execution is allowed exactly when
//
//	acyclic(po-loc ∪ rf ∪ co ∪ fr)           accesses of one variable are coherent
//	nothing between in co                    updates are atomic
//	acyclic(ppo ∪ fence ∪ rfe ∪ co ∪ fr)     the memory is one for all
//
// where ppo is po under SC, po without write → read under TSO, and po without write → anything
// under PSO; a fence, an update and, except under GenMCTSO, a CompareAndSwap that fails order
// everything before them with everything after them.
package axioms

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Executions calls visit with the key of each execution that the axioms allow; see
// [KeyOf]. The program must consist of Load, Store, Add, Swap, Fetch, CompareAndSwap,
// CompareExchange and Fence on declared variables in declared threads; ok is false if it does not.
func Executions(p *model.Program, m memory.Model, visit func(key string)) (ok bool, err error) {
	b, err := behaviour.New(p, behaviour.Limits{Memory: m}, blank{}, func(func(behaviour.Position)) {})
	if err != nil {
		return false, err
	}
	defer b.Close()
	c := &candidates{program: p, behaviour: b, memory: m}
	if ok, err := c.findPaths(); !ok || err != nil {
		return ok, err
	}
	c.choosePaths(0, func() {
		c.chooseSources(func() {
			c.chooseOrders(0, func() {
				if c.allowed() {
					visit(c.key())
				}
			})
		})
	})
	return true, nil
}

// blank is the memory of threads that are never checked for spinning.
type blank struct{}

func (blank) Value(event.ThreadID, int32) int64 { return 0 }
func (blank) Locked(event.ThreadID, int32) bool { return false }

// guess is one run of a thread on guessed values.
type guess struct {
	thread, index  int // index is its place in the thread
	kind           event.Kind
	fences         bool // it orders everything before it with everything after it
	object         int32
	seen, written  int64
	store          int // of a Store: its number in its buffer, from 1
	id             int // its place in candidates.events
	source         int // of a read: the id of a write, or initial
	reads, isWrite bool
}

const initial = -1

// path is the run of a thread that reads certain values.
type path []guess

// candidates are the executions examined.
type candidates struct {
	program   *model.Program
	behaviour *behaviour.Behaviour
	memory    memory.Model
	paths     [][]path // by thread
	events    []guess  // of all threads, thread by thread
	first     []int    // by thread: the id of its first event
	orders    [][]int  // by variable: its writes in co
}
