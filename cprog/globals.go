package cprog

import "modernc.org/cc/v4"

func isVariable(d *cc.Declarator) bool {
	return !d.IsTypename() && !d.IsSynthetic() && d.Type().Kind() != cc.Function
}

// declare notes a variable of the file. It may be declared often, and once with its
// initialiser or its size.
func (c *compiler) declare(d *cc.Declarator, init *cc.Initializer) {
	v := c.globals[d.Name()]
	if v == nil {
		v = c.newVariable(d)
		c.globals[d.Name()] = v
	}
	c.complete(v, d, init)
}

// static is the variable of a local declared static or thread-local.
func (c *compiler) static(d *cc.Declarator, init *cc.Initializer) {
	if c.statics[d] == nil {
		c.statics[d] = c.newVariable(d)
		c.complete(c.statics[d], d, init)
	}
}

func (c *compiler) newVariable(d *cc.Declarator) *variable {
	v := &variable{global: &global{name: d.Name(), threadLocal: d.IsThreadLocal()}, declarator: d, t: d.Type()}
	c.declared = append(c.declared, v)
	return v
}

func (c *compiler) complete(v *variable, d *cc.Declarator, init *cc.Initializer) {
	if init != nil {
		v.init, v.t = init, d.Type()
	}
	if d.Type().Size() > v.t.Size() {
		v.t = d.Type()
	}
	if !v.placed && (init != nil || !d.IsExtern() && v.t.Size() >= 0) {
		v.placed = true
		v.address = reserve(c.space(v), max(v.t.Size(), 1))
	}
}

// space counts the bytes of the memory where v lies.
func (c *compiler) space(v *variable) *int64 {
	switch {
	case !v.threadLocal:
		return &c.program.bytes
	case c.shared[v.declarator]:
		return &c.program.tls
	}
	return &c.program.locals
}

// reserve takes size bytes of a space, after those taken before.
func reserve(space *int64, size int64) int64 {
	const alignment = 16
	at := (*space + alignment - 1) &^ (alignment - 1)
	*space = at + size
	return at
}

// variableOf is the variable that d declares, if it is none of the function's own.
func (c *compiler) variableOf(n cc.Node, d *cc.Declarator) *variable {
	v := c.statics[d]
	if v == nil {
		v = c.globals[d.Name()]
	}
	if v == nil || !v.placed {
		refuse(n, "variable %s is declared and never defined", d.Name())
	}
	return v
}

func (c *compiler) layOutGlobals() {
	for _, v := range c.declared {
		if !v.placed {
			continue
		}
		v.layout = c.program.layouts[c.layoutOf(v.declarator, v.t)]
		c.program.globals = append(c.program.globals, v.global)
	}
}
