// Package machine executes compiled Go code as the bodies of threads of a front.Program: each goroutine is a thread.
// What a goroutine does next depends on nothing but what the operations of the model have returned to it.
package machine

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/translation"
	"dporbench/model/front"
	"dporbench/model/guarded"
)

type (
	value  = memory.Value
	layout = memory.Layout
	object = memory.Object
	record = memory.Record
)

// Image is a package with everything found out about it: which cells are written after they are
// published, and which channels are in a select together. It outlives generations.
type Image struct {
	Layouts memory.Layouts
	Types   memory.Types
	Errors  *memory.Type // of runtime errors, which are strings
	Limits  Limits
	Short   bool   // the result of testing.Short
	Folder  string // of the package on disk; "" if it is not known
	Files   any    // in that folder: see package world
	Corpus  any    // of the function, if it is a fuzz test, likewise
	// TimersLast lets timers fire only where nothing else can move.
	TimersLast bool
	// InBubbles says that they always do.
	InBubbles  bool
	ClockFree  bool // a reading of the clock may find that the next deadline has passed
	ClockReads bool // a reading of the clock outside bubbles moves it
	Signals    bool // signals come from outside
	Globals    Globals
	Method     func(t *memory.Type, name string) *Function     // an exported one, or nil
	Missing    func(t *memory.Type, i *types.Interface) string // a method of i that t does not have, or ""
	// TypeOf, FunctionOf and VariableOf find what packages declare; what is not there is nil, or not ok. Functions must be of packages that are executed; T.m is the
	// method m of *T.
	TypeOf     func(pkg, name string) types.Type
	FunctionOf func(pkg, name string) *Function
	VariableOf func(pkg, name string) (number int, l *layout, ok bool)
	GoSyntax   func(format string) bool // whether it has a verb for the syntax of Go
	IsStandard func(name string) bool   // whether a package-level variable belongs to the standard library
	// Contexts says that tests may ask for their contexts.
	Contexts bool
	// Native are the methods of types that are not declared in Go.
	Native   map[*memory.Type]map[string]*Function
	Known    map[string]*memory.Type // these types, by name
	sites    sync.Map                // string to *memory.Site
	mu       sync.Mutex              // of groups
	groups   []*memory.Group
	counters counters
	// Whether goroutines sleep, whether they read the clock, and whether therefore the end of a sleep is an event.
	slept, clockRead, sleeps atomic.Bool
	late                     atomic.Bool // goroutines other than a test's own ask whether the test has ended
	// Whether timers are set, whether loops repeat iterations that change nothing, and whether therefore these wait until time passes.
	setsTimers, polled, polls atomic.Bool
	omitted                   sync.Map    // see Omit
	numbers                   atomic.Bool // the program asks how many goroutines there are
	cleans                    atomic.Bool // it has cleanups or finalizers
	Tries                     bool        // the program may try to take locks, and so see that another goroutine takes one for a while
	// The facts known from the beginning; see Know.
	known   map[string]bool
	grouped map[string]*memory.Group
	// Finer makes the program again, from an image that also allows for a fact.
	Finer func(translation.Fact) (*front.Program, error)
}

// Site returns the site of objects made by a native function, by its name.
func (im *Image) Site(name string, elem *layout, array bool) *memory.Site {
	if s, ok := im.sites.Load(name); ok {
		return s.(*memory.Site)
	}
	s, _ := im.sites.LoadOrStore(name, im.NewSite("native "+name, name, elem, array))
	return s.(*memory.Site)
}

// Declare declares a type that only native functions make, with its methods.
func (im *Image) Declare(name string, t types.Type, methods map[string]Native) *memory.Type {
	if im.Known == nil {
		im.Known, im.Native = map[string]*memory.Type{}, map[*memory.Type]map[string]*Function{}
	}
	declared := im.Types.Of(t)
	im.Known[name], im.Native[declared] = declared, map[string]*Function{}
	for m, n := range methods {
		im.Native[declared][m] = NativeFunction(name+"."+m, n)
	}
	return declared
}

// Limits bound one execution.
type Limits struct {
	Unroll      int  // iterations of a loop that have events; 0 is any number
	Repetitions int  // iterations of a loop that counts to a constant of ManyRepetitions or more; 0 is that constant
	Events      int  // of one goroutine
	Steps       int  // instructions between two events
	Depth       int  // calls inside each other
	Counting    bool // each WaitGroup counts
	AnyOrder    bool // a range over a map may take any entry next
}

// ManyRepetitions is the least constant that counts as a number of repetitions.
const ManyRepetitions = 10

// Globals are the package-level variables.
type Globals struct {
	mu    sync.Mutex
	sites []*memory.Site
	index map[string]int
	fixed []func() value // the value of a variable of a package that is not initialised; nil for others
}

// Index returns the number of the variable with that name; site makes its site, and fixed its value if its package is
// not initialised.
func (g *Globals) Index(name string, site func() *memory.Site, fixed func() value) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if k, ok := g.index[name]; ok {
		return k
	}
	if g.index == nil {
		g.index = map[string]int{}
	}
	k := len(g.sites)
	g.index[name] = k
	g.sites, g.fixed = append(g.sites, site()), append(g.fixed, fixed)
	return k
}

// Generation is a program made from what is known about its image. It is given up when something new is found out.
type Generation struct {
	*Image
	Model     *front.Program
	Table     *memory.Table
	Effects   Effects
	steps     guarded.Steps // at channels
	never     front.Var
	early     []*object // channels made while packages are initialised
	globals   atomic.Pointer[[]*object]
	mu        sync.Mutex // of globals
	owners    sync.Map   // ownedCell to the path of the goroutine that adds to a WaitGroup
	news      atomic.Pointer[string]
	clock     atomic.Pointer[object]
	frames    sync.Pool // *Frame: the frames that a thread had
	histories sync.Pool // *history: of threads that are over
	probes    sync.Pool // *Thread: see again
	singles   sync.Map  // names to *object: see Single
	calls     sync.Map  // int64 to CallSite: see NumberCall
	// numberedTypes are types by number: see Parts.
	numberedTypes sync.Map
	trial         *int64 // counts the instructions of trial runs; nil if nothing does
	nowhere       string // the place of a thread that has executed no line
}

// CountInstructions lets the instructions of all threads be added to n, by executions one after the other; nil ends that.
func (g *Generation) CountInstructions(n *int64) { g.trial = n }

// News returns what was found out that the generation does not allow for; "" if nothing was.
func (g *Generation) News() string {
	if n := g.news.Load(); n != nil {
		return *n
	}
	return ""
}

// outdate gives the generation up because of a fact not known before. A trial run continues where a cell is written: it has been read without an event
// so far, and each later access is one, so the execution is one of the program and may show more.
func (th *Thread) outdate(fact translation.Fact, format string, args ...any) {
	text := th.place(fmt.Sprintf(format, args...))
	th.Gen.news.CompareAndSwap(nil, &text)
	if fact.Kind == translation.Written && th.Gen.trial != nil {
		return
	}
	again := func() (*front.Program, error) { return th.Gen.Finer(fact) }
	panic(&front.Refine{Why: text + ", which the first executions did not show", Fact: fact, Again: again})
}

// Omit adds a line for users about a part of the program that is left out.
func (g *Generation) Omit(line string) {
	g.Image.omitted.Store(line, true)
	g.Model.Remark(line)
}

// AsksLate notes that a goroutine that may outlive its test asks whether that has ended.
func (th *Thread) AsksLate() {
	if th.Gen.late.CompareAndSwap(false, true) {
		th.outdate(translation.Fact{Kind: translation.Late}, "a goroutine asks whether its test has ended")
	}
}

// AskedLate reports whether such a goroutine has asked.
func (im *Image) AskedLate() bool { return im.late.Load() }

// Begin makes a generation: initialise initialises the packages, and body is the body of main.
func (im *Image) Begin(name string, initialise, body func(*Thread)) (g *Generation, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *memory.Refusal:
			err = r
		case *Panic:
			err = &memory.Refusal{Problem: fmt.Sprintf("%s: panic while packages are initialised: %s", r.At, newThread(g, nil, 0, "init").PanicText(r.V))}
		default:
			panic(r)
		}
	}()
	g = &Generation{Image: im, Model: front.NewProgram(name), Table: memory.NewTable()}
	g.steps.Table, g.steps.Mark = g.Table, func(ops []guarded.SyncOp) int32 { return int32(g.Effects.Number(ops...)) }
	g.never = g.Model.Var("nothing", 0)
	initialise(newThread(g, nil, 0, "init"))
	for _, group := range im.groups {
		if group.Root() == group {
			group.Var = g.Model.Var("select", g.earlyState(group))
		}
	}
	g.publishGlobals()
	im.omitted.Range(func(line, _ any) bool { g.Model.Remark(line.(string)); return true })
	g.Model.AssumeIsolated()
	g.Model.RepeatBodies()
	g.Model.DeclareSymmetry()
	if im.TimersLast {
		g.Model.LetsTimePass()
	}
	if im.Cleans() {
		body = collecting(body)
	}
	g.Model.Thread("main", func(t *front.Thread) { g.run(t, rootPath, "main", body) })
	return g, nil
}

// publishGlobals publishes the variables of all packages, in the order of their names.
func (g *Generation) publishGlobals() {
	list := g.list()
	var order []int
	for k, o := range list {
		if o != nil {
			order = append(order, k)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(list[a].Site.ID, list[b].Site.ID) })
	for _, k := range order {
		list[k] = g.publishGlobal(list[k])
	}
	g.globals.Store(&list)
}

func (g *Generation) list() []*object {
	if l := g.globals.Load(); l != nil {
		return slices.Clone(*l)
	}
	return nil
}

func (g *Generation) publishGlobal(o *object) *object {
	p := memory.Publisher{Table: g.Table}
	return p.Publish(o).Obj
}

// Global returns the memory of the variable with that number.
func (th *Thread) Global(k int) *object {
	g := th.Gen
	if l := g.globals.Load(); l != nil && k < len(*l) && (*l)[k] != nil {
		return (*l)[k]
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []*object
	if l := g.globals.Load(); l != nil && th.t == nil {
		list = *l // nobody else has it while packages are initialised
	} else {
		list = g.list()
	}
	for len(list) <= k {
		list = append(list, nil)
	}
	if list[k] == nil {
		g.Globals.mu.Lock()
		site, fixed := g.Globals.sites[k], g.Globals.fixed[k]
		g.Globals.mu.Unlock()
		o := &object{Site: site, Cells: make([]value, site.Elem.N)}
		if fixed != nil {
			for i := range o.Cells {
				o.Cells[i] = fixed()
			}
		}
		if th.t != nil { // nothing has initialised it
			o = g.publishGlobal(o)
		}
		list[k] = o
	}
	g.globals.Store(&list)
	return list[k]
}
