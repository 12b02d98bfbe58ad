package model

// MachineCut is what [Machine.Cut] has taken off E. The zero value is ready to
// be used, and used again.
type MachineCut struct {
	events  []Event
	undo    []undoRecord
	values  []int64
	holders []int32
	threads []machineThread
	active  threadSet
}

// Cut takes E back to its first n events and keeps in c what it takes to Paste
// the others again, in far less time than by stepping. Cuts are nested: the
// last one that has been cut is the first to be pasted.
func (m *Machine) Cut(n int, c *MachineCut) {
	c.events = append(c.events[:0], m.events[n:]...)
	c.undo = append(c.undo[:0], m.undo[n:]...)
	c.values = append(c.values[:0], m.values...)
	c.holders = append(c.holders[:0], m.holders...)
	c.threads = append(c.threads[:0], m.threads...)
	c.active = append(c.active[:0], m.active...)
	m.cuts = append(m.cuts, c)
	for len(m.events) > n {
		m.Undo()
	}
}

// Paste appends to E what c holds. E must be what it was after the Cut. Threads
// that have become known since are not started.
func (m *Machine) Paste(c *MachineCut) {
	m.events = append(m.events, c.events...)
	m.undo = append(m.undo, c.undo...)
	copy(m.values, c.values)
	copy(m.holders, c.holders)
	copy(m.threads, c.threads)
	copy(m.active, c.active)
	m.cuts = m.cuts[:len(m.cuts)-1]
}

// OrderCut is what [Order.Cut] has taken off. The zero value is ready to be
// used, and used again.
type OrderCut struct {
	events  []Event
	links   []Links
	clocks  []int32
	width   int
	last    []int32
	vars    []accesses
	mutexes []accesses
}

// Cut is to Order what [Machine.Cut] is to Machine.
func (o *Order) Cut(n int, c *OrderCut) {
	c.events = append(c.events[:0], o.events[n:]...)
	c.links = append(c.links[:0], o.links[n:]...)
	c.clocks = append(c.clocks[:0], o.clocks[n*o.width:]...)
	c.width = o.width
	c.last = append(c.last[:0], o.last...)
	c.vars = append(c.vars[:0], o.vars...)
	c.mutexes = append(c.mutexes[:0], o.mutexes...)
	for len(o.events) > n {
		o.Pop()
	}
}

// Paste is to Order what [Machine.Paste] is to Machine. There are no Races
// after it.
func (o *Order) Paste(c *OrderCut) {
	o.events = append(o.events, c.events...)
	o.links = append(o.links, c.links...)
	o.pasteClocks(c)
	copy(o.last, c.last)
	copy(o.vars, c.vars)
	copy(o.mutexes, c.mutexes)
	o.races = o.races[:0]
}

// pasteClocks appends the clocks of c, which may be of fewer threads than o has
// come to know.
func (o *Order) pasteClocks(c *OrderCut) {
	if c.width == o.width {
		o.clocks = append(o.clocks, c.clocks...)
		return
	}
	for ; len(c.clocks) > 0; c.clocks = c.clocks[c.width:] {
		copy(o.newClock(None), c.clocks[:c.width])
	}
}
