package cprog

import (
	"fmt"
	"path/filepath"
	"slices"

	"modernc.org/cc/v4"
)

// compiler compiles a file. A function is compiled when another one that is compiled
// names it, so that unused parts of headers need not be supported.
type compiler struct {
	ast      *cc.AST
	options  Options
	program  *program
	defined  map[string]*cc.FunctionDefinition
	index    map[string]int // of functions, by name
	pending  []string       // functions that are named and not compiled yet
	globals  map[string]*variable
	statics  map[*cc.Declarator]*variable
	declared []*variable // all of both, in the order in which they were met
	strings  map[string]int64
	layouts  map[string]int64
	position map[position]int32
	// shared are the locals and thread-local variables whose address leaves their
	// function: another thread may reach them. Finding one more begins a new pass, up
	// to a fixpoint.
	shared map[*cc.Declarator]bool
	found  bool
}

// variable is a variable of the file or a static one of a function.
type variable struct {
	*global
	declarator *cc.Declarator
	t          cc.Type
	init       *cc.Initializer
	placed     bool
}

// initFunction is the function that stores what the initialisers of globals say. It runs
// before the program is made.
const initFunction = "(initialisers)"

func compile(ast *cc.AST, o Options) (p *program, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			p, err = nil, e
		}
	}()
	shared := map[*cc.Declarator]bool{}
	for {
		c := &compiler{
			ast: ast, options: o, program: &program{bytes: firstAddress, uses: map[libraryFunction]bool{}},
			defined: map[string]*cc.FunctionDefinition{}, index: map[string]int{},
			globals: map[string]*variable{}, statics: map[*cc.Declarator]*variable{},
			strings: map[string]int64{}, layouts: map[string]int64{}, position: map[position]int32{},
			shared: shared,
		}
		c.unit()
		if !c.found {
			return c.program, nil
		}
	}
}

// unit is one pass over the file.
func (c *compiler) unit() {
	var last cc.Node
	for l := c.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		switch x := l.ExternalDeclaration; x.Case {
		case cc.ExternalDeclarationFuncDef:
			c.defined[x.FunctionDefinition.Declarator.Name()] = x.FunctionDefinition
			last = x
		case cc.ExternalDeclarationDecl:
			for i := x.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
				if d := i.InitDeclarator.Declarator; isVariable(d) {
					c.declare(d, i.InitDeclarator.Initializer)
				}
			}
		case cc.ExternalDeclarationAsmStmt:
			refuse(x, "inline assembly is not supported")
		}
	}
	if c.defined["main"] == nil {
		if last == nil {
			panic(&Error{"file", 1, "there is no function main"})
		}
		refuse(last, "there is no function main")
	}
	c.program.main = c.function("main")
	c.compilePending()
	c.initialisers()
	c.compilePending()
	c.layOutGlobals()
}

func (c *compiler) compilePending() {
	for len(c.pending) > 0 {
		name := c.pending[0]
		c.pending = c.pending[1:]
		c.compileFunction(c.defined[name])
	}
}

// function is the index of a function.
func (c *compiler) function(name string) int {
	i, known := c.index[name]
	if !known {
		i = len(c.program.functions)
		c.index[name] = i
		c.program.functions = append(c.program.functions, &function{name: name, unbounded: slices.Contains(c.options.NoUnroll, name)})
		if c.defined[name] != nil {
			c.pending = append(c.pending, name)
		}
	}
	return i
}

// at is the position of n.
func (c *compiler) at(n cc.Node) int32 {
	token := n.Position()
	p := position{filepath.Base(token.Filename), token.Line}
	i, known := c.position[p]
	if !known {
		i = int32(len(c.program.positions))
		c.position[p] = i
		c.program.positions = append(c.program.positions, p)
	}
	return i
}

// refuse ends the compilation.
func refuse(n cc.Node, format string, args ...any) {
	p := n.Position()
	panic(&Error{filepath.Base(p.Filename), p.Line, fmt.Sprintf(format, args...)})
}

// escapes notes that the address of d leaves its function.
func (c *compiler) escapes(d *cc.Declarator) {
	if d != nil && !c.shared[d] {
		c.shared[d] = true
		c.found = true
	}
}

// text is the address of a string literal.
func (c *compiler) text(s string) int64 {
	address, known := c.strings[s]
	if !known {
		address = constantSpace + int64(len(c.program.constants))
		c.strings[s] = address
		c.program.constants = append(append(c.program.constants, s...), 0)
	}
	return address
}
