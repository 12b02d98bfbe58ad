package behaviour

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// A program that does not terminate, such as one with a loop that waits for a variable to change, must be
// refused before the memory for an execution up to the step bound is spent. So when the tree of a thread
// gets deep, its body is run further, alone, in a copy of the memory and without storing anything. If it
// does not stop within the step bound, the program has an execution beyond that bound.
const (
	spinDepth  = 1024    // operations of a thread before it is examined
	longDepth  = 1 << 16 // the same if it does not spin (see Suspect)
	spinSpawns = 128     // threads that it has started before it is examined
	spinChain  = 64      // length of a chain of threads, each started by the one before, before the last is examined
	spinWindow = 512     // operations that are compared to decide whether it spins
	spinKinds  = 32      // how many of those may differ

	interruptAlone = 1 << 12 // turns of a thread that runs alone between calls of Limits.Interrupt
)

// View gives the values of a program's objects as a thread sees them: after what it has
// done, and all that happened before that.
type View interface {
	Value(t event.ThreadID, x int32) int64 // of variable x
	Locked(t event.ThreadID, m int32) bool // whether a thread holds mutex m
}

// SpinError says that a thread repeats the same operations with the same results and,
// if no other thread runs, thereby exceeds the step bound.
type SpinError struct {
	MaxSteps int
	Thread   string
	Loop     []string // the operations, each once
	Place    string   // of one of them in the source; "" if not known
	InGo     bool     // the program is written in Go, not made by a translator
}

func (e *SpinError) Error() string {
	advice := ""
	if e.InGo {
		advice = "wait with t.Await(x, condition), or t.Assume(condition), in place of a loop, or "
	}
	return fmt.Sprintf("thread %s spins%s: it repeats %s, with the same results, for more than %d events if no other thread runs; "+
		"%sbound the loop", e.Thread, at(e.Place), strings.Join(e.Loop, ", "), e.MaxSteps, advice)
}

// Suspect has threads that do not spin examined early, once they have done depth operations, for an explorer whose
// time grows with more than the length of an execution. Examining a thread takes as long as rerunning it.
func (b *Behaviour) Suspect(depth int32) { b.longDepth = depth }

// spins returns an error if thread t, run on alone from n, exceeds a bound.
func (b *Behaviour) spins(t event.ThreadID, n Position) error {
	if b.locals.described(n) { // its states show that it repeats them
		b.spinAt[t] = 2 * b.nodes[n].depth
		return nil
	}
	loop, again := b.repeated(n)
	depth := b.nodes[n].depth
	switch varies := len(loop) > spinKinds; {
	case !varies && !again:
		return nil // it has just left a loop, if it was in one
	case varies && depth < b.longDepth && b.running[t].coroutine.Spawned() < spinSpawns:
		b.spinAt[t] = min(2*depth, b.longDepth)
		return nil
	}
	c, err := b.replay(t, n)
	if err != nil {
		return err
	}
	alone, err := b.runAlone(c, t, b.chosen(n), false)
	b.spinAt[t] = max(2*depth, depth+int32(min(alone.steps, b.limits.MaxSteps)))
	switch {
	case err != nil:
		return err
	case alone.threads > maxThreads:
		return b.startsMany(t, alone)
	case alone.waits:
		return b.runTogether(b.chosen(n))
	case alone.steps < b.limits.MaxSteps:
		return nil
	case len(loop) > spinKinds:
		return &EndlessError{b.limits.MaxSteps, b.ThreadName(t), alone.next.Describe(b.program), alone.next.Place}
	}
	var text []string
	for _, r := range slices.Backward(loop) {
		text = append(text, r.Describe(b.program))
	}
	return &SpinError{b.limits.MaxSteps, b.ThreadName(t), slices.Compact(text), alone.next.Place, b.program.Isolated() != front.Assumed}
}

func (b *Behaviour) startsMany(t event.ThreadID, alone *solo) error {
	return b.tooManyThreads(alone.threads, fmt.Sprintf("thread %s starts more and more%s", b.ThreadName(t), at(alone.next.Place)))
}

// chains returns an error if thread t, which that Spawn starts, begins an endless chain of threads.
func (b *Behaviour) chains(t event.ThreadID, spawn Position) error {
	if n := generation(b.threads, t); n < spinChain || n&(n-1) != 0 {
		return nil
	}
	c, err := b.begin(t, spawn, nil)
	if err != nil {
		return err
	}
	alone, err := b.runAlone(c, b.threads[t].Parent, 0, true)
	if err != nil || alone.threads <= maxThreads {
		return err
	}
	for b.threads[t].N != 0 {
		t = b.threads[t].Parent // its own name has all of theirs in it
	}
	return b.startsMany(t, alone)
}

type returned struct {
	operation.Operation
	result int64
}

// equal treats all waits for one variable as the same.
func (r returned) equal(other returned) bool {
	return r.result == other.result && r.Code == other.Code && r.Object == other.Object && r.Operands == other.Operands && r.Message == other.Message
}

// repeated lists what the thread at n has done lately, each operation and result once, the last
// one first, at most spinKinds + 1 of them. again reports whether it has done the last one
// before.
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

// solo is a trial of one thread.
type solo struct {
	trial
	threads int  // that there are then
	waits   bool // it waits for others
}

// runAlone runs the body of c alone, on the memory as t sees it, until it stops or exceeds a bound. If follows is set, each thread
// that it starts continues in its place.
func (b *Behaviour) runAlone(c *front.Coroutine, t event.ThreadID, chosen int64, follows bool) (alone *solo, err error) {
	defer func() { b.release(c) }()
	alone = &solo{trial: trial{Behaviour: b, objects: b.snapshot(t), chosen: chosen}, threads: len(b.threads)}
	for turn := 1; ; turn++ {
		var result int64
		for _, op := range c.Asked() {
			alone.next = op
			if alone.steps >= b.limits.MaxSteps || alone.threads > maxThreads {
				return alone, nil
			}
			if ok := true; op.Code == operation.Spawn {
				result = int64(alone.threads)
				alone.threads++
			} else if result, ok = alone.execute(op.Step); !ok {
				alone.waits = op.Code.MayWait() && !op.Code.Stopped()
				return alone, nil
			}
			alone.steps++
		}
		if err := alone.interrupted(turn); err != nil {
			return alone, err
		}
		if alone.steps+maxRunAhead >= b.limits.MaxSteps || alone.threads == maxThreads {
			c.Locate()
		}
		if op := alone.next; !follows || op.Code != operation.Spawn {
			c.Resume(result)
			continue
		}
		b.release(c)
		wanted := b.places.wanted
		b.places.wanted = wanted || alone.threads >= maxThreads
		c, err = b.run(t, alone.next.Child.(front.Declared).Body, nil, nil)
		b.places.wanted = wanted
		if err != nil {
			return alone, err
		}
	}
}

// chosen returns the value of the last Choose before n.
func (b *Behaviour) chosen(n Position) int64 {
	for b.nodes[n].parent != None && !b.nodes[n].root {
		value := b.nodes[n].value
		if n = b.nodes[n].parent; b.nodes[n].Code == operation.Choose {
			return value
		}
	}
	return 0
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
