package behaviour

import (
	"iter"
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// unordered determines whether accesses can race in any execution at all. Those of a variable cannot if, apart from those
// where no other thread runs, all are atomic, by one thread, or reads, or a thread holds the same mutex at each of them
// (Savage, Burrows, Nelson, Sobalvarro, Anderson, Eraser, TOCS 1997). What a thread holds at a node depends on the node alone,
// so operations are checked when they are first met, rather than executions.
type unordered struct {
	possible bool                // some may race
	tell     func()              // called when they may, or nil
	plain    map[int32]*accesses // by variable; nil until there are any, and nothing else is noted before that
	atomic   map[int32]bool      // by variable: an access is atomic
	dropped  bool                // nodes have been dropped
	relied   bool                // it has mattered that a thread has joined all those it started
	nested   bool                // started threads start others
}

// accesses describes the plain accesses of a variable.
type accesses struct {
	thread        event.ThreadID
	many, written bool    // they are by several threads, and some write
	held          []int32 // mutexes that are held at each
}

// mostAbove bounds how far up the tree a reason is sought why an access races with none.
const mostAbove = 256

// noteAccess notes the access at n, which thread t has reached. It is called from the first plain one on.
func (b *Behaviour) noteAccess(t event.ThreadID, n Position) {
	u, at := &b.unordered, &b.nodes[n]
	if u.plain == nil {
		b.beginNoting()
	}
	if u.possible {
		return
	}
	x, plain := u.plain[at.Object]
	switch {
	case !at.Order.Plain():
		u.atomic[at.Object], u.possible = true, plain
		return
	case b.alone(t, n):
		return
	case plain:
		x.held = slices.DeleteFunc(x.held, func(m int32) bool { return !b.holds(n, m) })
	default:
		x = &accesses{thread: t, held: b.held(n)}
		u.plain[at.Object] = x
	}
	x.many = x.many || x.thread != t
	x.written = x.written || at.Code != operation.Load && at.Code != operation.Await
	u.possible = u.atomic[at.Object] || x.many && x.written && len(x.held) == 0
}

// Adopt notes the accesses that another Behaviour of the program has noted: then MayRace says whether all of them together may race. Both must have the
// same Crew.
func (b *Behaviour) Adopt(of *Behaviour) {
	u, v := &b.unordered, &of.unordered
	if u.plain == nil && v.plain == nil {
		return
	}
	for _, each := range []*Behaviour{b, of} {
		if each.unordered.plain == nil {
			each.beginNoting()
		}
	}
	u.nested, u.relied = u.nested || v.nested, u.relied || v.relied
	u.possible = u.possible || v.possible || u.nested && u.relied
	for x := range v.atomic {
		u.atomic[x] = true
	}
	for x, other := range v.plain {
		at := u.plain[x]
		if at == nil {
			at = &accesses{thread: other.thread, held: slices.Clone(other.held)}
			u.plain[x] = at
		}
		at.many = at.many || other.many || at.thread != other.thread
		at.written = at.written || other.written
		at.held = slices.DeleteFunc(at.held, func(m int32) bool { return !slices.Contains(other.held, m) })
	}
	for x, at := range u.plain {
		u.possible = u.possible || u.atomic[x] || at.many && at.written && len(at.held) == 0
	}
	b.tellOfRaces()
}

func (b *Behaviour) tellOfRaces() {
	if b.unordered.possible && b.unordered.tell != nil {
		b.unordered.tell()
		b.unordered.tell = nil
	}
}

// beginNoting notes the accesses before the first plain one. If some are forgotten, any may race.
func (b *Behaviour) beginNoting() {
	b.unordered.plain, b.unordered.atomic, b.unordered.possible = map[int32]*accesses{}, map[int32]bool{}, b.unordered.dropped
	for i := range b.nodes {
		if n := &b.nodes[i]; n.Code.OnVariable() && !n.Order.Plain() {
			b.unordered.atomic[n.Object] = true
		}
	}
}

// noteSpawn notes that thread t starts another one.
func (b *Behaviour) noteSpawn(t event.ThreadID) {
	b.unordered.nested = b.unordered.nested || b.threads[t].N != 0
	b.unordered.possible = b.unordered.possible || b.unordered.nested && b.unordered.relied
}

// above yields the operations that a thread did before it reached n, the last one first, at most mostAbove of them.
func (b *Behaviour) above(n Position) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		n, ok := b.Above(n)
		for left := mostAbove; ok && yield(&b.nodes[n]); n, ok = b.Above(n) {
			if left--; left == 0 {
				return
			}
		}
	}
}

// holds reports whether a thread at n is found to hold mutex m.
func (b *Behaviour) holds(n Position, m int32) bool {
	for op := range b.above(n) {
		if op.Object == m && (op.Code == operation.Lock || op.Code == operation.Unlock) {
			return op.Code == operation.Lock
		}
	}
	return false
}

// held returns the mutexes that a thread at n is found to hold.
func (b *Behaviour) held(n Position) (all []int32) {
	for op := range b.above(n) {
		if op.Code == operation.Lock && b.holds(n, op.Object) {
			all = append(all, op.Object)
		}
	}
	return all
}

// alone reports whether no other thread runs when t is at n: t is the only declared thread, and has joined all those it has
// started, which start none.
func (b *Behaviour) alone(t event.ThreadID, n Position) bool {
	u := &b.unordered
	switch {
	case t != 0 || b.program.NumThreads() > 1:
		return false
	case len(b.threads) == 1:
		return true
	case u.nested || b.nodes[n].depth > mostAbove:
		return false
	}
	var joined []int32
	started := false
	for op := range b.above(n) {
		switch {
		case op.Code == operation.Join:
			joined = append(joined, op.Object)
		case op.Code == operation.Spawn && !slices.Contains(joined, op.Object):
			return false
		}
		started = started || op.Code == operation.Spawn
	}
	u.relied = u.relied || started
	return true
}
