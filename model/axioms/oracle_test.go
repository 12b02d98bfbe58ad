// Package axioms finds the executions of a small program by the axioms of a memory model alone:
// no machine, no buffers, no order of exploration. It lists the events that each thread might do for all
// values that it might read and, of all ways in which reads may read from writes and writes may
// be ordered, keeps the executions that the axioms allow. That takes time exponential in everything, and
// is for tests: an oracle that shares only the behaviour of threads with the explorers.
//
// For the models of sequences, sequences_test.go has the axioms of Alglave, Maranget, Tautschnig, Herding Cats, TOPLAS 36(2), 2014.
// With po program order, rf reads-from, co coherence, fr from-reads, an execution is allowed exactly when
//
//	acyclic(po-loc ∪ rf ∪ co ∪ fr)           accesses of one variable are coherent
//	nothing between in co                    updates are atomic
//	acyclic(ppo ∪ fence ∪ rfe ∪ co ∪ fr)     the memory is one for all
//
// where ppo is po under SC, po without write → read under TSO, and po without write → anything
// under PSO; a fence, an update and, except under GenMCTSO, a CompareAndSwap that fails order
// everything before them with everything after them.
//
// For the models of graphs, graph.go has the axioms of RC11. For these there is another oracle too, a machine whose threads
// have views of the memory, in views_test.go.
package axioms

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// Traits of an execution are known where executions are graphs: whether it has a data race, and whether psc ∪ sb ∪ rf is
// acyclic, so that a machine with one view for all sequentially consistent fences can execute it. RC11 does not demand the latter.
type Traits struct{ Raced, InOrder bool }

// Executions calls visit with the key of each execution that the axioms allow, see [KeyOf]. The program must consist of Load, Store, Add, Swap, Fetch, CompareAndSwap,
// CompareExchange and Fence on declared variables in declared threads and, where executions are graphs, of Await, When, Lock, Unlock, Go,
// Join without a result, Choose, Assert and Assume; ok is false if it does not.
func Executions(p *model.Program, m memory.Model, visit func(key string, of Traits)) (ok bool, err error) {
	b, err := behaviour.New(p, behaviour.Limits{Memory: m, TreeBudget: allNodes}, blank{}, func(func(behaviour.Position)) {})
	if err != nil {
		return false, err
	}
	defer b.Close()
	c := &candidates{program: p, behaviour: b, memory: m}
	if ok, err := c.findPaths(); !ok || err != nil {
		return ok, err
	}
	c.choosePaths(b.Declared(), func() {
		if m.Graphs() {
			c.chooseGraphs(visit)
			return
		}
		c.chooseSources(func() {
			c.chooseOrders(0, nil, func() {
				if c.sequential() {
					visit(c.key(), Traits{})
				}
			})
		})
	})
	return true, nil
}

// allNodes is a budget that keeps all nodes of a behaviour, whose Positions are held.
const allNodes = 1 << 30

// blank is the memory of threads that are never checked for spinning.
type blank struct{}

func (blank) Value(event.ThreadID, int32) int64 { return 0 }
func (blank) Locked(event.ThreadID, int32) bool { return false }

// guess is one event of a thread that runs on guessed values.
type guess struct {
	thread, index  int // index is its place in the thread
	kind           event.Kind
	fences         bool // it orders everything before it with everything after it
	object         int  // mutexes are numbered after the variables
	seen, written  int64
	store          int // of a Store: its number in its buffer, from 1
	id             int // its place in candidates.events
	source         int // of a read: the id of a write, or initial
	reads, isWrite bool
	order          operation.Ordering
	step           operation.Step
	stuck          bool               // the thread stays before it for ever
	child          behaviour.Position // of a Spawn: where the child starts
}

// path is the run of a thread that reads certain values.
type path []guess

// candidates are the executions examined.
type candidates struct {
	program   *model.Program
	behaviour *behaviour.Behaviour
	memory    memory.Model
	starts    []start
	paths     map[behaviour.Position][]path // by where the thread starts
	events    []guess                       // of all threads, thread by thread
	orders    [][]int                       // by variable and mutex: its writes in co
}

// start is the start of a thread. A thread spawned after different reads starts at different Positions.
type start struct {
	thread int
	at     behaviour.Position
}

// locations is the number of variables and mutexes.
func (c *candidates) locations() int { return c.program.NumVars() + c.program.NumMutexes() }

// initialAt is the initial value of a variable or a mutex.
func (c *candidates) initialAt(x int) int64 {
	if x >= c.program.NumVars() {
		return operation.Free
	}
	return (*front.Program)(c.program).Initial(int32(x))
}
