// Package goprog makes programs of functions of Go packages, so that explorers take the very code that runs.
//
// [Load] reads a package with all that it imports. A small machine executes what is called as the bodies of threads
// of a [model.Program]: each goroutine is a thread. What an atomic operation, a lock or a channel does is an event, and so is an
// access of memory that several goroutines may reach. Memory that only one goroutine reaches is no event, and neither is
// reading memory that nobody ever writes once others may reach it.
//
// Executions are sequentially consistent. That is all there is to a program without data races; and one that has some
// has an execution of this kind that shows one, which is found by the memory model of Go: see [model.Raced].
//
// What is not supported is refused by file and line when it is met, and what has no body to be executed only when it is called.
package goprog

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"dporbench/goprog/internal/compiling"
	"dporbench/goprog/internal/judging"
	"dporbench/goprog/internal/library"
	"dporbench/goprog/internal/loading"
	"dporbench/goprog/internal/machine"
	"dporbench/goprog/internal/memory"
	"dporbench/model"
)

// Options are how a package is read. The zero value is ready for use.
type Options struct {
	Dir string // the folder in which the go command is asked; "" is the current one
	// Unroll, if it is not 0, is how often the body of each loop may run whenever the loop is entered, if it has
	// events; a goroutine that goes beyond it stops as at a false assume.
	Unroll int
	// Settle is how many executions at random must show nothing new about the program before it is used: which memory is
	// written once others may reach it, and which channels are in a select together. An exploration
	// that finds out more ends with an error. 0 is [DefaultSettle].
	Settle int
	Short  bool // testing.Short is true
	// TimersLast lets timers fire only where nothing else can move: other executions count as assume-blocked.
	TimersLast bool
	// AnyOrder has ranges over maps take the entries in each order, as choices. Otherwise it is the one in which keys were first set.
	AnyOrder bool
	// Known is what explorations have found out about the program that the executions at random do not show: the field Learned of the
	// [model.UsageError] with which each has ended, with commas between them.
	Known string
	// Counting has each WaitGroup count. Otherwise one that is there to wait for the ends of goroutines does not, and has fewer executions.
	Counting bool
	// Std has the code of package sync executed, over the semaphores of the runtime. Otherwise its operations are steps of their own.
	Std bool
	// Repetitions, if it is not 0, is how often a loop is gone round that counts from 0 to a constant of [ManyRepetitions] or more: such a
	// loop repeats what it does so as to meet something by chance. Loops of the standard library are what they are.
	Repetitions int
}

// ManyRepetitions is the least number of times that counts as a repetition; see Options.
const ManyRepetitions = machine.ManyRepetitions

// DefaultSettle is how many executions show what a program is like, unless Options say otherwise.
const DefaultSettle = 10_000

// The limits of one execution.
const (
	mostEvents = 20_000
	mostSteps  = 5_000_000
	mostCalls  = 5_000
)

// Package is a package, from which any number of programs can be made.
type Package struct {
	loaded  *loading.Program
	options Options
	judges  sync.Map // *model.Program to *judging.Judges
	mu      sync.Mutex
	known   map[string][]string // what was not known when it was read, by function
}

// LoadPackage reads a package that a pattern of the go command names: a folder such as ./queue, or an import path. With tests, it
// has those, too.
func LoadPackage(pattern string, tests bool, o Options) (*Package, error) {
	p, err := loading.Load(cmp.Or(o.Dir, "."), pattern, tests, o.Std)
	if err != nil {
		return nil, err
	}
	if len(p.Roots) == 0 {
		return nil, fmt.Errorf("no package %s", pattern)
	}
	return &Package{loaded: p, options: o}, nil
}

// Load makes a program of a function without parameters, or of a test, of the package that a pattern names.
func Load(pattern, function string, o Options) (*model.Program, error) {
	p, err := LoadPackage(pattern, isTest(function), o)
	if err != nil {
		return nil, err
	}
	return p.Program(function)
}

// Learn makes programs of a function that are made from now on allow for what an exploration has found out; see Options.
func (p *Package) Learn(function, learned string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = map[string][]string{}
	}
	p.known[function] = append(p.known[function], learned)
}

// Program makes a program of a function.
func (p *Package) Program(function string) (*model.Program, error) {
	fn := p.find(function)
	if fn == nil {
		return nil, fmt.Errorf("package %s has no function %s", p.loaded.Roots[0].Pkg.Path(), function)
	}
	params := fn.Signature.Params()
	if params.Len() > 1 || params.Len() == 1 && !isTestingT(params.At(0).Type()) || fn.Signature.TypeParams().Len() > 0 {
		return nil, fmt.Errorf("function %s has parameters: it must have none, or be a test, with a *testing.T", function)
	}
	return newProgram(p, fn)
}

// words are those of a list with commas between them.
func words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// find is the function of that name; variants of the package that have tests come last.
func (p *Package) find(name string) *ssa.Function {
	for i := len(p.loaded.Roots) - 1; i >= 0; i-- {
		if fn := p.loaded.Roots[i].Func(name); fn != nil {
			return fn
		}
	}
	return nil
}

func isTestingT(t types.Type) bool { return t.String() == "*testing.T" }

// newProgram makes a program of fn, and makes it anew as long as something new is found out about it.
func newProgram(p *Package, fn *ssa.Function) (*model.Program, error) {
	c := compiling.New(p.loaded, machine.Limits{Unroll: p.options.Unroll, Repetitions: p.options.Repetitions, AnyOrder: p.options.AnyOrder, Counting: p.options.Counting, Events: mostEvents, Steps: mostSteps, Depth: mostCalls})
	c.Short, c.TimersLast = p.options.Short, p.options.TimersLast
	p.mu.Lock()
	err := c.Know(slices.Concat(words(p.options.Known), p.known[fn.Name()]))
	p.mu.Unlock()
	if err != nil {
		return nil, err
	}
	initialise := c.Function(fn.Pkg.Func("init"))
	main := c.Function(fn)
	begin := func() (*machine.Generation, error) {
		return c.Begin(fn.Pkg.Pkg.Name()+"."+fn.Name(),
			func(th *machine.Thread) { th.CallFunction(initialise, nil) },
			func(th *machine.Thread) { start(th, main, fn) })
	}
	g, err := settle(begin, cmp.Or(p.options.Settle, DefaultSettle))
	if err != nil {
		return nil, err
	}
	judges := judging.New(g)
	p.judges.Store(g.Model, judges)
	g.Model.JudgeBy(judges.Judge)
	g.Model.GlanceBy(judges.Glance)
	g.Model.WhenExplored(judges.Release)
	g.Model.ShowBy(g.Show)
	return g.Model, nil
}

// start is what the first goroutine does.
func start(th *machine.Thread, main *machine.Function, fn *ssa.Function) {
	var args []memory.Value
	var t memory.Value
	if params := fn.Signature.Params(); params.Len() > 0 {
		l := th.Gen.Layouts.Of(params.At(0).Type().(*types.Pointer).Elem())
		t = machine.NewObject(th.Gen.Site("testing.T", l, false), l.N)
		args = append(args, t)
	}
	library.RunTest(th, t, func() { th.CallFunction(main, args) })
}
