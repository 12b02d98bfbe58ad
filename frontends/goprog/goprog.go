// Package goprog makes programs from functions of Go packages, so that explorers run the very code that ships.
//
// [Load] reads a package with all that it imports. A small machine executes the function as the threads of a
// [front.Program], one for each goroutine. An operation of an atomic, a lock or a channel is an event, and so is an
// access to memory that several goroutines may reach. An access to memory that only one goroutine reaches is no event, and neither
// is a read of memory that is never written once others may reach it.
//
// Executions are sequentially consistent. A program without data races has no others; one with data races
// has an execution of this kind that shows one, found by Go's memory model: see [front.Raced].
//
// Unsupported code is refused with its file and line when it is met; a function without a body, only when it is called.
package goprog

import (
	"cmp"
	"fmt"
	"go/types"
	"path/filepath"
	"sync"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/compiling"
	"dporbench/frontends/goprog/internal/judging"
	"dporbench/frontends/goprog/internal/library"
	"dporbench/frontends/goprog/internal/loading"
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/world"
	"dporbench/frontends/goprog/translation"
	"dporbench/model"
	"dporbench/model/front"
)

// Options say how a package is read, and Facts which facts its programs allow for; see package translation.
type (
	Options = translation.Options
	Facts   = translation.Facts
	Fact    = translation.Fact
)

// ManyRepetitions is the least constant that counts as a number of repetitions; see Options.
const ManyRepetitions = machine.ManyRepetitions

// DefaultSettle is the number of random executions that must show nothing new, unless Options say otherwise.
const DefaultSettle = 10_000

// The limits of one execution.
const (
	mostEvents = 20_000
	mostSteps  = 5_000_000
	mostCalls  = 5_000
)

// Package is a package from which any number of programs can be made.
type Package struct {
	loaded  *loading.Program
	options Options
	limits  machine.Limits
	judges  sync.Map // *model.Program to *judging.Judges
}

// LoadPackage reads the package that a pattern of the go command names: a folder such as ./queue, or an import path. With tests, it
// includes its tests.
func LoadPackage(pattern string, tests bool, o Options) (*Package, error) {
	p, err := loading.Load(cmp.Or(o.Dir, "."), pattern, tests, o.Std)
	if err != nil {
		return nil, err
	}
	if len(p.Roots) == 0 {
		return nil, fmt.Errorf("no package %s", pattern)
	}
	return of(p, o), nil
}

func of(p *loading.Program, o Options) *Package {
	limits := machine.Limits{Unroll: o.Unroll, Repetitions: o.Repetitions, AnyOrder: o.AnyOrder, Events: mostEvents, Steps: mostSteps, Depth: mostCalls}
	return &Package{loaded: p, options: o, limits: limits}
}

// With returns the package, as it has been read, with other options for its programs; Dir and Std are of no interest any more.
func (p *Package) With(o Options) *Package { return of(p.loaded, o) }

// IsTest reports whether a function of that name may be among the tests of its package.
func IsTest(function string) bool { return loading.IsTest(function) }

// Load makes a program of a function without parameters, or of a test, in the package that a pattern names.
func Load(pattern, function string, o Options) (*model.Program, error) {
	p, err := LoadPackage(pattern, IsTest(function), o)
	if err != nil {
		return nil, err
	}
	return p.Program(function)
}

// Program makes a program of a function. If an exploration shows that it is too coarse, it ends with a [front.Refine].
func (p *Package) Program(function string) (*model.Program, error) {
	fn := p.find(function)
	if fn == nil {
		return nil, fmt.Errorf("package %s has no function %s", p.loaded.Roots[0].Pkg.Path(), function)
	}
	params := fn.Signature.Params()
	if params.Len() > 1 || params.Len() == 1 && !isTesting(params.At(0).Type()) || fn.Signature.TypeParams().Len() > 0 {
		return nil, fmt.Errorf("function %s has parameters: it must have none, or be a test, with a *testing.T", function)
	}
	return p.program(fn, p.options.Known)
}

// find returns the function with that name; variants of the package with tests are searched first.
func (p *Package) find(name string) *ssa.Function {
	for i := len(p.loaded.Roots) - 1; i >= 0; i-- {
		if fn := p.loaded.Roots[i].Func(name); fn != nil {
			return fn
		}
	}
	return nil
}

// isTesting reports whether t is of a test, or of a fuzz test.
func isTesting(t types.Type) bool { return t.String() == "*testing.T" || t.String() == "*testing.F" }

// program makes a program of fn that allows for facts, and makes it again as long as trial runs show more of them.
func (p *Package) program(fn *ssa.Function, known Facts) (*model.Program, error) {
	facts, err := known.All()
	if err != nil {
		return nil, err
	}
	c := compiling.New(p.loaded, p.limits)
	c.Short, c.InBubbles = p.options.Short, p.loaded.ImportedPackage("testing/synctest") != nil
	c.TimersLast = p.options.TimersLast || c.InBubbles
	c.Signals = p.options.Signals
	c.ClockFree, c.ClockReads = p.options.ClockFree, p.options.ClockReads
	if file := p.loaded.Fset.Position(fn.Pos()).Filename; file != "" {
		c.Folder = filepath.Dir(file)
		c.Corpus = world.ReadCorpus(c.Folder, fn.Name())
	}
	if c.Folder == p.loaded.Dir {
		c.Files = world.Beginning(p.loaded.Folder)
	}
	c.Know(facts)
	c.Finer = func(f Fact) (*front.Program, error) {
		finer, err := p.program(fn, known.With(f))
		return (*front.Program)(finer), err
	}
	first := p.testMain(fn)
	begin := func() (*machine.Generation, error) {
		g, err := c.Begin(fn.Pkg.Pkg.Name()+"."+fn.Name(),
			func(th *machine.Thread) { p.initialise(th, c, fn, first) },
			func(th *machine.Thread) { start(th, c, fn, first) })
		if err == nil && g.Cleans() {
			g.Model.SurveyBy(judging.Survey(g))
		}
		return g, err
	}
	g, err := settle(begin, cmp.Or(p.options.Settle, DefaultSettle))
	if err != nil {
		return nil, err
	}
	judges := judging.New(g)
	program := (*model.Program)(g.Model)
	p.judges.Store(program, judges)
	g.Model.SetVerdict(judges)
	g.Model.ShowBy(func(_ int32, v int64) string { return g.Show(v) })
	g.Model.MadeFrom(p.loaded.Read)
	return program, nil
}

// testMain returns the TestMain of the package of a test, or nil.
func (p *Package) testMain(fn *ssa.Function) *ssa.Function {
	if main := p.find("TestMain"); IsTest(fn.Name()) && main != nil && main != fn && main.Signature.Params().Len() == 1 && main.Signature.Params().At(0).Type().String() == "*testing.M" {
		return main
	}
	return nil
}

// initialise initialises the packages of functions, which may be nil, and all that they import.
func (p *Package) initialise(th *machine.Thread, c *compiling.Package, functions ...*ssa.Function) {
	all := p.loaded.ForNatives()
	for _, fn := range functions {
		if fn != nil {
			all = append(all, fn.Pkg)
		}
	}
	for _, pkg := range all {
		th.CallFunction(c.Function(pkg.Func("init")), nil)
	}
}

// start is the body of the first goroutine: a function or, first, the TestMain that runs it.
func start(th *machine.Thread, c *compiling.Package, fn, first *ssa.Function) {
	if first == nil {
		run(th, c.Function(fn), fn)
		return
	}
	l := th.Gen.Layouts.Of(pointedTo(first))
	library.RunMain(th, c.Function(first), l, func() { run(th, c.Function(fn), fn) })
}

// pointedTo is the type to which the first parameter of a function points.
func pointedTo(fn *ssa.Function) types.Type {
	return fn.Signature.Params().At(0).Type().(*types.Pointer).Elem()
}

// run runs a function, which may be a test.
func run(th *machine.Thread, main *machine.Function, fn *ssa.Function) {
	var args []memory.Value
	var t memory.Value
	if params := fn.Signature.Params(); params.Len() > 0 {
		l := th.Gen.Layouts.Of(pointedTo(fn))
		t = library.NewTest(th, l, fn.Name())
		args = append(args, t)
	}
	library.RunTest(th, t, func() { th.CallFunction(main, args) })
}
