package behaviour

import (
	"fmt"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// maxThreads bounds the threads and actors of a program: as many as a ThreadID can distinguish.
const maxThreads = 1<<15 - 1

// Actor returns the number of the actor that flushes thread t's stores to x. Under TSO it is the
// same for all variables; under SC there are none.
//
// Actors are numbered together with threads: under TSO those of declared threads come right after
// them, and that of a spawned thread has the next number after it; under PSO they are numbered when
// first asked for.
func (b *Behaviour) Actor(t event.ThreadID, x int32) event.ThreadID {
	if b.limits.Memory.OneBuffer() {
		x = 0
	}
	actor := stack.AtOr(stack.At(&b.actors, int(t)), int(x), event.NoThread)
	if *actor == event.NoThread {
		*actor = b.addThread(front.SpawnPath{Parent: t, N: -1 - x})
	}
	return *actor
}

// Actors returns the actors of thread t, by variable; NoThread stands for one that has no
// number yet. The slice is valid until the next call of a method, and must not be changed.
func (b *Behaviour) Actors(t event.ThreadID) []event.ThreadID {
	if int(t) >= len(b.actors) {
		return nil
	}
	return b.actors[t]
}

// KnownActor is Actor, or NoThread if that has no number yet.
func (b *Behaviour) KnownActor(t event.ThreadID, x int32) event.ThreadID {
	if b.limits.Memory.OneBuffer() {
		x = 0
	}
	if actors := b.Actors(t); int(x) < len(actors) {
		return actors[x]
	}
	return event.NoThread
}

// numberActor numbers the actor of thread t as soon as the thread is known, so that under TSO numbers
// mostly follow the order of threads.
func (b *Behaviour) numberActor(t event.ThreadID) {
	if b.limits.Memory.OneBuffer() {
		b.Actor(t, 0)
	}
}

// bufferName returns the name of the buffer that an actor flushes.
func (b *Behaviour) bufferName(p front.SpawnPath) string {
	name := "of thread " + b.ThreadName(p.Parent)
	if b.limits.Memory.StoresOvertake() {
		name = "for " + b.program.VarName(-1-p.N) + " " + name
	}
	return "buffer " + name
}

// tooManyThreads returns an error if a program may not have n threads; why may be "".
func (b *Behaviour) tooManyThreads(n int, why string) error {
	if n <= maxThreads {
		return nil
	}
	what := "threads"
	if b.limits.Memory.Buffers() {
		what = "threads and store buffers"
	}
	if why != "" {
		why = " (" + why + ")"
	}
	return &operation.UsageError{Problem: fmt.Sprintf("program %s has more than %d %s%s: start fewer threads", b.program.Name(), maxThreads, what, why)}
}
