package smallprog

import (
	"slices"

	"dporbench/model/operation"
)

// Mix selects the memory orders of random programs.
type Mix int

// The mixes. Each but MixPlain has atomic accesses only.
const (
	MixRelaxed Mix = iota // relaxed, acquire and release, with such fences
	MixFences             // these, with sequentially consistent fences
	MixSeqCst             // mostly sequentially consistent accesses and fences
	MixAll                // all in equal parts
	MixPlain              // plain accesses, and MixRelaxed
)

var mixNames = [...]string{MixRelaxed: "relaxed", MixFences: "fences", MixSeqCst: "sc", MixAll: "all", MixPlain: "plain"}

func (m Mix) String() string { return mixNames[m] }

// Mixes returns all mixes.
func Mixes() []Mix { return []Mix{MixRelaxed, MixFences, MixSeqCst, MixAll, MixPlain} }

// mixed holds memory orders by kind of operation, to be drawn from; the first is the simplest.
type mixed struct{ loads, stores, updates, fences []operation.MemoryOrder }

var mixes = func() [5]mixed {
	const (
		sc, plain, relaxed     = operation.SeqCst, operation.Plain, operation.Relaxed
		acquire, release, both = operation.Acquire, operation.Release, operation.AcqRel
	)
	type orders = []operation.MemoryOrder
	weak, weakFences := orders{relaxed, acquire, release, both}, orders{acquire, release, both}
	return [5]mixed{
		MixRelaxed: {orders{relaxed, relaxed, acquire}, orders{relaxed, relaxed, release}, weak, weakFences},
		MixFences:  {orders{relaxed, relaxed, acquire}, orders{relaxed, relaxed, release}, weak, orders{sc, sc, acquire, release, both}},
		MixSeqCst:  {orders{sc, sc, sc, acquire, relaxed}, orders{sc, sc, sc, release, relaxed}, orders{sc, sc, sc, relaxed, both}, orders{sc, sc, sc, acquire, release, both}},
		MixAll:     {orders{sc, acquire, relaxed}, orders{sc, release, relaxed}, orders{sc, relaxed, acquire, release, both}, orders{sc, acquire, release, both}},
		MixPlain:   {orders{plain, relaxed, acquire}, orders{plain, relaxed, release}, weak, weakFences},
	}
}()

// Ordered returns p with a memory order for each statement that can have one. All mixes but MixRelaxed and MixPlain have
// fences in place of some loads.
func Ordered(c Choices, p Program, m Mix) Program {
	p = p.Clone()
	for s := range p.statements() {
		if fenced := m != MixRelaxed && m != MixPlain; fenced && s.Op == Load && c.IntN(6) == 5 {
			*s = Statement{Op: Fence}
		}
		s.Order = m.order(c, *s)
	}
	return p
}

// order draws the memory order of s. Half of the operations that may fail have an order for that.
func (m Mix) order(c Choices, s Statement) operation.Ordering {
	from := mixes[m]
	draw := func(orders []operation.MemoryOrder) operation.Ordering {
		return operation.Order(orders[c.IntN(len(orders))])
	}
	switch s.Op {
	case Load, Await:
		o := draw(from.loads)
		if o.Plain() && s.Op == Await {
			return operation.Order(operation.Relaxed)
		}
		return o
	case Store, StoreRegister:
		return draw(from.stores)
	case Fence:
		return draw(from.fences)
	case CAS, CompareExchange, When, WhenAdd:
		if o := draw(from.updates); c.IntN(2) == 0 {
			return o
		} else if fails := draw(from.loads).Memory(); fails != operation.Plain {
			return o.Failing(fails)
		} else {
			return o
		}
	case Update, Swap, Fetch, Apply:
		return draw(from.updates)
	}
	return 0
}

// Sectioned returns p with a critical section of the first mutex in most threads; a few lack the Unlock.
func Sectioned(c Choices, p Program) Program {
	return within(c, p, func(part []Statement) []Statement {
		section := append([]Statement{{Op: Lock}}, part...)
		if c.IntN(12) == 11 {
			return section
		}
		return append(section, Statement{Op: Unlock})
	})
}

// Started returns p with a part of most threads in a child, which most of them join.
func Started(c Choices, p Program) Program {
	return within(c, p, func(part []Statement) []Statement {
		started := []Statement{{Op: Go, Body: part}}
		if c.IntN(4) == 3 {
			return started
		}
		return append(started, Statement{Op: Join})
	})
}

// within puts something around a part of most threads.
func within(c Choices, p Program, around func([]Statement) []Statement) Program {
	p = p.Clone()
	for t, body := range p.Threads {
		if len(body) == 0 || c.IntN(4) == 0 {
			continue
		}
		from := c.IntN(len(body))
		to := from + 1 + c.IntN(len(body)-from)
		p.Threads[t] = slices.Concat(body[:from], around(clone(body[from:to])), body[to:])
	}
	return p
}

// Passing makes a program in which one thread stores a message and then a flag, and another loads the flag and then the
// message: with fences perhaps, with a second store of the flag, and with a third thread that updates it.
func Passing(c Choices, m Mix) Program {
	const message, flag = 0, 1
	perhaps := func(body []Statement, s Statement, oneIn int) []Statement {
		if c.IntN(oneIn) > 0 {
			return body
		}
		return append(body, s)
	}
	first := perhaps([]Statement{{Op: Store, Object: message, A: 1}}, Statement{Op: Fence}, 3)
	first = perhaps(append(first, Statement{Op: Store, Object: flag, A: 1}), Statement{Op: Store, Object: flag, A: 2}, 2)
	look := Statement{Op: Load, Object: flag}
	if c.IntN(3) == 0 {
		look = Statement{Op: Update, Object: flag}
	}
	second := append(perhaps([]Statement{look}, Statement{Op: Fence}, 2), Statement{Op: Load, Object: message, Register: 1})
	p := Program{Threads: [][]Statement{first, second}}
	if c.IntN(2) == 0 {
		p.Threads = append(p.Threads, []Statement{{Op: []Op{Update, Swap}[c.IntN(2)], Object: flag, A: 3}})
	}
	for s := range p.statements() {
		s.Order = m.order(c, *s)
	}
	return p
}

// shapes holds classical shapes of two to four threads, without CoRR and the like, with the names in Alglave, Maranget, Tautschnig, Herding
// Cats, TOPLAS 2014, and in Lahav et al., PLDI 2017.
var shapes = [...]string{
	"p: x=1; a=y | q: y=1; b=x",                    // SB
	"p: x=1; y=1 | q: a=y; b=x",                    // MP
	"p: x=2; y=1 | q: a=y; x=1",                    // S
	"p: x=1; y=1 | q: y=2; a=x",                    // R
	"p: x=1; y=2 | q: y=1; x=2",                    // 2+2W
	"p: x=1 | q: a=x; y=1 | r: b=y; c=x",           // WRC
	"p: x=1 | q: a=x; b=y | r: y=1; c=x",           // RWC
	"p: x=1; y=1 | q: a=y; z=1 | r: b=z; c=x",      // ISA2
	"p: x=1; y=1 | q: a=y; z=1 | r: z=2; b=x",      // Z6.4
	"p: x=1; y=1 | q: y=2; z=1 | r: a=z; b=x",      // Z6.3
	"p: x=1; y=1 | q: update y; y=3 | r: a=y; b=x", // Z6.U
	"p: a=x; b=y | q: x=1; x=2 | r: y=1; c=x",      // WWmerge1
	"p: x=1 | q: y=1 | r: a=x; b=y | s: a=y; b=x",  // IRIW
}

// Classical makes a program of a classical shape with memory orders of a mix, perhaps with more fences, with updates in place of
// accesses, and with parts of threads in children.
func Classical(c Choices, m Mix) Program {
	p := MustParse(shapes[c.IntN(len(shapes))])
	if c.IntN(4) == 3 {
		p = Started(c, p)
	}
	for t, body := range p.Threads {
		p.Threads[t] = changed(c, body)
	}
	for s := range p.statements() {
		s.Order = m.order(c, *s)
	}
	return p
}

// changed returns a body with fences between some of its statements, and with updates in place of some.
func changed(c Choices, body []Statement) (with []Statement) {
	for i, s := range body {
		if i > 0 && c.IntN(4) == 3 {
			with = append(with, Statement{Op: Fence})
		}
		if (s.Op == Load || s.Op == Store) && c.IntN(10) == 9 {
			s = []Statement{{Op: Update, Object: s.Object}, {Op: Swap, Object: s.Object, A: 4}}[c.IntN(2)]
		}
		s.Body = changed(c, s.Body)
		with = append(with, s)
	}
	return with
}
