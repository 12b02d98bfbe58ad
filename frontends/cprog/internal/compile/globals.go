package compile

import (
	"fmt"
	"path/filepath"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// declare notes a variable of the file. It may be declared several times, once with its
// initialiser or its size.
func (c *compiler) declare(d *cc.Declarator, init *cc.Initializer) {
	name := c.named(d.Name())
	v := c.globals[name]
	if v == nil {
		v = c.newVariable(d)
		v.Name = name
		c.globals[name] = v
	}
	if init != nil && v.init != nil && v.unit != c.unit.AST && !source.PositionOf(d).InLibrary() {
		source.Refuse(d, "variable %s also has an initial value in %s", name, fileOf(v.unit))
	}
	c.complete(v, d, init)
}

// static notes the variable of a local declared static or thread-local.
func (c *compiler) static(function string, d *cc.Declarator, init *cc.Initializer) {
	if c.statics[d] == nil {
		c.statics[d] = c.newVariable(d)
		c.statics[d].function = function
		c.complete(c.statics[d], d, init)
	}
}

func (c *compiler) newVariable(d *cc.Declarator) *variable {
	v := &variable{Global: &code.Global{Name: d.Name(), ThreadLocal: d.IsThreadLocal()}, declarator: d, t: d.Type()}
	c.declared = append(c.declared, v)
	return v
}

func (c *compiler) complete(v *variable, d *cc.Declarator, init *cc.Initializer) {
	if init != nil {
		v.init, v.t, v.unit = init, d.Type(), c.unit.AST
	}
	if tree.Size(d.Type()) > tree.Size(v.t) {
		v.t = d.Type()
	}
	v.size = max(v.size, tree.SizeWith(v.t, v.init), 1)
	if !v.placed && (init != nil || !d.IsExtern() && v.t.Size() >= 0) {
		v.placed = true
		v.Address = emit.Reserve(c.space(v), v.size, tree.Alignment(d))
	}
}

// space returns the byte count of the memory that holds v.
func (c *compiler) space(v *variable) *int64 {
	switch {
	case !v.ThreadLocal:
		return &c.unit.Program.Bytes
	case c.unit.Shared[v.declarator]:
		return &c.unit.Program.ThreadLocals
	}
	return &c.unit.Program.Locals
}

// variableOf returns the variable that d declares, which is not the function's own.
func (c *compiler) variableOf(n cc.Node, d *cc.Declarator) *variable {
	v := c.statics[d]
	if v == nil {
		v = c.globals[c.named(d.Name())]
	}
	if v != nil && !v.placed && code.LibraryVariable(v.Name) && v.t.Size() > 0 {
		v.placed = true
		v.Address = emit.Reserve(c.space(v), tree.Size(v.t), tree.Alignment(v.declarator))
	}
	if v == nil || !v.placed {
		source.Refuse(n, "variable %s is declared and never defined", d.Name())
	}
	return v
}

func (c *compiler) layOutGlobals() {
	for _, v := range c.declared {
		if !v.placed {
			continue
		}
		v.Shared = c.unit.Shared[v.declarator]
		v.Constant = tree.IsConstant(v.declarator)
		v.Size = max(v.size, tree.Size(v.t))
		v.Layout = tree.LayoutWith(c.unit.Program.Layouts[c.unit.LayoutOf(v.declarator, v.t)], v.t, v.init)
		c.unit.Program.Globals = append(c.unit.Program.Globals, v.Global)
	}
	c.unit.Program.Globals = append(c.unit.Program.Globals, c.literals...)
}

// A program may consist of several files. A function or a variable that is static in one of them and has the same name as one of
// another file gets a name of its own: the name, @ and the file.

// linkage has the names of such functions and variables, by file.
type linkage map[*cc.AST]map[string]string

func newLinkage(units []*cc.AST) linkage {
	l := linkage{}
	if len(units) == 1 {
		return l
	}
	in := map[string]map[*cc.AST]bool{} // the files that define a name
	internal := map[*cc.AST]map[string]bool{}
	for _, ast := range units {
		internal[ast], l[ast] = map[string]bool{}, map[string]string{}
		eachDefined(ast, func(d *cc.Declarator, static bool) {
			if in[d.Name()] == nil {
				in[d.Name()] = map[*cc.AST]bool{}
			}
			in[d.Name()][ast] = true
			internal[ast][d.Name()] = internal[ast][d.Name()] || static
		})
	}
	files := map[string]int{}
	for _, ast := range units {
		file := fileOf(ast)
		if files[file]++; files[file] > 1 {
			file = fmt.Sprintf("%s(%d)", file, files[file])
		}
		for name, static := range internal[ast] {
			if static && len(in[name]) > 1 {
				l[ast][name] = name + "@" + file
			}
		}
	}
	return l
}

// eachDefined calls visit for each function that a file defines, and each variable that it declares. The library is left out.
func eachDefined(ast *cc.AST, visit func(d *cc.Declarator, static bool)) {
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		x := l.ExternalDeclaration
		if source.PositionOf(x).InLibrary() {
			continue
		}
		switch x.Case {
		case cc.ExternalDeclarationFuncDef:
			d := x.FunctionDefinition.Declarator
			visit(d, d.IsStatic() || d.IsInline())
		case cc.ExternalDeclarationDecl:
			for i := x.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
				if d := i.InitDeclarator.Declarator; !d.IsTypename() && d.Type().Kind() != cc.Function && (!d.IsExtern() || i.InitDeclarator.Initializer != nil) {
					visit(d, d.IsStatic())
				}
			}
		}
	}
}

// fileOf returns the name of the file itself, whose declarations are the last ones.
func fileOf(ast *cc.AST) (file string) {
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		file = filepath.Base(l.ExternalDeclaration.Position().Filename)
	}
	return file
}

// enterUnit makes a file the one whose names are meant.
func (c *compiler) enterUnit(ast *cc.AST) { c.unit.AST = ast }

// named returns the name by which a function or a variable of the current file is known.
func (c *compiler) named(name string) string {
	if own, ok := c.names[c.unit.AST][name]; ok {
		return own
	}
	return name
}

// define notes a function. Of two with one name that are not static, the second is refused.
func (c *compiler) define(d *cc.FunctionDefinition) {
	name := c.named(d.Declarator.Name())
	if c.defined[name] != nil && c.unitOf[name] != c.unit.AST {
		if source.PositionOf(d).InLibrary() {
			return
		}
		source.Refuse(d, "function %s is also defined in %s", name, fileOf(c.unitOf[name]))
	}
	c.defined[name], c.unitOf[name] = d, c.unit.AST
}

// definition returns the definition of a function of the current file or another one; nil if there is none.
func (c *compiler) definition(name string) *cc.FunctionDefinition { return c.defined[c.named(name)] }

// plainName returns the name of a function in its file.
func plainName(name string) string {
	plain, _, _ := strings.Cut(name, "@")
	return plain
}
