package model

import "fmt"

// maxThreads is how many threads and actors a program may have: as many as a ThreadID tells apart.
const maxThreads = 1<<15 - 1

// Actor is the number of the actor that flushes the stores of x by thread t. Under TSO it is the
// same for all variables; under SC there are none.
//
// Actors are numbered together with threads: under TSO those of declared threads come right after
// them, and that of a spawned thread has the next number after it; under PSO they are numbered as
// they are first asked for.
func (b *Behaviour) Actor(t ThreadID, x int32) ThreadID {
	if b.limits.Memory.oneBuffer() {
		x = 0
	}
	for int(t) >= len(b.actors) {
		b.actors = append(b.actors, nil)
	}
	for int(x) >= len(b.actors[t]) {
		b.actors[t] = append(b.actors[t], NoThread)
	}
	if b.actors[t][x] == NoThread {
		b.actors[t][x] = b.addThread(spawnPath{t, -1 - x})
	}
	return b.actors[t][x]
}

// Actors are those of thread t, by variable; NoThread stands for one that has no number yet. The
// slice is valid until the next call of a method, and must not be changed.
func (b *Behaviour) Actors(t ThreadID) []ThreadID {
	if int(t) >= len(b.actors) {
		return nil
	}
	return b.actors[t]
}

// knownActor is Actor, or NoThread if that has no number yet.
func (b *Behaviour) knownActor(t ThreadID, x int32) ThreadID {
	if b.limits.Memory.oneBuffer() {
		x = 0
	}
	if actors := b.Actors(t); int(x) < len(actors) {
		return actors[x]
	}
	return NoThread
}

// IssuerOf is the thread whose stores actor t flushes; ok is false if t is a thread.
func (m *Machine) IssuerOf(t ThreadID) (issuer ThreadID, ok bool) {
	path := m.tree.threads[t]
	return path.parent, path.isActor()
}

// Actor is [Behaviour.Actor].
func (m *Machine) Actor(t ThreadID, x int32) ThreadID { return m.tree.Actor(t, x) }

// isActor reports whether the thread with that path is an actor.
func (p spawnPath) isActor() bool { return p.n < 0 }

// meetActor numbers the actor of thread t as soon as the thread is known, so that under TSO numbers
// are in the order of threads for the most part.
func (b *Behaviour) meetActor(t ThreadID) {
	if b.limits.Memory.oneBuffer() {
		b.Actor(t, 0)
	}
}

// bufferName names the buffer that an actor flushes.
func (b *Behaviour) bufferName(p spawnPath) string {
	name := "of thread " + b.ThreadName(p.parent)
	if b.limits.Memory == PSO {
		name = "for " + b.program.VarName(-1-p.n) + " " + name
	}
	return "buffer " + name
}

func (b *Behaviour) tooManyThreads(n int) error {
	if n <= maxThreads {
		return nil
	}
	what := "threads"
	if b.limits.Memory.Buffers() {
		what = "threads and store buffers"
	}
	return &UsageError{Problem: fmt.Sprintf("program %s has more than %d %s: start fewer threads", b.program.name, maxThreads, what)}
}
