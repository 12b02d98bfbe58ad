package sampling

import (
	"context"
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/stack"
)

// pass is one walk through the prefixes of all executions, level by level: first the prefixes of one event, then of
// two, and so on.
//
// Of all orders in which a class can be executed, sleep sets leave one. The continuations of a prefix depend only on
// its state and its sleep set, so of two prefixes that share both, one stands for both, with the sum of their
// weights. The weights of the maximal executions then add up to the number of classes, with far fewer prefixes
// visited. A level that has become too large is thinned.
//
// Only prefixes that several threads may continue are nodes; events that must follow belong to the way to the next
// node.
type pass struct {
	*walker
	chance    func(p float64) bool // true with that probability
	backwards bool                 // threads come in the opposite order
	anyWay    bool                 // a way to each node is kept: any of them, by their weights
	width     int                  // of a level
	eachKind  bool                 // a level is as wide as it has strata, if that is more
	worth     *worth
	relevant  []bool // variables
	guessed   int    // the news when relevant was guessed

	levels  []*level // by the number of events; nil where there are no nodes
	unused  []*level
	nodes   []node
	edges   []edge
	moves   []move  // see node
	maximal []int32 // the nodes after maximal executions
	sum     float64 // of their weights
	thinned bool
	lost    bool // strata
	held    int  // bytes of the states that are kept
	sets    persistent
	asleep  []event.ThreadID // the sleep set after E
	next    []event.ThreadID // scratch of expand, as the next
	enabled []event.ThreadID // after E
}

// level is the nodes with a given number of events.
type level struct {
	nodes   []int32
	threads []event.ThreadID // see node
	states  machine.States
	index   map[uint64]int32 // the nodes, by state
	bytes   int              // roughly how much memory the states take
}

// none is the parent of the first node.
const none = -1

// Widths of a pass other than numbers of nodes.
const (
	unbounded = 0  // nothing is left out
	oneOfEach = -1 // of each stratum, one node is kept
)

// node is a prefix.
type node struct {
	parent int32
	level  int32
	state  int32   // its number in its level
	way    span    // in pass.moves: what comes after its parent
	asleep span    // in level.threads: its sleep set
	weight float64 // how many prefixes it stands for; 0 if it was left out
	before float64 // the weight that it had before its level was thinned
	mass   float64 // how much of the sum comes from executions that begin with it
	alike  uint64  // the same for nodes that are expected to have as much after them
}

type span struct{ from, to int32 }

// move is an event of a thread, which returns choice if it is a Choice.
type move struct {
	thread event.ThreadID
	choice int32
}

// edge is a way from a node to a later one, and the weight that came along it.
type edge struct {
	from, to int32
	weight   float64
}

// run makes the pass. It is given up, with ok false, as soon as goOn returns false, which is called for each
// level and every 64 nodes, with the memory that the pass takes.
func (p *pass) run(ctx context.Context, width int, goOn func(level, bytes int) bool) (ok bool, err error) {
	p.reset(width)
	p.begin()
	p.asleep = p.asleep[:0]
	p.add(none, node{weight: 1}, 0)
	for depth := 0; depth < len(p.levels); depth++ {
		at := p.levels[depth]
		if at == nil {
			continue
		}
		p.guess()
		if width > 0 && len(at.nodes) > width || width == oneOfEach {
			p.thin(at)
		}
		for i, n := range at.nodes {
			if i%64 == 0 && ctx.Err() != nil {
				return false, ctx.Err()
			}
			if i%64 == 0 && !goOn(depth, p.bytes()) {
				return false, nil
			}
			if err := p.expand(at, n); err != nil {
				return false, err
			}
		}
		p.levels[depth] = nil
		p.release(at)
	}
	return true, nil
}

// release makes at usable for another level, and frees the memory of a large one.
func (p *pass) release(at *level) {
	const large = 1024
	p.held -= at.bytes
	at.bytes = 0
	if len(at.index) > large {
		at.nodes, at.threads, at.states, at.index = nil, nil, machine.States{}, map[uint64]int32{}
	}
	p.unused = append(p.unused, at)
}

func (p *pass) bytes() int {
	const perNode, perEdge, perMove = 80, 16, 8
	return p.held + perNode*len(p.nodes) + perEdge*len(p.edges) + perMove*len(p.moves)
}

// stateBytes is roughly how much memory a kept state takes.
func (p *pass) stateBytes() int {
	const ofItsOwn, perThread, perVariable = 80, 24 + 4, 8
	return ofItsOwn + perThread*p.Threads() + perVariable*len(p.relevant)
}

func (p *pass) reset(width int) {
	for _, at := range p.levels {
		if at != nil {
			p.release(at)
		}
	}
	p.levels, p.nodes, p.edges = p.levels[:0], p.nodes[:0], p.edges[:0]
	p.moves, p.maximal = p.moves[:0], p.maximal[:0]
	p.width, p.sum, p.thinned, p.lost, p.held = width, 0, false, false, 0
}

// at is the level for prefixes of depth events.
func (p *pass) at(depth int) *level {
	at := *stack.At(&p.levels, depth)
	if at != nil {
		return at
	}
	if last := len(p.unused) - 1; last >= 0 {
		at, p.unused = p.unused[last], p.unused[:last]
		at.nodes, at.threads = at.nodes[:0], at.threads[:0]
		at.states.Clear()
		clear(at.index)
	} else {
		at = &level{index: map[uint64]int32{}}
		p.KeepIn(&at.states)
	}
	p.levels[depth] = at
	return at
}

// guess guesses again which variables are relevant, if anything new was seen since.
func (p *pass) guess() {
	if seen := p.shapes.news + p.known.news; p.guessed != seen {
		p.guessed = seen
		p.relevant = p.shapes.relevant(len(p.known.last[reads]), &p.known)
	}
}

// expand adds the nodes that follow n, which is at that level.
func (p *pass) expand(at *level, n int32) error {
	of := p.nodes[n]
	p.load(&at.states, of.state)
	p.asleep = append(p.asleep[:0], at.threads[of.asleep.from:of.asleep.to]...)
	way := len(p.moves)
	next, err := p.follow()
	switch {
	case err != nil:
		return err
	case p.Len() > 0:
		p.add(n, of, way)
		return nil
	case len(p.enabled) == 0:
		p.sum += of.weight
		p.nodes[n].mass = of.weight
		p.maximal = append(p.maximal, n)
		return nil
	}
	p.next = append(p.next[:0], next...)
	for i, t := range p.next {
		for choice := range p.Values(t) {
			p.asleep = append(append(p.asleep[:0], at.threads[of.asleep.from:of.asleep.to]...), p.next[:i]...)
			way := len(p.moves)
			if err := p.move(t, choice); err != nil {
				return err
			}
			p.add(n, of, way)
			p.undo()
		}
	}
	return nil
}

// move does the next event of t. Threads stay asleep if their next events are independent of it.
func (p *pass) move(t event.ThreadID, choice int32) error {
	e, _ := p.Next(t)
	asleep := p.asleep[:0]
	for _, u := range p.asleep {
		if f, _ := p.Next(u); !event.Dependent(e, f) {
			asleep = append(asleep, u)
		}
	}
	p.asleep = asleep
	p.moves = append(p.moves, move{t, choice})
	return p.step(t, choice)
}

// add makes E a node, or finds it among the nodes. It follows the node numbered parent by the moves from way on.
func (p *pass) add(parent int32, of node, way int) {
	depth := int(of.level) + p.Len()
	at := p.at(depth)
	state, alike := p.hashes()
	n, known := at.index[state]
	if !known {
		n = int32(len(p.nodes))
		at.index[state] = n
		from := len(at.threads)
		at.threads = append(at.threads, p.asleep...)
		p.nodes = append(p.nodes, node{level: int32(depth), state: int32(len(at.nodes)), alike: alike, asleep: span{int32(from), int32(len(at.threads))}})
		at.nodes = append(at.nodes, n)
		at.states.Keep(p.Machine)
		at.bytes += p.stateBytes()
		p.held += p.stateBytes()
	}
	into := &p.nodes[n]
	into.weight += of.weight
	into.before = into.weight
	if p.anyWay && (!known || p.chance(of.weight/into.weight)) {
		into.parent, into.way = parent, span{int32(way), int32(len(p.moves))}
	} else {
		p.moves = p.moves[:way]
	}
	p.edges = append(p.edges, edge{parent, n, of.weight})
}

// follow executes the events that must follow E, and returns the threads that may come next. There are none if E is
// maximal, with no thread enabled, or if all that follows is explored elsewhere.
func (p *pass) follow() (next []event.ThreadID, err error) {
	for {
		if p.enabled = p.AppendEnabled(p.enabled[:0]); len(p.enabled) == 0 {
			return nil, nil
		}
		if p.backwards {
			slices.Reverse(p.enabled)
		}
		if next = p.sets.smallest(p.walker, p.enabled, p.asleep); len(next) != 1 || p.Values(next[0]) > 1 {
			return next, nil
		}
		if err := p.move(next[0], 0); err != nil {
			return nil, err
		}
	}
}

// hashes returns a hash of the state that decides the continuations of E, and one of the part that probably does: how
// far each thread is, its next event, and the values that matter.
func (p *pass) hashes() (state, alike uint64) {
	for t := range event.ThreadID(p.Threads()) {
		state = event.Mix(state, p.LocalState(t))
		if e, ok := p.Next(t); ok {
			alike = event.Mix(alike, uint64(e.Index)<<48^uint64(e.Thread)<<32^uint64(uint16(e.Kind))<<24^uint64(uint32(e.Object)))
		}
	}
	for x := range p.relevant {
		if !p.known.ahead(reads, int32(x), p.done) {
			continue
		}
		v := uint64(p.Value(int32(x)))
		state = event.Mix(event.Mix(state, uint64(x)), v)
		if p.relevant[x] {
			alike = event.Mix(event.Mix(alike, uint64(x)), v)
		}
	}
	set := uint64(len(p.asleep))
	for _, t := range p.asleep { // in any order
		set += event.Mix(1, uint64(t))
	}
	return event.Mix(state, set), event.Mix(alike, set)
}
