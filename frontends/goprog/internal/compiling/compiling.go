// Package compiling compiles Go functions from static single assignment form to the code of the machine.
package compiling

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"
	"sync"

	"go/token"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/library"
	"dporbench/frontends/goprog/internal/loading"
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

type (
	value  = memory.Value
	layout = memory.Layout
	frame  = machine.Frame
	op     = machine.Op
)

// Package is a package whose functions are compiled when first executed.
type Package struct {
	*machine.Image
	program   *loading.Program
	compiling sync.Mutex
	functions sync.Map // *ssa.Function to *machine.Function
	ids       map[string]*ssa.Function
	wrappers  sync.Map // from ids to the first *ssa.Function with it, if that makes a method a value
	methods   sync.Map // methodKey to *machine.Function
	implement sync.Map
}

// New returns a package to be compiled.
func New(p *loading.Program, l machine.Limits) *Package {
	c := &Package{Image: &machine.Image{Limits: l, Tries: p.Tries}, program: p, ids: map[string]*ssa.Function{}}
	c.Types.Fset, c.Types.Layouts = p.Fset, &c.Layouts
	library.Declare(c.Image)
	c.Method, c.Missing = c.methodNamed, c.missingMethod
	c.IsStandard = func(name string) bool {
		dot := strings.LastIndexByte(name, '.')
		made := p.ImportedPackage(name[:max(dot, 0)])
		return made != nil && p.IsStandard(made.Pkg)
	}
	c.TypeOf, c.FunctionOf, c.VariableOf, c.Contexts = c.typeOf, c.functionOf, c.variableOf, p.Contexts
	c.GoSyntax = loading.GoSyntax.MatchString
	return c
}

// typeOf returns a type that a package declares, or nil.
func (p *Package) typeOf(pkg, name string) types.Type {
	if made := p.program.ImportedPackage(pkg); made != nil {
		if t := made.Type(name); t != nil {
			return t.Type()
		}
	}
	return nil
}

// functionOf returns a function of a package that is executed, or nil.
func (p *Package) functionOf(pkg, name string) *machine.Function {
	made := p.program.ImportedPackage(pkg)
	if made == nil || !p.program.IsExecuted(pkg) {
		return nil
	}
	if of, method, ok := strings.Cut(name, "."); ok {
		return p.Function(p.program.LookupMethod(types.NewPointer(made.Type(of).Type()), made.Pkg, method))
	}
	if made.Func(name) == nil {
		return nil
	}
	return p.Function(made.Func(name))
}

// variableOf returns the number and the layout of a package-level variable.
func (p *Package) variableOf(pkg, name string) (number int, l *layout, ok bool) {
	made := p.program.ImportedPackage(pkg)
	if made == nil || made.Var(name) == nil {
		return 0, nil, false
	}
	g := made.Var(name)
	elem := g.Type().Underlying().(*types.Pointer).Elem()
	return (&compiler{Package: p}).global(g), p.Layouts.Of(elem), true
}

// Function returns the compiled form of a function.
func (p *Package) Function(fn *ssa.Function) *machine.Function {
	if f, ok := p.functions.Load(fn); ok {
		return f.(*machine.Function)
	}
	if first := p.firstWrapper(fn); first != fn {
		f := p.Function(first)
		p.functions.Store(fn, f)
		return f
	}
	f := machine.NewFunction(fn.Name(), p.idOf(fn), &p.compiling, func() *machine.Code { return p.compile(fn) })
	known, _ := p.functions.LoadOrStore(fn, f)
	return known.(*machine.Function)
}

// firstWrapper returns the first function met that is the same as fn: go/ssa makes one for each place where a method is
// a value. Any other function is returned unchanged.
func (p *Package) firstWrapper(fn *ssa.Function) *ssa.Function {
	if !strings.HasPrefix(fn.Synthetic, "bound method wrapper") && !strings.HasPrefix(fn.Synthetic, "thunk") {
		return fn
	}
	known, _ := p.wrappers.LoadOrStore(p.idOf(fn), fn)
	first := known.(*ssa.Function)
	same := types.Identical(first.Signature, fn.Signature) && len(first.FreeVars) == len(fn.FreeVars)
	for k := 0; same && k < len(fn.FreeVars); k++ {
		same = types.Identical(first.FreeVars[k].Type(), fn.FreeVars[k].Type())
	}
	if !same {
		return fn
	}
	return first
}

// idOf returns the ID of a function. Types that are local to functions may have the same name.
func (p *Package) idOf(fn *ssa.Function) string {
	id := fn.String() + "@" + p.place(fn.Pos())
	for _, t := range fn.TypeArgs() {
		id += p.Types.Locals(t)
	}
	return id
}

// origin returns the name of a function; of an instance of a generic one, the name as declared.
func origin(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		return o.String()
	}
	return fn.String()
}

// packageOf returns the package in which a function is declared; nil for wrappers.
func packageOf(fn *ssa.Function) *ssa.Package {
	if fn.Pkg == nil && fn.Origin() != nil {
		return fn.Origin().Pkg
	}
	return fn.Pkg
}

const initializer = "package initializer"

// compile is called with the lock held.
func (p *Package) compile(fn *ssa.Function) *machine.Code {
	name, pkg := origin(fn), packageOf(fn)
	if n := library.Find(name, fn, p.program.Sync, p.program.Logs); n != nil {
		return &machine.Code{Native: n, Name: name, ID: p.idOf(fn)}
	}
	if pkg != nil {
		pkg.Build()
	}
	if fn.Blocks == nil {
		if n := library.Find(p.program.Linked(name), fn, p.program.Sync, p.program.Logs); n != nil {
			return &machine.Code{Native: n, Name: name, ID: p.idOf(fn)}
		}
		return &machine.Code{Native: p.missing(fn, name, pkg), Name: name, ID: p.idOf(fn)}
	}
	id := p.idOf(fn)
	if other := p.ids[id]; other != nil && other != fn {
		panic(&memory.Refusal{Problem: fmt.Sprintf("two functions are both %s, which is not supported: rename a type that is local to a function", id)})
	}
	p.ids[id] = fn
	c := &compiler{Package: p, fn: fn, id: id, slots: map[ssa.Value]int{}, code: &machine.Code{Name: name, ID: id, Params: len(fn.Params)},
		reads: map[*ssa.BasicBlock][][]int{}, opAt: map[*ssa.BasicBlock][]int{}}
	c.code.Quiet = pkg != nil && (p.program.IsStandard(pkg.Pkg) || library.IsQuiet(pkg.Pkg.Path()))
	c.function()
	return c.code
}

// missing returns the native for a function without a body.
func (p *Package) missing(fn *ssa.Function, name string, pkg *ssa.Package) machine.Native {
	if fn.Synthetic == initializer {
		return func(*machine.Thread, []value) value { return value{} }
	}
	why := "it is not written in Go"
	if pkg != nil && p.program.IsStandard(pkg.Pkg) && !p.program.IsExecuted(pkg.Pkg.Path()) {
		why = fmt.Sprintf("package %s is one of those that reach out of the program, or look into memory", pkg.Pkg.Path())
	}
	return func(th *machine.Thread, _ []value) value {
		th.Refuse("%s is not supported: %s", name, why)
		return value{}
	}
}

// place returns a place in the source, as "counter.go:12".
func (p *Package) place(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	at := p.program.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
}

// compiler compiles one function.
type compiler struct {
	*Package
	fn    *ssa.Function
	id    string
	code  *machine.Code
	slots map[ssa.Value]int
	at    string // the place of the instruction
	where string // its name within the function
	// waitsWith maps the events of loops that may wait to their loops.
	waitsWith      map[ssa.Instruction]*waits
	iteratorsDefer bool               // see defersOfIterators
	matter         map[ssa.Value]bool // see mattering, once knowsMatter is set
	knowsMatter    bool
	read           []int                       // the registers that the current instruction has been seen to read
	reads          map[*ssa.BasicBlock][][]int // the same, by block and instruction
	opAt           map[*ssa.BasicBlock][]int   // the instruction of each op
}

func (c *compiler) function() {
	for _, v := range c.fn.Params {
		c.slot(v)
	}
	for _, v := range c.fn.FreeVars {
		c.slot(v)
	}
	results := c.fn.Signature.Results()
	zeros := make([]value, results.Len())
	for i := range zeros {
		zeros[i] = c.Layouts.Of(results.At(i).Type()).Zero()
	}
	if c.code.Zero = memory.Tuple(zeros...); len(zeros) == 1 {
		c.code.Zero = zeros[0]
	}
	if c.fn.Recover != nil {
		c.code.Recover = c.fn.Recover.Index
	}
	c.findWaits()
	if c.iteratorsDefer = defersOfIterators(c.fn); c.iteratorsDefer {
		c.code.Defers = true
	}
	c.code.Blocks = make([]machine.Block, len(c.fn.Blocks))
	for i, b := range c.fn.Blocks {
		c.block(&c.code.Blocks[i], b)
	}
	c.code.Registers = len(c.slots)
	c.code.Live = sync.OnceValue(c.liveness)
}

func (c *compiler) slot(v ssa.Value) int {
	s, ok := c.slots[v]
	if !ok {
		s = len(c.slots)
		c.slots[v] = s
	}
	return s
}

func (c *compiler) operand(v ssa.Value) machine.Operand {
	switch v := v.(type) {
	case *ssa.Const:
		return machine.Constant(c.constant(v))
	case *ssa.Global:
		return machine.GlobalAddress(c.global(v))
	case *ssa.Function:
		return machine.Constant(value{R: &memory.Closure{Fn: c.Function(v)}})
	}
	s := c.slot(v)
	c.read = append(c.read, s)
	return machine.Register(s)
}

func (c *compiler) operands(vs []ssa.Value) []machine.Operand {
	os := make([]machine.Operand, len(vs))
	for i, v := range vs {
		os[i] = c.operand(v)
	}
	return os
}

// global returns the number of a package-level variable.
func (c *compiler) global(g *ssa.Global) int {
	elem := c.Layouts.Of(g.Type().Underlying().(*types.Pointer).Elem())
	var fixed func() value
	if pkg := g.Pkg.Pkg; c.program.IsStandard(pkg) && !c.program.IsExecuted(pkg.Path()) {
		why := memory.Poison(fmt.Sprintf("variable %s of package %s is not supported", g.Name(), pkg.Path()))
		fixed = func() value { return value{R: why} }
	}
	if files := c.program.Embedded(g.String()); files != nil {
		fixed = func() value { return c.embedded(g, files) }
	}
	return c.Globals.Index(g.String(), func() *memory.Site { return c.NewSite("variable "+g.String(), g.Name(), elem, false) }, fixed)
}

// mostEmbedded bounds the number of bytes in a slice that are embedded: each is a cell of its own.
const mostEmbedded = 1 << 20

// embedded returns the value of a variable that the go command sets to the contents of files.
func (p *Package) embedded(g *ssa.Global, files []loading.Embedded) value {
	t, last := g.Type().Underlying().(*types.Pointer).Elem(), files[len(files)-1].Content // the only file comes after its folders
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return memory.String(last)
	case *types.Slice:
		if n := len(last); n > mostEmbedded {
			return value{R: memory.Poison(fmt.Sprintf("variable %s has %d bytes by go:embed: up to %d are supported", g.Name(), n, mostEmbedded))}
		}
		return machine.NewBytes(p.Site(g.Name(), p.Layouts.Of(u.Elem()), true), []byte(last), len(last))
	}
	list := t.Underlying().(*types.Struct).Field(0).Type().(*types.Pointer).Elem() // of an embed.FS
	l := p.Layouts.Of(list.(*types.Slice).Elem())
	all := &memory.Object{Site: p.Site(g.Name()+" files", l, true)}
	for _, f := range files {
		one := make([]value, l.N)
		l.Put(one, l.Zero())
		one[0], one[1] = memory.String(f.Name), memory.String(f.Content)
		all.Cells = append(all.Cells, one...)
	}
	pointed := machine.NewObject(p.Site(g.Name()+" list", p.Layouts.Of(list), false), 1)
	pointed.R.(*memory.Object).Cells[0] = value{R: &memory.Slice{O: all, Len: int64(len(files)), Cap: int64(len(files))}}
	return pointed
}

// site returns the site of the instruction.
func (c *compiler) site(name string, elem *layout, array bool) *memory.Site {
	return c.NewSite(c.id+" "+c.where, name, elem, array)
}

// typeName returns the name of a type, without its package.
func typeName(t types.Type) string {
	return strings.TrimPrefix(types.TypeString(t, func(*types.Package) string { return "" }), "*")
}

// placed sets the line of op, which may be an event or panic. What the standard library does is shown at the line that called it.
func (c *compiler) placed(f op) op {
	at := c.at
	if c.code.Quiet || at == "" {
		return f
	}
	return func(fr *frame) {
		fr.Th.At(&at)
		f(fr)
	}
}

func (c *compiler) unsupported(format string, args ...any) op {
	problem := fmt.Sprintf(format, args...)
	return c.placed(func(fr *frame) { fr.Th.Refuse("%s", problem) })
}
