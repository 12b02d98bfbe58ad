package cprog

import "modernc.org/cc/v4"

func (c *compiler) newBuilder(f *function) *builder {
	return &builder{
		compiler: c, f: f, places: map[*cc.Declarator]home{},
		labels: map[string]*label{}, cases: map[*cc.LabeledStatement]*label{},
	}
}

func (c *compiler) compileFunction(d *cc.FunctionDefinition) {
	f := c.program.functions[c.index[d.Declarator.Name()]]
	f.defined = true
	b := c.newBuilder(f)
	t, ok := d.Declarator.Type().(*cc.FunctionType)
	if !ok {
		refuse(d, "%s is no function", f.name)
	}
	b.result = t.Result()
	b.mark(d)
	if b.result.Kind() != cc.Void && !isAggregate(b.result) {
		scalarType(d, b.result)
	}
	b.parameters(t)
	b.compound(d.CompoundStatement)
	b.emit(instruction{op: opReturn, a: noRegister})
	for name, l := range b.labels {
		if !l.bound {
			refuse(d, "function %s has no label %s", f.name, name)
		}
	}
	live, ok := f.findLive()
	if !ok {
		refuse(d, "function %s is too long", f.name)
	}
	f.findUnused()
	f.findWaits(live, c.options.AwaitAssumes)
}

// parameters gives the parameters their homes. A call passes them in registers: a
// record by its address, to be copied.
func (b *builder) parameters(t *cc.FunctionType) {
	for _, p := range t.Parameters() {
		if p.Type().Kind() == cc.Void {
			continue
		}
		r := b.register()
		b.f.parameters = append(b.f.parameters, r)
		d := p.Declarator
		if d == nil {
			continue
		}
		b.settle(d)
		b.write(d, b.variablePlace(d, d), r)
	}
}
