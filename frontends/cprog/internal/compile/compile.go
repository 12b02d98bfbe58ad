// Package compile compiles a C file, given as a typed tree, to code: statements, expressions, calls
// and initialisers. Unknown constructs are refused by file and line before anything runs.
package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/frontends/cprog/internal/waiting"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// Files compiles the functions that main needs, and the initialisers of globals.
func Files(units []*cc.AST, o Options) (p *code.Program, err error) {
	defer source.Catch(&err)
	names := newLinkage(units)
	for _, ast := range units {
		tree.Check(ast)
	}
	earlier := emit.NewFindings()
	for {
		c := &compiler{
			units: units, names: names, unit: emit.NewUnit(units[0], earlier), options: o,
			defined: map[string]*cc.FunctionDefinition{}, unitOf: map[string]*cc.AST{}, index: map[string]int{},
			globals: map[string]*variable{}, weak: map[string]bool{}, statics: map[*cc.Declarator]*variable{},
		}
		p := c.unit.Program
		p.Races = o.Races.In(earlier.HasAtomics)
		c.pass()
		if !c.unit.FoundMore() {
			p.RacesLeftOut = !p.Races && o.Races == code.LookIfAtomic && p.Uses[code.LibCreate]
			return p, nil
		}
	}
}

// pass is one pass over the file.
func (c *compiler) pass() {
	var last cc.Node
	for _, ast := range c.units {
		last = c.declareAll(ast)
	}
	if c.defined["main"] == nil {
		if last == nil {
			panic(source.Position{File: "file", Line: 1}.Problem("there is no function main"))
		}
		source.Refuse(last, "there is no function main")
	}
	c.unit.Program.Main = c.function("main")
	c.arguments()
	c.compilePending()
	c.initialisers()
	c.compilePending()
	c.layOutGlobals()
}

// arguments notes the strings that main is passed.
func (c *compiler) arguments() {
	all := []int64{c.unit.Text("program")}
	for _, a := range c.options.Arguments {
		all = append(all, c.unit.Text(a))
	}
	c.unit.Program.Arguments, c.unit.Program.ArgumentCount = c.unit.Pointers(append(all, 0)...), int64(len(all))
}

// declareAll notes the functions and variables that a file declares, and returns the last one that is defined.
func (c *compiler) declareAll(ast *cc.AST) (last cc.Node) {
	c.enterUnit(ast)
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		c.notePriorities(l.ExternalDeclaration)
		switch x := l.ExternalDeclaration; x.Case {
		case cc.ExternalDeclarationFuncDef:
			c.define(x.FunctionDefinition)
			last = x
		case cc.ExternalDeclarationDecl:
			for i := x.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
				if d := i.InitDeclarator.Declarator; tree.IsVariable(d) {
					c.declare(d, i.InitDeclarator.Initializer)
				}
			}
		case cc.ExternalDeclarationAsmStmt:
			source.Refuse(x, "inline assembly is not supported")
		}
	}
	return last
}

func (c *compiler) compilePending() {
	for len(c.pending) > 0 {
		name := c.pending[0]
		c.pending = c.pending[1:]
		c.compileFunction(name)
	}
}

func (c *compiler) compileFunction(name string) {
	d := c.defined[name]
	c.enterUnit(c.unitOf[name])
	f := c.unit.Program.Functions[c.index[name]]
	f.Defined, f.Library = true, source.PositionOf(d).InLibrary()
	b := c.newBuilder(f)
	t, isFunction := d.Declarator.Type().(*cc.FunctionType)
	if !isFunction {
		source.Refuse(d, "%s is not a function", f.Name)
	}
	b.result = t.Result()
	b.Mark(d)
	if b.result.Kind() != cc.Void && !tree.InMemory(b.result) {
		tree.ScalarType(d, b.result)
	}
	f.Signature = signatureOf(t)
	f.AnyArguments = t.IsVariadic() || len(t.Parameters()) == 0
	b.parameters(t)
	b.wholeBoundary(code.OpBegin)
	if f.Name == "main" {
		b.constructs()
	}
	b.body = d.CompoundStatement
	b.compound(d.CompoundStatement)
	b.wholeBoundary(code.OpEnd)
	b.fallsOff()
	if !b.Nested[f.Name] {
		f.Blocks = nil
	}
	findSections(f)
	for name, l := range b.labels {
		if !l.Bound {
			source.Refuse(d, "function %s has no label %s", f.Name, name)
		}
	}
	unset, ok := waiting.Analyse(f, c.options.AwaitAssumes)
	if !ok {
		source.Refuse(d, "function %s is too long", f.Name)
	}
	for _, at := range unset.At {
		b.doubt(b.unset[at])
	}
	for _, r := range unset.First {
		b.doubt(b.atFirst[r])
	}
}

// fallsOff compiles the end of a function, which returns no value if it is reached.
func (b *builder) fallsOff() {
	i := code.Instruction{Op: code.OpReturn, A: code.NoRegister}
	if b.F.Name == "main" {
		b.endsProcess()
	} else if b.result.Kind() != cc.Void && !tree.IsCopied(b.result) && b.reachesEnd() {
		i.A = b.Constant(code.Undefined)
		if !b.FallsOff[b.F.Name] {
			b.FallsOff[b.F.Name], b.Found = true, true
		}
	}
	b.Emit(i)
}

// reachesEnd reports whether the end of the code that has been emitted can be reached.
func (b *builder) reachesEnd() bool {
	body := b.F.Code
	seen, pending := make([]bool, len(body)+1), []int{0}
	for len(pending) > 0 {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for ; !seen[at]; at++ {
			if seen[at] = true; at == len(body) {
				return true
			}
			i := &body[at]
			if i.Jumps() {
				pending = append(pending, int(i.N))
			}
			if i.Op == code.OpJump || i.Op == code.OpReturn || i.Op == code.OpLibrary && code.LibraryFunction(i.Sub) == code.LibFail {
				break
			}
		}
	}
	return false
}

// parameters gives the parameters their homes. A call passes them in registers; a
// record is passed by its address and copied.
func (b *builder) parameters(t *cc.FunctionType) {
	for _, p := range t.Parameters() {
		if p.Type().Kind() == cc.Void {
			continue
		}
		r := b.Register()
		b.F.Parameters = append(b.F.Parameters, r)
		d := p.Declarator
		if d == nil {
			continue
		}
		b.settle(d)
		b.Write(d, b.variablePlace(d, d), r)
	}
	if t.IsVariadic() {
		b.variadic = b.Register()
		b.F.Parameters = append(b.F.Parameters, b.variadic)
	}
}

// initialisers compiles the initialisers of globals to a function of their own.
func (c *compiler) initialisers() {
	b := c.newBuilder(&code.Function{Name: code.InitFunction, Defined: true})
	c.index[code.InitFunction] = len(c.unit.Program.Functions)
	c.unit.Program.Functions = append(c.unit.Program.Functions, b.F)
	for k := 0; k < len(c.declared); k++ { // an initialiser may declare others
		v := c.declared[k]
		if file := code.StandardFile(v.Name); file != 0 && v.placed && v.init == nil && v.declarator.IsExtern() {
			b.Emit(code.Instruction{Op: code.OpStore, T: model.Uint64, A: b.Constant(v.Address), B: b.Constant(file)})
		}
		if v.init == nil || !v.placed {
			continue
		}
		c.enterUnit(v.unit)
		b.Mark(v.init)
		b.around = v.function
		p := emit.Place{R: b.Constant(v.Address), T: v.t}
		if v.ThreadLocal {
			p.R = b.Address(code.OpThreadLocal, v.Address)
			if !c.unit.Shared[v.declarator] {
				p.R = b.Constant(code.PrivateSpace + v.Address)
			}
		}
		b.initialise(p, v.init)
	}
	b.Emit(code.Instruction{Op: code.OpReturn, A: code.NoRegister})
}
