package compile

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// compiler compiles a file. A function is compiled only if another compiled function
// names it, so unused parts of headers need not be supported.
type compiler struct {
	unit                      *emit.Unit
	units                     []*cc.AST
	names                     linkage
	unitOf                    map[string]*cc.AST // that defines a function, by name
	options                   Options
	defined                   map[string]*cc.FunctionDefinition
	index                     map[string]int // of functions, by name
	pending                   []string       // functions that are named but not compiled yet
	globals                   map[string]*variable
	statics                   map[*cc.Declarator]*variable
	declared                  []*variable // all globals and statics, in the order in which they were found
	constructors, destructors []priority
	weak                      map[string]bool // functions
	initialised               []initialised   // in the list that is being compiled
	literals                  []*code.Global  // compound literals in the initialisers of those
}

// variable is a variable of the file or a static one of a function.
type variable struct {
	*code.Global
	declarator *cc.Declarator
	t          cc.Type
	init       *cc.Initializer
	placed     bool
	function   string  // that it is static in, or ""
	unit       *cc.AST // that has its initial value
	size       int64   // in bytes, with the elements of a flexible array
}

// Range holds the numbers between two bounds, both included.
type Range struct{ From, To int64 }

// Options mirror the options of package cprog.
type Options struct {
	NoUnroll     []string
	AwaitAssumes bool
	Nondet       Range
	ILP32        bool
	Spurious     bool
	Arguments    []string
	Races        code.Races
	Stops        []source.Position
	Library      map[string]code.Prototype  // the functions of the library, by name
	Omitted      func(function string) bool // whether the library, if left out, defines the function; a call of it is ErrOmitted
}

// ErrOmitted is the error for a file that was read without the library but calls one of its functions.
var ErrOmitted = &source.Error{Problem: "the library is needed"}

// function is the index of a function, by its name in the current file.
func (c *compiler) function(name string) int { return c.functionOf(c.named(name)) }

// functionOf is like function, for the name that is unique in the program.
func (c *compiler) functionOf(name string) int {
	i, known := c.index[name]
	if !known {
		i = len(c.unit.Program.Functions)
		c.index[name] = i
		c.unit.Program.Functions = append(c.unit.Program.Functions, &code.Function{Name: name, Unbounded: slices.Contains(c.options.NoUnroll, name)})
		if c.defined[name] != nil {
			c.pending = append(c.pending, name)
		}
	}
	return i
}

// passed are functions of the library whose addresses programs pass to others: they do no more with their one argument than a call does.
var passed = []string{"free", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_destroy", "pthread_cond_destroy", "pthread_cond_signal",
	"pthread_cond_broadcast", "pthread_rwlock_unlock", "sem_wait", "sem_post", "sem_destroy", "pthread_exit"}

// libraryFunction makes a function of the program that calls one of the library, for its address.
func (c *compiler) libraryFunction(name string, t *cc.FunctionType) (known bool) {
	if !slices.Contains(passed, name) || c.options.Omitted(OwnName(name)) {
		return false
	}
	f := c.unit.Program.Functions[c.function(name)]
	if !f.Defined {
		p := c.options.Library[name].Function
		c.unit.Program.Uses[p] = true
		f.Defined, f.Library, f.Signature = true, true, signatureOf(t)
		f.Parameters, f.Registers = []code.Register{0}, make([]int64, 2)
		f.Code = []code.Instruction{{Op: code.OpLibrary, Sub: uint16(p), D: 1, Args: []code.Register{0}}, {Op: code.OpReturn, A: 1}}
	}
	return true
}

// builder compiles one function.
type builder struct {
	*compiler
	*emit.Emitter
	places            map[*cc.Declarator]home // of the locals
	result            cc.Type
	breaks, continues []*emit.Label
	labels            map[string]*emit.Label
	cases             map[*cc.LabeledStatement]*emit.Label
	block             int64                               // the innermost one, if the function tracks them
	around            string                              // the function around the static variable whose initial value is being compiled
	lengths           map[cc.ExpressionNode]code.Register // of arrays, by the expressions in their types
	variadic          code.Register                       // the address of the arguments after the parameters
	unset             map[int]*cc.Declarator              // locals declared without a value, by instruction
	body              *cc.CompoundStatement               // of the function
	elsewhere         map[*cc.Declarator]bool             // used otherwise than as objects of the library; nil if not known yet
	unmade            map[*cc.Declarator]bool             // locals with objects that have no value
	atFirst           map[code.Register]*cc.Declarator    // locals by their registers
	unused            cc.Node                             // the expression whose value is not used
	repeated          cc.Node                             // the call that is all that the innermost loop does
	inTest            bool                                // in the condition of a loop, which begins with a negation
	cleanups          []cleanup                           // of the variables in scope, the innermost last
	outside           []scope                             // outside of the loops and switches around, as breaks
	again             []scope                             // likewise for continues
}

// home is the location of a local variable.
type home struct {
	kind   homeKind
	r      code.Register
	offset int64
}

type homeKind uint8

const (
	inRegister homeKind = iota
	inPrivate           // memory of the call that no other thread reaches
	inStack             // memory of the call that others may reach
	inHeap              // memory as from malloc, at the address in r
)

func (c *compiler) newBuilder(f *code.Function) *builder {
	b := &builder{
		compiler: c, Emitter: c.unit.For(f), places: map[*cc.Declarator]home{},
		variadic: code.NoRegister, labels: map[string]*emit.Label{}, cases: map[*cc.LabeledStatement]*emit.Label{},
		lengths: map[cc.ExpressionNode]code.Register{}, unset: map[int]*cc.Declarator{}, atFirst: map[code.Register]*cc.Declarator{},
	}
	b.Emitter.Reads, b.Emitter.LengthOf = b.mustBeSet, b.lengthOf
	return b
}

// A local variable of an inner block ends with the block, and a pointer to it dangles while the call continues. If the
// address of such a variable leaves the function, the code records the current block wherever it may be entered from
// elsewhere.

// beginBlock begins a block of the function and returns a function that ends it.
func (b *builder) beginBlock() (end func()) {
	outer := b.block
	if len(b.F.Blocks) == 0 {
		b.F.Blocks = []code.Block{{}}
		return func() {}
	}
	b.F.Blocks = append(b.F.Blocks, code.Block{Outer: outer})
	b.block = int64(len(b.F.Blocks) - 1)
	b.inBlock()
	return func() {
		b.block = outer
		b.inBlock()
	}
}

// inBlock emits the current block.
func (b *builder) inBlock() {
	if b.Nested[b.F.Name] {
		b.Emit(code.Instruction{Op: code.OpBlock, N: b.block})
	}
}

// inside notes a local of the block that others may reach.
func (b *builder) inside(offset, size int64) {
	if b.block == 0 {
		return
	}
	own := &b.F.Blocks[b.block].Locals
	*own = append(*own, code.Extent{Offset: offset, Size: size})
	if !b.Nested[b.F.Name] {
		b.Nested[b.F.Name], b.Found = true, true
	}
}
