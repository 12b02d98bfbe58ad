// Package primitives has the synchronisation that Go programs use, for programs of
// package model: mutexes with TryLock, RWMutex, Cond, Semaphore, WaitGroup, Once, Barrier
// and channels with select. Each is declared on a program beside its variables, and its
// methods take the Thread that calls them:
//
//	p := model.NewProgram("handoff")
//	c := primitives.NewChan(p, "c", 0)
//	p.Thread("sender", func(t *model.Thread) { c.Send(t, 42) })
//	p.Thread("receiver", func(t *model.Thread) { v, ok := c.Recv(t); ... })
//
// All of it is made of the events of package model, so every algorithm that knows Await
// and When explores it. What Go lets panic, such as a send on a closed channel or a
// negative WaitGroup, is a failure of the execution, and a thread that waits forever a
// deadlock.
//
// # Events
//
// A primitive is one variable, and a step of it one event that reads and writes the
// variable: an update, enabled where the step is. So the steps of a primitive are ordered
// in each class, as its specification orders them, and nothing is in between. These take
// more than one step: Lock of an RWMutex, which announces the writer first; Wait of a Cond,
// which unlocks, waits and locks; Do of a Once that runs its function; a channel operation
// that has to wait for another goroutine; a Select with several ready cases. A Barrier has
// a variable for each participant, so that arrivals commute.
//
// The programs are those of sequential consistency, which is what Go promises to programs
// without data races. Steps are ordered even where Go orders nothing, as two failed
// TryLocks.
package primitives
