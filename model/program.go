// Package model holds the concurrent programs that explorers explore, and the
// machine that runs them one event at a time.
//
// A [Program] declares variables, mutexes and threads; a thread is an ordinary
// Go function over a [*Thread], and each call of a method of it is one event. A
// [Machine] steps and undoes threads, and [HappensBefore] keeps the happens-before
// relation of what it did. The memory is sequentially consistent.
//
// The paper's symbols and what they are called here:
//
//	e, e.th, e.T, e.var     Event and its fields Thread, Kind, Object
//	e ⋈ e'                  Dependent
//	E                       Execution; while it grows, Machine and HappensBefore
//	→hb                     HappensBefore.Before
//	enabled(E)              Machine.Enabled
//	E ≃ E'                  Execution.Key is equal
package model

import (
	"fmt"
	"strconv"
	"sync/atomic"
)

// Program is a concurrent program. It is built once, by one goroutine, before
// the first exploration begins, and never changed afterwards: any number of
// explorations may run it side by side. A declaration that comes later panics
// with a [UsageError], which an exploration returns if a thread made it.
type Program struct {
	name       string
	vars       []variable
	mutexes    []string
	threads    []declaredThread
	sealed     atomic.Bool                // an exploration has begun
	known      atomic.Int32               // an Isolated
	repeatable bool                       // see RepeatBodies
	refused    atomic.Pointer[UsageError] // the first misuse, if there was one
	fenced     map[StoreSite]bool         // see FenceAfter
	made       madeVariables              // at run time
}

type variable struct {
	name    string
	initial int64
}

type declaredThread struct {
	name string
	body func(*Thread)
}

// Var is a shared variable of one program: a declared one, or one that a thread has made with
// [Thread.New].
type Var struct {
	program *Program
	id      int32
}

// Mutex is a mutex of one program, free at first.
type Mutex struct {
	program *Program
	id      int32
}

// Child is a thread that another one has started; see [Thread.Go].
type Child struct {
	program *Program
	id      ThreadID
}

// NewProgram returns a program without variables and threads.
func NewProgram(name string) *Program { return &Program{name: name} }

// Name is the name given to NewProgram.
func (p *Program) Name() string { return p.name }

// AssumeIsolated says that the bodies share no Go state for sure, as those do that
// a translator has made. Explorers do not look for it then; see [Isolation].
func (p *Program) AssumeIsolated() { p.known.Store(int32(Assumed)) }

// RepeatBodies says that the bodies which threads start with Go change nothing that they
// capture, so that one may be run any number of times. Otherwise, the thread that started it is run
// again up to there each time, to make a fresh one.
func (p *Program) RepeatBodies() { p.repeatable = true }

// Isolated is what is known of the isolation of p.
func (p *Program) Isolated() Isolated { return Isolated(p.known.Load()) }

// seal ends the declarations, and returns the error of those that were wrong.
func (p *Program) seal() error {
	p.sealed.Store(true)
	return p.misuse()
}

// misuse is the first misuse of p that was noticed, or nil. A body that recovers
// from a panic cannot hide it.
func (p *Program) misuse() error {
	if err := p.refused.Load(); err != nil {
		return err
	}
	return nil
}

func (p *Program) refuse(err *UsageError) { p.refused.CompareAndSwap(nil, err) }

// declaring panics if it is too late to declare anything.
func (p *Program) declaring(what, name string) {
	if p.sealed.Load() {
		err := &UsageError{Problem: fmt.Sprintf("%s %s of program %s is declared while it runs: "+
			"variables, mutexes and threads are declared before the program runs; a thread starts others with Go and makes variables with New", what, name, p.name)}
		p.refuse(err)
		panic(err)
	}
}

// count returns n, or 0 after it has refused a negative n.
func (p *Program) count(method, name string, n int) int {
	if n < 0 {
		p.refuse(&UsageError{Problem: fmt.Sprintf("%s(%q, %d) in program %s: the number must not be negative", method, name, n, p.name)})
		return 0
	}
	return n
}

// Var declares a variable. Its name is for people and need not be unique.
func (p *Program) Var(name string, initial int64) Var {
	p.declaring("variable", name)
	p.vars = append(p.vars, variable{name, initial})
	return Var{p, int32(len(p.vars) - 1)}
}

// Vars declares n variables name[0] … name[n-1] with the same initial value.
func (p *Program) Vars(name string, n int, initial int64) []Var {
	vars := make([]Var, p.count("Vars", name, n))
	for i := range vars {
		vars[i] = p.Var(element(name, i), initial)
	}
	return vars
}

// Mutex declares a mutex.
func (p *Program) Mutex(name string) Mutex {
	p.declaring("mutex", name)
	p.mutexes = append(p.mutexes, name)
	return Mutex{p, int32(len(p.mutexes) - 1)}
}

// Mutexes declares n mutexes name[0] … name[n-1].
func (p *Program) Mutexes(name string, n int) []Mutex {
	mutexes := make([]Mutex, p.count("Mutexes", name, n))
	for i := range mutexes {
		mutexes[i] = p.Mutex(element(name, i))
	}
	return mutexes
}

// Thread declares a thread that exists from the start.
//
// body must be deterministic: what it does next may depend only on what the
// methods of its Thread have returned so far. It is run many times, and from
// different goroutines when explorations run side by side, so it must not
// change anything that outlives the call; and whatever it does between two
// events must end. It may run ahead of the executions it is in: past a Store,
// say, that has not been done yet. Explorers check that, see [Isolation].
func (p *Program) Thread(name string, body func(*Thread)) {
	p.declaring("thread", name)
	if body == nil {
		p.refuse(&UsageError{Problem: fmt.Sprintf("thread %s of program %s has no body (nil)", name, p.name)})
	}
	p.threads = append(p.threads, declaredThread{name, body})
}

func element(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }

// NumVars is the number of declared variables, NumMutexes that of mutexes and
// NumThreads that of threads.
func (p *Program) NumVars() int    { return len(p.vars) }
func (p *Program) NumMutexes() int { return len(p.mutexes) }
func (p *Program) NumThreads() int { return len(p.threads) }

// VarName names variable x, MutexName mutex m.
func (p *Program) VarName(x int32) string {
	if int(x) < len(p.vars) {
		return p.vars[x].name
	}
	return p.madeAt(x).label()
}
func (p *Program) MutexName(m int32) string { return p.mutexes[m] }

// ThreadName is the name of a declared thread.
func (p *Program) ThreadName(t ThreadID) string { return p.threads[t].name }

// Initial is the value that variable x has at first.
func (p *Program) Initial(x int32) int64 {
	if int(x) < len(p.vars) {
		return p.vars[x].initial
	}
	if x < p.firstMade() {
		return 0 // it is none
	}
	return p.madeAt(x).initial
}
