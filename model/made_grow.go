package model

// Machines and orders make room for what threads make when they come to it.

// Inform calls grown, now and whenever a thread comes to operations on variables that threads make, with a number above those
// of all that are known. It is called before the operations are in the tree.
func (b *Behaviour) Inform(grown func(objects int)) {
	b.grown = grown
	grown(b.objects)
}

// meetObject notes which variable op is about.
func (b *Behaviour) meetObject(op operation) {
	if !op.code.onVariable() || int(op.object) < b.objects {
		return
	}
	b.objects = int(op.object) + 1
	if b.grown != nil {
		b.grown(b.objects)
	}
}

// onVariable reports whether operations with that code access a variable.
func (c opcode) onVariable() bool { return c > opJoin && c < opUnlock || c.guarded() }

// growObjects makes room for the variables that have become known. In all that has been cut, they
// are as they were made.
func (m *Machine) growObjects(n int) {
	before := len(m.objects)
	if n <= before {
		return
	}
	for x := before; x < n; x++ {
		m.objects = append(m.objects, m.program.Initial(int32(x)))
	}
	m.values, m.holders = m.objects, m.objects[len(m.program.vars):m.program.firstMade()]
	m.cuts.objects = widen(m.cuts.objects, len(m.cuts.frames), m.objects[before:])
	if m.buffers != nil {
		m.buffers.growObjects(n, len(m.cuts.frames))
	}
	if m.order != nil {
		m.order.growObjects(n)
	}
}

func (b *storeBuffers) growObjects(n, cuts int) {
	before := len(b.writers)
	for len(b.writers) < n {
		b.writers = append(b.writers, writer{thread: NoThread})
	}
	b.cuts.writers = widen(b.cuts.writers, cuts, b.writers[before:])
}

// Inform lets o know of the variables that threads make, before their events come, until it is called with another
// one: o is the order of the machine's own events.
func (m *Machine) Inform(o *HappensBefore) {
	m.order = o
	o.growObjects(len(m.objects))
}

func (o *HappensBefore) growObjects(n int) {
	before := len(o.objects)
	if n <= before {
		return
	}
	for len(o.objects) < n {
		o.objects = append(o.objects, accesses{None, None})
	}
	o.vars, o.mutexes = o.objects, o.objects[o.declared-len(o.mutexes):o.declared]
	o.cuts.objects = widen(o.cuts.objects, len(o.cuts.frames), o.objects[before:])
}

// widen is a stack of n slices, which are all equally long, with added at the end of each.
func widen[T any](stack []T, n int, added []T) []T {
	if n == 0 {
		return stack
	}
	length := len(stack) / n
	wide := make([]T, 0, len(stack)+n*len(added))
	for ; len(stack) > 0; stack = stack[length:] {
		wide = append(append(wide, stack[:length]...), added...)
	}
	return wide
}
