// Package primitives provides the synchronisation that Go programs use, for programs of
// package model: mutexes with TryLock, RWMutex, Cond, Semaphore, WaitGroup, Once, Barrier
// and channels with select. Each is declared on a program, like its variables, and its
// methods take the calling Thread:
//
//	p := model.NewProgram("handoff")
//	c := primitives.NewChan(p, "c", 0)
//	p.Thread("sender", func(t *model.Thread) { c.Send(t, 42) })
//	p.Thread("receiver", func(t *model.Thread) { v, ok := c.Recv(t); ... })
//
// All of it is made of the events of package model, so every algorithm that supports
// Await and When explores it. An operation that panics in Go, such as a send on a closed
// channel or a negative WaitGroup, is a failure of the execution, and a thread that waits
// forever is a deadlock.
//
// # Events
//
// A primitive is one variable, and each of its steps is one event that reads and writes the
// variable: an update, enabled where the step is. So each class orders the steps of a
// primitive, as its specification does, and each step is atomic. The following take more
// than one step: Lock of an RWMutex, which announces the writer first; Wait of a Cond,
// which unlocks, waits and locks; Do of a Once that runs its function; a channel operation
// that has to wait for another goroutine; a Select with several ready cases. A Barrier has
// a variable for each participant, so that arrivals commute.
//
// The programs are sequentially consistent, as Go promises for programs without data
// races. Steps are ordered even where Go does not order them, as with two failed
// TryLocks.
package primitives
