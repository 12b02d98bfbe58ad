// Package front is for front ends: packages that make programs of something other than Go functions of a [model.Thread], such
// as C files, litmus tests or functions of Go packages. It is also what explorers need of a program.
//
// A front end compiles its source, declares the variables, and gives each thread a body, an ordinary Go function that
// interprets the compiled code and performs its operations through a [Thread]:
//
//	p := front.NewProgram("counter.c")
//	p.AssumeIsolated()
//	x := p.Var("x", 0)
//	p.Thread("main", func(t *front.Thread) {
//		t.Place("counter.c:3")
//		t.Store(x, t.Load(x)+1)
//	})
//	return (*model.Program)(p)
//
// The contract:
//
//  1. A body is deterministic: it depends on nothing but the results of its operations. It is run many times, also in
//     parallel, and may be abandoned at any operation, by a panic that it must not swallow; see [Thread.Unwinding].
//  2. Threads share nothing but variables and mutexes. [Program.AssumeIsolated] promises that, and spares a check;
//     [Program.RepeatBodies] promises that the bodies of spawned threads change nothing they capture.
//  3. A body reaches its next operation in bounded time. A loop that only waits becomes an [Thread.Await], or ends
//     with [Thread.Spin].
//  4. Programs that the language cannot express are refused with an [operation.UsageError] that names the place and a remedy.
//
// Beyond the operations, a front end may use
//
//	Place, Print, Note         for readers of executions
//	VarAt, New, At             for memory that it lays out itself, or makes at run time
//	Mark, Reveal               to record where threads are, and their values, at the end of an execution
//	Verdict, FastPath          to decide how an execution ends, by rules of its language
//	Ordered, Drain, Commuting  to follow memory orders and models
//
// [model.Program] and [model.Thread] are defined over the types of this package and show their authors a part of it; convert
// pointers to cross over. docs/adding-a-language.md adds a language step by step.
package front
