package machine

import (
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/frontends/cprog/internal/waiting"
)

// A loop that only another thread can end, and whose iterations change something, has ever longer executions, which
// take more and more memory. So once a loop has run for long, the reads and writes of the thread are noted for some
// iterations. If no other thread has changed any of that, the loop is continued alone, on the noted memory. If it still
// runs after as many instructions as a thread may execute between two events, there is an execution in which it never
// ends, and the program is refused.
const (
	manyIterations  = 256 // before a loop is examined
	notedIterations = 16
)

// notes record what a thread has read and written in some iterations of a loop.
type notes struct {
	loop    *code.Instruction
	depth   int                      // of the call that the loop is in
	until   int                      // the number of an iteration
	memory  map[image.OwnPlace]int64 // for a mutex, whose size is 0 here: 1 if the thread holds it
	useless bool                     // others have changed something, or the effect of an operation is not known
}

func (n *notes) read(p image.OwnPlace, v int64) {
	if n != nil {
		before, known := n.memory[p]
		n.useless = n.useless || known && before != v
		n.memory[p] = v
	}
}

func (n *notes) write(p image.OwnPlace, v int64) {
	if n != nil {
		n.memory[p] = v
	}
}

func (n *notes) giveUp() {
	if n != nil {
		n.useless = true
	}
}

// lookAt is called when a loop begins an iteration; times is the number of that iteration.
func (th *thread) lookAt(c *call, i *code.Instruction, times int) {
	switch n := th.notes; {
	case n != nil && n.loop == i && n.depth == th.depth:
		if times < n.until {
			return
		}
		th.notes = nil
		rounds := 0
		if !n.useless {
			rounds = th.runOn(c, i, n.memory)
		}
		th.looks[i] = times + max(times, rounds)
	case times >= max(th.looks[i], manyIterations):
		if th.looks == nil {
			th.looks = map[*code.Instruction]int{}
		}
		th.notes = &notes{loop: i, depth: th.depth, until: times + notedIterations, memory: map[image.OwnPlace]int64{}}
	}
}

// runOn runs a loop of the innermost call to its end, alone, and returns the number of iterations of it and
// of its inner loops. It ends early if something is not known.
func (th *thread) runOn(c *call, i *code.Instruction, memory map[image.OwnPlace]int64) int {
	alone := th.copied()
	alone.alone = maps.Clone(memory)
	copied := *c
	copied.R = alone.registers[th.used-len(c.R) : th.used : th.used]
	copy(copied.R, c.R) // c.R lies elsewhere if a call has needed more registers since this one began
	copied.loops, copied.origins, copied.rounds = nil, nil, 0
	head := slices.IndexFunc(c.f.Code, func(j code.Instruction) bool { return j.Op == code.OpLoop && j.N == i.N })
	copied.f = waiting.OnlyLoop(c.f, head)
	if alone.tries(&copied, head) != nil && alone.steps > th.Options.Limits.Instructions {
		th.refuse(i, "this loop has not ended after %d instructions, and does not unless another thread ends it or it runs for longer: "+
			"bound it with --unroll, or let it change nothing and use --spin", th.Options.Limits.Instructions)
	}
	return copied.rounds
}

func (th *thread) loadAlone(i *code.Instruction, address int64, t code.Scalar) int64 {
	v, known := th.alone[image.OwnPlace{Address: address, Size: code.Size(t)}]
	if !known {
		th.event(i)
	}
	return v
}

// These execute functions of the library for [thread.runOn].

func (th *thread) assumeAlone(c libraryCall) int64 {
	if c.arg(0) == 0 {
		panic(stoppedAtAssume)
	}
	return 0
}

func (th *thread) assertAlone(c libraryCall) int64 {
	if c.arg(0) == 0 {
		th.event(c.i)
	}
	return 0
}

func (th *thread) lockAlone(c libraryCall) int64 {
	mutex := image.OwnPlace{Address: c.arg(0)}
	if th.alone[mutex] != 0 {
		th.event(c.i)
	}
	th.alone[mutex] = 1
	return 0
}

func (th *thread) unlockAlone(c libraryCall) int64 {
	th.alone[image.OwnPlace{Address: c.arg(0)}] = 0
	return 0
}
