package front

import (
	"fmt"
	"slices"

	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// NewProgram returns a program without variables and threads.
func NewProgram(name string) *Program { return &Program{name: name} }

// Name is the name given to NewProgram.
func (p *Program) Name() string { return p.name }

// AssumeIsolated asserts that the bodies share no Go state, as is true of those made by a
// translator. Explorers then skip the check; see package isolation.
func (p *Program) AssumeIsolated() { p.known.Store(int32(Assumed)) }

// RepeatBodies asserts that bodies started with Go change nothing they capture, so that each may
// be run any number of times. Otherwise, to make a fresh one, the thread that started it is rerun
// up to that point each time.
func (p *Program) RepeatBodies() { p.repeatable = true }

// LetsTimePass, for translators, says that threads may use [Thread.Pass]. Algorithms that do not support it refuse the program.
func (p *Program) LetsTimePass() { p.passes = true }

// PassesTime reports whether LetsTimePass was called.
func (p *Program) PassesTime() bool { return p.passes }

// SurveyBy, for translators, sets what [Thread.Survey] finds: look must depend on nothing but the state. It calls LetsTimePass.
func (p *Program) SurveyBy(look func(State) int64) { p.survey, p.passes = look, true }

// Surveyed returns what a survey of s finds; ok is false if the program has none.
func (p *Program) Surveyed(s State) (found int64, ok bool) {
	if p.survey == nil {
		return 0, false
	}
	return p.survey(s), true
}

// CommutePosts, for translators, says that threads use [Thread.Post], and that Posts to one variable commute where Stores are not buffered.
// Algorithms that do not support it refuse the program, unless OrderPosts is called, too, before it runs: then Posts are ordered as
// other updates are.
func (p *Program) CommutePosts() { p.posts = true }
func (p *Program) OrderPosts()   { p.posts = false }

// DeclareSymmetry, for translators, says that threads other than the first one are symmetric: what follows from a state stays the same, up to the
// names of threads and of objects still to be made, if threads exchange their local states (see [Thread.Local]). Which threads a thread will
// wait for to end follows from the local states of these, too.
func (p *Program) DeclareSymmetry() { p.symmetric = true }

// TellThreadsApart, for translators, records that something depends on which thread it is that has a local state. Several goroutines may call it.
func (p *Program) TellThreadsApart() { p.told.Store(true) }

// HasSymmetry reports whether DeclareSymmetry has been called, and TellThreadsApart has not.
func (p *Program) HasSymmetry() bool { return p.symmetric && !p.told.Load() }

// LibraryAcquires, for translators, makes operations without a call of Ordered acquire and release where executions are graphs: they
// belong to a library, such as the counter of a barrier, which orders no more than its specification says.
func (p *Program) LibraryAcquires() { p.library = true }

// PostsCommute reports whether Posts commute under m, and Commutes whether these or other updates do.
func (p *Program) PostsCommute(m memory.Model) bool { return p.posts && !m.Buffers() && !m.Graphs() }
func (p *Program) Commutes(m memory.Model) bool     { return m.UpdatesCommute() || p.PostsCommute(m) }

// NoteTimer, for translators, records that a timer has been set in an execution, NoteTicks that a ticker has ticked as often as the
// translator lets it, and NoteReading that a clock has been read that is slower than the original's. Several goroutines may call them.
func (p *Program) NoteTimer()   { p.timers.Store(true) }
func (p *Program) NoteTicks()   { p.ticks.Store(true) }
func (p *Program) NoteReading() { p.readings.Store(true) }

// NoteBound, for translators, records that a loop has been cut off at a bound on its iterations, and where it is.
func (p *Program) NoteBound(place string) {
	if _, known := p.bounds.Load(place); !known {
		p.bounds.Store(place, true)
	}
}

// NoteOrder, for translators, records that one of several orders was followed that the language leaves open, and HasOrders reports whether
// one was.
func (p *Program) NoteOrder()      { p.orders.Store(true) }
func (p *Program) HasOrders() bool { return p.orders.Load() }

// NoteSample, for translators, records that only some of the values were tried that the original may have at random, and HasSamples reports
// whether that is so.
func (p *Program) NoteSample()      { p.sampled.Store(true) }
func (p *Program) HasSamples() bool { return p.sampled.Load() }

// Bounds returns the places of NoteBound, in alphabetical order.
func (p *Program) Bounds() (places []string) {
	p.bounds.Range(func(place, _ any) bool { places = append(places, place.(string)); return true })
	slices.Sort(places)
	return places
}

// HasTimers reports whether NoteTimer has been called, LeavesOutTicks whether NoteTicks has, and HasReadings whether NoteReading has.
func (p *Program) HasTimers() bool      { return p.timers.Load() }
func (p *Program) LeavesOutTicks() bool { return p.ticks.Load() }
func (p *Program) HasReadings() bool    { return p.readings.Load() }

// LeaveOutRaces is for a translator that was not told whether data races matter, and has made p without those that the
// original may have: with all accesses atomic. Users should be informed.
func (p *Program) LeaveOutRaces() { p.leftOut = true }

// LeavesOutRaces reports whether LeaveOutRaces was called.
func (p *Program) LeavesOutRaces() bool { return p.leftOut }

// Remark, for translators, adds a line for users about a part of the original that p leaves out, once. Several goroutines may call it.
func (p *Program) Remark(line string) {
	p.remarking.Lock()
	defer p.remarking.Unlock()
	if !slices.Contains(p.remarks, line) {
		p.remarks = append(p.remarks, line)
	}
}

// Remarks returns the lines that Remark has added.
func (p *Program) Remarks() []string {
	p.remarking.Lock()
	defer p.remarking.Unlock()
	return slices.Clone(p.remarks)
}

// NoteWeakOrders, for translators, records that the original has memory orders weaker than sequential consistency, which only memory
// models of graphs distinguish. HasWeakOrders reports whether it was called.
func (p *Program) NoteWeakOrders()     { p.weakOrders = true }
func (p *Program) HasWeakOrders() bool { return p.weakOrders }

// Isolated returns what is known about the isolation of p.
func (p *Program) Isolated() Isolated { return Isolated(p.known.Load()) }

// declaring panics if it is too late to declare anything.
func (p *Program) declaring(what, name string) {
	if p.sealed.Load() {
		err := &operation.UsageError{Problem: fmt.Sprintf("%s %s of program %s is declared while it runs: "+
			"variables, mutexes and threads are declared before the program runs; a thread starts others with Go and makes variables with New", what, name, p.name)}
		p.refuse(err)
		panic(err)
	}
}

// count returns n, or refuses a negative n and returns 0.
func (p *Program) count(method, name string, n int) int {
	if n < 0 {
		p.refuse(&operation.UsageError{Problem: fmt.Sprintf("%s(%q, %d) in program %s: the number must not be negative", method, name, n, p.name)})
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
// different goroutines when explorations run in parallel, so it must change
// nothing that outlives the call; and it must not run forever between two
// events. It may run ahead of its executions, for example past a Store that has not
// been done yet. Explorers check this; see package isolation.
func (p *Program) Thread(name string, body func(*Thread)) { p.Declare(Declared{name, bodyOf(body)}) }

// Declare is Thread for a body of any type.
func (p *Program) Declare(d Declared) {
	p.declaring("thread", d.Name)
	if d.Body == nil {
		p.refuse(&operation.UsageError{Problem: fmt.Sprintf("thread %s of program %s has no body (nil)", d.Name, p.name)})
	}
	p.threads = append(p.threads, d)
}

// NumVars, NumMutexes and NumThreads return the numbers of declared variables, mutexes
// and threads.
func (p *Program) NumVars() int    { return len(p.vars) }
func (p *Program) NumMutexes() int { return len(p.mutexes) }
func (p *Program) NumThreads() int { return len(p.threads) }

// VarName returns the name of variable x, MutexName that of mutex m.
func (p *Program) VarName(x int32) string {
	if int(x) < len(p.vars) {
		return p.vars[x].name
	}
	return p.madeAt(x).label()
}
func (p *Program) MutexName(m int32) string { return p.mutexes[m] }

// ThreadName is the name of a declared thread.
func (p *Program) ThreadName(t event.ThreadID) string { return p.threads[t].Name }

// Initial is the initial value of variable x.
func (p *Program) Initial(x int32) int64 {
	if int(x) < len(p.vars) {
		return p.vars[x].initial
	}
	if x < p.FirstMade() {
		return 0 // not a variable
	}
	return p.madeAt(x).initial
}
