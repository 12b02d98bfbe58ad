package compile

import (
	"slices"

	"dporbench/cprog/internal/code"
	"dporbench/cprog/internal/emit"
	"dporbench/cprog/internal/source"

	"modernc.org/cc/v4"
)

// compiler compiles a file. A function is compiled when another one that is compiled
// names it, so that unused parts of headers need not be supported.
type compiler struct {
	unit     *emit.Unit
	options  Options
	defined  map[string]*cc.FunctionDefinition
	index    map[string]int // of functions, by name
	pending  []string       // functions that are named and not compiled yet
	globals  map[string]*variable
	statics  map[*cc.Declarator]*variable
	declared []*variable // all of both, in the order in which they were met
}

// variable is a variable of the file or a static one of a function.
type variable struct {
	*code.Global
	declarator *cc.Declarator
	t          cc.Type
	init       *cc.Initializer
	placed     bool
}

// Range is the numbers from one to another, both included.
type Range struct{ From, To int64 }

// Options are as those of package cprog.
type Options struct {
	NoUnroll     []string
	AwaitAssumes bool
	Nondet       Range
	ILP32        bool
	Races        code.Races
	Stops        []source.Position
	Omitted      func(function string) bool // of the library, if that is not in the file; to call one is ErrOmitted
}

// ErrOmitted is the error for a file that calls a function of the library, which it was read without.
var ErrOmitted = &source.Error{Problem: "the library is needed"}

// function is the index of a function.
func (c *compiler) function(name string) int {
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

// builder compiles one function.
type builder struct {
	*compiler
	*emit.Emitter
	places            map[*cc.Declarator]home // of the locals
	result            cc.Type
	breaks, continues []*emit.Label
	labels            map[string]*emit.Label
	cases             map[*cc.LabeledStatement]*emit.Label
	block             int64                  // the innermost one, if the function tracks them
	variadic          code.Register          // the address of the arguments behind the parameters
	unset             map[int]*cc.Declarator // those that are declared without a value, by the instruction
	unused            cc.Node                // the expression whose value nobody uses
}

// home is where a local variable lies.
type home struct {
	kind   homeKind
	r      code.Register
	offset int64
}

type homeKind uint8

const (
	inRegister homeKind = iota
	inPrivate           // memory of the call that nobody else reaches
	inStack             // memory of the call that others may reach
	inHeap              // memory as from malloc, at the address in r
)

func (c *compiler) newBuilder(f *code.Function) *builder {
	b := &builder{
		compiler: c, Emitter: c.unit.For(f), places: map[*cc.Declarator]home{},
		variadic: code.NoRegister, labels: map[string]*emit.Label{}, cases: map[*cc.LabeledStatement]*emit.Label{},
		unset: map[int]*cc.Declarator{},
	}
	b.Emitter.Reads = b.mustBeSet
	return b
}
