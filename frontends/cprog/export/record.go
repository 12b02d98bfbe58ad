// Package export writes programs as C files, so that other tools can be compared with
// this one on any program: Nidhugg, GenMC, and package cprog itself.
//
// A program consists of Go functions, which cannot be translated. What its threads do can
// be written down: the values that a thread's operations have returned determine its
// next operation. A [Recorder] collects this from executions, at least one of
// each class, and writes a function for each thread, without loops.
package export

import (
	"cmp"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// Recorder records what the threads of a program do in the executions that one exploration
// visits. It must be closed.
type Recorder struct {
	program *model.Program
	replay  *machine.Replay
	before  []*node          // by event: where its thread was
	at      []*node          // by ThreadID of replay: where the thread is; nil before it is started
	roots   []*node          // of the declared threads
	initial []int64          // by variable: its initial value
	values  []map[int64]bool // by variable: all values that it has had
}

// node is a point in a thread's behaviour: an operation after the operations that led to it.
type node struct {
	step  operation.Step
	text  string // of a failure: what is wrong; of a go: the name of the child
	child int32  // of a go or join: which of the thread's own children, from 1; 0 for another thread
	start *node  // of a go: where the child begins
	next  []edge
}

type edge struct {
	returned int64
	to       *node
}

// NewRecorder returns a recorder of p that has recorded nothing.
func NewRecorder(p *model.Program) (*Recorder, error) {
	replay, err := machine.NewReplay(p, behaviour.Limits{})
	if err != nil {
		return nil, err
	}
	r := &Recorder{program: p, replay: replay}
	r.meet(int32(p.NumVars()) - 1)
	for t := range event.ThreadID(p.NumThreads()) {
		r.roots = append(r.roots, r.describe(t))
	}
	r.at = slices.Clone(r.roots)
	return r, nil
}

// meet makes room for variable x.
func (r *Recorder) meet(x int32) {
	for next := int32(len(r.values)); next <= x; next++ {
		initial := (*front.Program)(r.program).Initial(next)
		r.initial = append(r.initial, initial)
		r.values = append(r.values, map[int64]bool{initial: true})
	}
}

// Close frees what the recorder holds.
func (r *Recorder) Close() { r.replay.Close() }

// Record records an execution of the program.
func (r *Recorder) Record(events []event.Event) error {
	same := r.replay.Common(events)
	for i, e := range slices.Backward(r.replay.Events()[same:]) {
		r.at[e.Thread] = r.before[same+i]
	}
	r.replay.Rewind(events)
	r.before = r.before[:same]
	for _, e := range events[same:] {
		if err := r.step(e); err != nil {
			return err
		}
	}
	return nil
}

func (r *Recorder) step(e event.Event) error {
	done, err := r.replay.Follow(e)
	if err != nil {
		return err
	}
	t := done.Thread
	from := r.at[t]
	r.before = append(r.before, from)
	if e.Kind == event.Spawn {
		r.start(from, event.ThreadID(done.Object))
	}
	if e.Kind.OnVariable() {
		r.meet(e.Object)
		r.values[e.Object][r.replay.Value(e.Object)] = true
	}
	r.at[t] = r.follow(from, t)
	return nil
}

// start begins a thread.
func (r *Recorder) start(spawn *node, child event.ThreadID) {
	if spawn.start == nil {
		spawn.start = r.describe(child)
	}
	*stack.At(&r.at, int(child)) = spawn.start
}

// follow returns the node of thread t after its operation at n.
func (r *Recorder) follow(n *node, t event.ThreadID) *node {
	returned := r.replay.Returned()
	i, known := slices.BinarySearchFunc(n.next, returned, func(e edge, v int64) int { return cmp.Compare(e.returned, v) })
	if !known {
		n.next = slices.Insert(n.next, i, edge{returned, r.describe(t)})
	}
	return n.next[i].to
}

// describe returns a new node for the point where thread t is now.
func (r *Recorder) describe(t event.ThreadID) *node {
	n := &node{step: r.replay.NextStep(t)}
	switch n.step.Op() {
	case "a failure":
		n.text, _ = r.replay.Halted(t)
	case "go":
		n.text = strings.TrimPrefix(r.replay.Statement(t), "go ")
		fallthrough
	case "join":
		if parent, k := r.replay.SpawnPath(event.ThreadID(n.step.Object)); parent == t {
			n.child = k
		}
	}
	return n
}
