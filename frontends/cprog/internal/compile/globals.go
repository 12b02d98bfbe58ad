package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// declare notes a variable of the file. It may be declared several times, once with its
// initialiser or its size.
func (c *compiler) declare(d *cc.Declarator, init *cc.Initializer) {
	v := c.globals[d.Name()]
	if v == nil {
		v = c.newVariable(d)
		c.globals[d.Name()] = v
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
		v.init, v.t = init, d.Type()
	}
	if tree.Size(d.Type()) > tree.Size(v.t) {
		v.t = d.Type()
	}
	if !v.placed && (init != nil || !d.IsExtern() && v.t.Size() >= 0) {
		v.placed = true
		v.Address = emit.Reserve(c.space(v), max(tree.Size(v.t), 1))
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
		v = c.globals[d.Name()]
	}
	if v != nil && !v.placed && code.LibraryVariable(v.Name) && v.t.Size() > 0 {
		v.placed = true
		v.Address = emit.Reserve(c.space(v), tree.Size(v.t))
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
		v.Size = max(tree.Size(v.t), 1)
		v.Layout = c.unit.Program.Layouts[c.unit.LayoutOf(v.declarator, v.t)]
		c.unit.Program.Globals = append(c.unit.Program.Globals, v.Global)
	}
	c.unit.Program.Globals = append(c.unit.Program.Globals, c.literals...)
}
