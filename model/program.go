package model

import "dporbench/model/front"

// Program is a concurrent program. It is built once, by one goroutine, before the first exploration begins, and never changed
// afterwards: any number of explorations may run it in parallel. A later declaration panics with a [UsageError], which an
// exploration returns if a thread made it.
//
// Translators and explorers need more of a program than its author: they convert p with (*front.Program)(p).
type Program front.Program

// NewProgram returns a program without variables and threads.
func NewProgram(name string) *Program { return (*Program)(front.NewProgram(name)) }

func (p *Program) front() *front.Program { return (*front.Program)(p) }

// Name is the name given to NewProgram.
func (p *Program) Name() string { return p.front().Name() }

// Var declares a variable. Its name is for people and need not be unique.
func (p *Program) Var(name string, initial int64) Var { return p.front().Var(name, initial) }

// Vars declares n variables name[0] … name[n-1] with the same initial value.
func (p *Program) Vars(name string, n int, initial int64) []Var {
	return p.front().Vars(name, n, initial)
}

// Mutex declares a mutex.
func (p *Program) Mutex(name string) Mutex { return p.front().Mutex(name) }

// Mutexes declares n mutexes name[0] … name[n-1].
func (p *Program) Mutexes(name string, n int) []Mutex { return p.front().Mutexes(name, n) }

// Thread declares a thread that exists from the start.
//
// body must be deterministic: what it does next may depend only on what the
// methods of its Thread have returned so far. It is run many times, and from
// different goroutines when explorations run in parallel, so it must change
// nothing that outlives the call; and it must not run forever between two
// events. It may run ahead of its executions, for example past a Store that has not
// been done yet. Explorers check this; see package isolation.
func (p *Program) Thread(name string, body func(*Thread)) {
	p.front().Declare(front.Declared{Name: name, Body: bodyOf(body)})
}

// NumVars, NumMutexes and NumThreads return the numbers of declared variables, mutexes and threads.
func (p *Program) NumVars() int    { return p.front().NumVars() }
func (p *Program) NumMutexes() int { return p.front().NumMutexes() }
func (p *Program) NumThreads() int { return p.front().NumThreads() }

// VarName returns the name of variable x of an execution, MutexName the name of mutex m.
func (p *Program) VarName(x int32) string   { return p.front().VarName(x) }
func (p *Program) MutexName(m int32) string { return p.front().MutexName(m) }

// ThreadName returns the name of a declared thread.
func (p *Program) ThreadName(t ThreadID) string { return p.front().ThreadName(t) }

// ClassKey returns the canonical key of the class of an execution of p; see [Execution.Key].
func (p *Program) ClassKey(events []Event) string { return p.front().ClassKey(events) }
