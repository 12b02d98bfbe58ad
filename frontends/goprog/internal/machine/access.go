package machine

import (
	"regexp"
	"slices"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Pointer returns the object that p points into.
func (th *Thread) Pointer(p value) *object {
	o, ok := p.R.(*object)
	if !ok {
		th.Sound(p)
		th.NilDereference()
	}
	return o
}

// Sound refuses poison.
func (th *Thread) Sound(v value) {
	if p, ok := v.R.(memory.Poison); ok {
		th.Refuse("%s", string(p))
	}
}

// Address returns the number of a pointer. It publishes the object, since others may learn its address.
func (th *Thread) Address(p value) int64 {
	o, ok := p.R.(*object)
	if !ok {
		th.Sound(p)
		return 0
	}
	return th.Gen.Table.Address(th.publisher.Publish(o), p.N)
}

// PointerAt returns a pointer to the variable with an address.
func (th *Thread) PointerAt(address value) value {
	if address.N == 0 {
		return value{}
	}
	p, ok := th.Gen.Table.At(address.N)
	if !ok {
		th.Refuse("a number that is not the address of a variable is converted to unsafe.Pointer, which is not supported")
	}
	return p
}

// within refuses an access beyond the n cells of o.
func (th *Thread) within(o *object, off, size int) {
	n := len(o.Cells)
	if o.Shared != nil {
		n = len(o.Shared.Birth)
	}
	if off < 0 || off+size > n {
		th.Refuse("a pointer to %s is used as one to another type, which is not supported", o.Site.Name)
	}
}

// Load loads a value plainly.
func (th *Thread) Load(p value, l *layout) value {
	o := th.Pointer(p)
	off := int(p.N)
	th.within(o, off, l.N)
	if o.Shared == nil {
		if !l.Agg {
			return o.Cells[off]
		}
		return value{R: slices.Clone(o.Cells[off : off+l.N])}
	}
	if !l.Agg {
		return th.loadCell(o.Shared, off, l.Kind, PlainRead)
	}
	th.touches(o, off, l)
	cells := make([]value, l.N)
	for i := range cells {
		cells[i] = th.loadCell(o.Shared, off+i, l.KindAt(i), PlainRead)
	}
	return value{R: cells}
}

// Peek is Load for code that may read a cell without synchronisation; it synchronises with nothing.
func (th *Thread) Peek(p value, l *layout) value {
	th.open = false
	v := th.Load(p, l)
	th.syncsNothing()
	return v
}

// fixed reports whether a cell still holds the value with which it was published.
func (th *Thread) fixed(rec *record, off int) bool {
	if th.t == nil && !th.probing {
		return true
	}
	if rec.Obj.Site.Written(off) {
		return false
	}
	th.relyOn(rec.Obj.Site, off)
	return true
}

// mostRelied bounds how many cells are remembered that a thread has assumed to be never written since its last event.
const mostRelied = 64

// relyOn remembers that the thread relies on a cell not being written: if it then reaches no event, it may be waiting for
// just that.
func (th *Thread) relyOn(s *memory.Site, off int) {
	if len(th.relied) < mostRelied && !th.probing {
		th.relied = append(th.relied, reliance{s, off})
	}
}

type reliance struct {
	site *memory.Site
	off  int
}

// endless is called when a thread does not reach an event.
func (th *Thread) endless() {
	if th.t != nil {
		for _, r := range th.relied {
			if r.site.Write(r.off) {
				defer th.outdate(writtenFact(r.site, r.off), "a loop waits until %s%s is written", r.site.Name, r.site.NameAt(r.off))
			}
		}
	}
	th.Refuse("more than %d instructions without an event: a loop that does not end, or takes long", th.Gen.Limits.Steps)
}

// loadCell loads a cell of a published object; how is the effect of the event.
func (th *Thread) loadCell(rec *record, off int, k memory.Kind, how Effect) value {
	if th.fixed(rec, off) {
		return rec.Birth[off]
	}
	th.event()
	word := th.t.Load(rec.Var(th.t, off))
	th.effect = how
	th.loaded(rec, off, word)
	return th.Decode(k, word)
}

// Store stores a value plainly.
func (th *Thread) Store(p value, l *layout, v value) {
	o := th.Pointer(p)
	off := int(p.N)
	th.within(o, off, l.N)
	switch {
	case o.Shared == nil && th.history == nil:
		l.Put(o.Cells[off:], v)
	case o.Shared == nil:
		th.storeOwn(o, off, l, v)
	case !l.Agg:
		th.storeCell(o.Shared, off, v, PlainWrite)
	default:
		th.touches(o, off, l)
		for i, c := range v.Cells(l.N) {
			th.storeCell(o.Shared, off+i, c, PlainWrite)
		}
	}
}

// storeOwn stores to an object that no other goroutine reaches, in a loop that may wait.
func (th *Thread) storeOwn(o *object, off int, l *layout, v value) {
	var few [4]value
	before := append(few[:0], o.Cells[off:off+l.N]...)
	l.Put(o.Cells[off:], v)
	for i, old := range before {
		th.replaces(o, old, o.Cells[off+i])
	}
}

// storeCell stores to a cell of a published object; how is the effect of the event.
func (th *Thread) storeCell(rec *record, off int, v value, how Effect) {
	word, shared := th.Encode(v)
	if th.initialising() {
		rec.Set(off, word, shared)
		return
	}
	th.write(rec, off)
	th.event()
	th.t.Store(rec.Var(th.t, off), word)
	th.effect = how
	th.stored(rec, off, word)
}

// write notes that a cell of a published object is written. If that is news, the exploration so far
// lacked the events that read such cells.
func (th *Thread) write(rec *record, off int) {
	site := rec.Obj.Site
	if !th.initialising() && site.Write(off) {
		th.outdate(writtenFact(site, off), "%s%s is written after other goroutines may know it", site.Name, site.NameAt(off))
	}
}

// AtomicLoad loads a cell.
func (th *Thread) AtomicLoad(p value, k memory.Kind) value {
	x, rec, off := th.cell(p)
	if x != nil {
		return *x
	}
	return th.loadCell(rec, off, k, AtomicLoad)
}

// AtomicStore stores to a cell.
func (th *Thread) AtomicStore(p, v value) {
	x, rec, off := th.cell(p)
	if x != nil {
		th.replaces(p.R.(*object), *x, v)
		*x = v
		return
	}
	th.storeCell(rec, off, v, AtomicStore)
}

// cell returns the cell that p points to, if its object is not published; otherwise the object's record and the cell's offset.
func (th *Thread) cell(p value) (local *value, rec *record, off int) {
	th.open = false
	o := th.Pointer(p)
	off = int(p.N)
	th.within(o, off, 1)
	if o.Shared == nil {
		return &o.Cells[off], nil, off
	}
	return nil, o.Shared, off
}

// AtomicSwap exchanges the value of a cell.
func (th *Thread) AtomicSwap(p, v value, k memory.Kind) (old value) {
	x, rec, off := th.cell(p)
	if x != nil {
		old, *x = *x, v
		th.replaces(p.R.(*object), old, v)
		return old
	}
	word, shared := th.Encode(v)
	if th.initialising() {
		old = rec.Birth[off]
		rec.Set(off, word, shared)
		return old
	}
	th.write(rec, off)
	th.event()
	before := th.t.Swap(rec.Var(th.t, off), word)
	th.effect = AtomicUpdate
	th.wroteCell(rec, off, before, word)
	return th.Decode(k, before)
}

// CompareAndSwap stores to a cell that holds old; equal compares the values where no other goroutine can reach the cell. If it
// fails, it takes back what it has published, which no other goroutine has seen.
func (th *Thread) CompareAndSwap(p, old, v value, equal func(a, b value) bool) bool {
	initialising := th.initialising()
	x, rec, off := th.cell(p)
	if x != nil {
		if !equal(*x, old) {
			return false
		}
		th.replaces(p.R.(*object), *x, v)
		*x = v
		return true
	}
	mark := th.publisher.Mark()
	from, _ := th.Encode(old)
	to, shared := th.Encode(v)
	if initialising {
		if rec.First(off) != from {
			return false
		}
		rec.Set(off, to, shared)
		return true
	}
	th.write(rec, off)
	th.event()
	swapped := th.t.CompareAndSwap(rec.Var(th.t, off), from, to)
	if swapped {
		th.effect = AtomicUpdate
		th.wroteCell(rec, off, from, to)
		return true
	}
	th.effect = AtomicLoad
	if th.history != nil {
		th.history.failed = th.history.now
	}
	th.publisher.Retract(mark)
	return false
}

// Fetch changes a number, and returns its old value.
func (th *Thread) Fetch(p value, op operation.FetchOp, operand int64) (old int64) {
	x, rec, off := th.cell(p)
	if x != nil {
		old = x.N
		x.N = op.Apply(old, operand)
		th.replaces(p.R.(*object), value{N: old}, *x)
		return old
	}
	if th.initialising() {
		old = rec.First(off)
		n := op.Apply(old, operand)
		rec.Set(off, n, value{N: n})
		return old
	}
	th.write(rec, off)
	th.event()
	old = th.t.Fetch(rec.Var(th.t, off), op, operand)
	th.effect = AtomicUpdate
	th.wroteCell(rec, off, old, op.Apply(old, operand))
	return old
}

// When waits until the state in a cell is ready, and replaces it, in one event; it returns the state before. States are numbers,
// or words for a [memory.State]. The functions must be total. The caller reports the event's effect.
func (th *Thread) When(p value, what string, ready func(int64) bool, next func(int64) int64) int64 {
	x, rec, off := th.cell(p)
	if x != nil && ready(x.N) {
		before := x.N
		x.N = next(before)
		th.replaces(p.R.(*object), value{N: before}, *x)
		return before
	}
	if th.initialising() {
		if rec == nil || !ready(rec.First(off)) {
			th.Refuse("%s waits while packages are initialised", what)
		}
		before := rec.First(off)
		rec.Set(off, next(before), value{N: next(before)})
		return before
	}
	if rec == nil { // it will wait forever
		rec = th.publisher.Publish(p.R.(*object))
	}
	th.write(rec, off)
	before := th.t.When(th.waitsFor(rec, off, what), ready, next)
	if th.history != nil {
		th.wroteCell(rec, off, before, next(before))
	}
	return before
}

// waitsFor begins an event that waits for a cell of a published object.
func (th *Thread) waitsFor(rec *record, off int, what string) front.Var {
	th.event()
	th.awaits(rec)
	variable, note := rec.Noted(th.t, off, what, noteFor)
	th.t.Note(note, nil)
	return variable
}

// inner matches the names of the cells that synchronise within the types of package sync.
var inner = regexp.MustCompile(`(\.RWMutex|\.Mutex)?\.(w\.mu\.state|mu\.state|state\.v|notify\.wait|done\.v|sema)$`)

// noteFor names the owner of a cell: a lock, not its state.
func noteFor(what, cell string) string { return what + " " + inner.ReplaceAllString(cell, "$1") }

// Await is When without a change.
func (th *Thread) Await(p value, what string, ready func(int64) bool) int64 {
	x, rec, off := th.cell(p)
	if x != nil && ready(x.N) {
		return x.N
	}
	if rec != nil && th.fixed(rec, off) && ready(rec.First(off)) {
		return rec.First(off)
	}
	if th.initialising() {
		th.Refuse("%s waits while packages are initialised", what)
	}
	if rec == nil {
		rec = th.publisher.Publish(p.R.(*object))
	}
	return th.t.Await(th.waitsFor(rec, off, what), ready)
}

// State returns a number that a cell holds as its state.
func (th *Thread) State(p value) int64 { return th.AtomicLoad(p, memory.Number).N }
