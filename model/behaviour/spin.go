package behaviour

import (
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/operation"
	"fmt"
	"slices"
	"strings"
)

// A loop that waits for a variable to change has executions without end. So when
// the tree of a thread gets deep, and the thread has been doing the same few
// operations with the same results, its body is run further, alone, in a copy of
// the memory and without storing anything. If it does not stop within the step
// bound, the program has an execution beyond that bound, and is refused before
// the memory for it is spent.
const (
	spinDepth  = 1024 // operations of a thread before it is looked at
	spinWindow = 512  // operations that are compared,
	spinKinds  = 32   // of which at most so many differ
)

// View is what the objects of a program hold as a thread sees it: after what it
// has done, and all that happened before that.
type View interface {
	Value(t event.ThreadID, x int32) int64 // of variable x
	Locked(t event.ThreadID, m int32) bool // whether a thread holds mutex m
}

// SpinError says that a thread repeats the same operations with the same results
// and, if no other thread runs, goes past the step bound that way.
type SpinError struct {
	MaxSteps int
	Thread   string
	Loop     []string // the operations, each once
	InGo     bool     // the program is written in Go, not made by a translator
}

func (e *SpinError) Error() string {
	advice := ""
	if e.InGo {
		advice = "wait with t.Await(x, condition), or t.Assume(condition), in place of a loop, or "
	}
	return fmt.Sprintf("thread %s spins: it repeats %s, with the same results, for more than %d events if no other thread runs; "+
		"%sbound the loop", e.Thread, strings.Join(e.Loop, ", "), e.MaxSteps, advice)
}

func (b *Behaviour) spins(t event.ThreadID, n Position) error {
	loop, again := b.repeated(n)
	if len(loop) <= spinKinds && !again {
		return nil // it has just left a loop, if it was in one
	}
	b.spinAt[t] = 2 * b.nodes[n].depth
	if len(loop) > spinKinds {
		return nil
	}
	endless, err := b.runsOn(t, n)
	if err != nil || !endless {
		return err
	}
	var text []string
	for _, r := range slices.Backward(loop) {
		text = append(text, r.Describe(b.program))
	}
	return &SpinError{b.limits.MaxSteps, b.ThreadName(t), slices.Compact(text), b.program.Isolated() != model.Assumed}
}

type returned struct {
	operation.Operation
	result int64
}

// equal takes all waits for one variable for the same.
func (r returned) equal(other returned) bool {
	return r.result == other.result && r.Code == other.Code && r.Object == other.Object && r.Operands == other.Operands && r.Message == other.Message
}

// repeated lists what the thread at n has done lately, each operation and result once, the last
// one first and spinKinds + 1 at most. again reports whether it has done the last one before.
func (b *Behaviour) repeated(n Position) (kinds []returned, again bool) {
	for range spinWindow {
		result := b.nodes[n].value
		n = b.nodes[n].parent
		r := returned{b.Operation(n), result}
		switch i := slices.IndexFunc(kinds, r.equal); {
		case i == 0:
			again = true
		case i < 0:
			kinds = append(kinds, r)
		}
		if len(kinds) > spinKinds {
			break
		}
	}
	return kinds, again
}

// runsOn reports whether t, at n and alone, goes past the step bound.
func (b *Behaviour) runsOn(t event.ThreadID, n Position) (bool, error) {
	c, err := b.replay(t, n)
	if err != nil {
		return false, err
	}
	defer b.release(c)
	objects := b.snapshot(t)
	for steps := 0; steps < b.limits.MaxSteps; {
		var result int64
		for _, op := range c.Asked() {
			s := op.Step
			object := objects.Of(s)
			if object == nil || !s.Enabled(*object) {
				return false, nil
			}
			result, *object = s.Returned(*object), s.Written(*object)
			steps++
		}
		c.Resume(result)
	}
	return true, nil
}

func (b *Behaviour) snapshot(t event.ThreadID) Objects {
	o := InitialObjects(b.program)
	for x := range o.Values {
		o.Values[x] = b.memory.Value(t, int32(x))
	}
	for x := b.program.FirstMade(); x < int32(b.objects); x++ {
		*o.Variable(x) = b.memory.Value(t, x)
	}
	for m := range o.Locked {
		if b.memory.Locked(t, int32(m)) {
			o.Locked[m] = operation.Held
		}
	}
	return o
}
