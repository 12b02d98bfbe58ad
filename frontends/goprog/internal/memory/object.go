package memory

import (
	"fmt"
	"sync/atomic"

	"dporbench/model/front"
)

// Object is memory made at once: the cells of a variable or of the array of a slice, or the one cell that
// holds the contents of a map or the state of a channel.
type Object struct {
	Site   *Site
	Cells  []Value // until it is published
	Cap    int64   // of a channel
	Made   int64   // the iteration of its goroutine in which it was made, until it is published; see package machine
	Shared *Record // once it is published
}

// Record is a published object. It never changes, except for its variables, which are made when first used.
type Record struct {
	Word  int64
	Name  string // for people
	Obj   *Object
	Birth []Value // the values of the cells when it was published
	words []int64 // the words of those
	check uint64
	vars  []atomic.Pointer[variable]
}

// Site is an instruction that makes objects. What is found out about one of its objects is assumed of all.
type Site struct {
	ID      string // the same in all processes
	Name    string // for people
	Elem    *Layout
	Array   bool   // it makes the arrays of slices, of Elem
	Group   *Group // of the channels
	written []atomic.Bool
}

// Group is channels between which a goroutine may select: one variable holds the state of all.
type Group struct {
	parent *Group
	Var    front.Var
}

// Root represents all groups that have been joined with g. It is nil if g is.
func (g *Group) Root() *Group {
	for g != nil && g.parent != nil {
		g = g.parent
	}
	return g
}

// Join makes g part of h.
func (g *Group) Join(h *Group) {
	if g, h = g.Root(), h.Root(); g != h {
		g.parent = h
	}
}

// NewSite returns a site.
func NewSite(id, name string, elem *Layout, array bool) *Site {
	cells := 1
	if elem != nil {
		cells = max(1, elem.N)
	}
	return &Site{ID: id, Name: name, Elem: elem, Array: array, written: make([]atomic.Bool, cells)}
}

// Cells returns how many cells are distinguished: those of an element, if the site makes arrays.
func (s *Site) Cells() int { return len(s.written) }

// Place returns which of these the cell at an offset is.
func (s *Site) Place(off int) int { return off % len(s.written) }

// Written reports whether a cell at that offset has ever been written after its object was published. If
// not, it still holds its value of that moment.
func (s *Site) Written(off int) bool { return s.written[off%len(s.written)].Load() }

// Write notes that such a cell has been written; it reports whether that is news.
func (s *Site) Write(off int) (news bool) {
	return s.written[off%len(s.written)].CompareAndSwap(false, true)
}

// NameAt returns the name of the cell at that offset of an object, to follow the object's name.
func (s *Site) NameAt(off int) string {
	switch {
	case s.Elem == nil || s.Elem.N == 0:
		return ""
	case s.Array:
		return fmt.Sprintf("[%d]", off/s.Elem.N) + s.Elem.NameAt(off%s.Elem.N)
	}
	return s.Elem.NameAt(off)
}

// Same reports whether a and b are one object.
func Same(a, b *Object) bool {
	return a == b || a != nil && b != nil && a.Shared != nil && b.Shared != nil && a.Shared.Word == b.Shared.Word
}

// Set changes the initial value of a cell, while packages are initialised and no other goroutine exists.
func (r *Record) Set(off int, word int64, v Value) { r.words[off], r.Birth[off] = word, v }

// isWritten reports whether a cell has ever been written, of this object or of another one of its site.
func (r *Record) isWritten() bool {
	for off := range r.Obj.Site.Cells() {
		if r.Obj.Site.Written(off) {
			return true
		}
	}
	return false
}

// First returns the word for the initial value of a cell.
func (r *Record) First(off int) int64 { return r.words[off] }

// variable is the variable of a cell.
type variable struct {
	front.Var
	notes atomic.Pointer[note]
}

// note is a readable description of an operation on a variable, in a linked list.
type note struct {
	what, text string
	next       *note
}

// Var returns the variable of the cell at that offset.
func (r *Record) Var(t *front.Thread, off int) front.Var { return r.variable(t, off).Var }

// Variable is Var if the variable has been made.
func (r *Record) Variable(off int) (x front.Var, ok bool) {
	if made := r.vars[off].Load(); made != nil {
		return made.Var, true
	}
	return x, false
}

// Now returns the word of a cell in a state, where value returns the one of a variable that an event has been on.
func (r *Record) Now(off int, value func(front.Var) (word int64, ok bool)) int64 {
	if x, ok := r.Variable(off); ok {
		if word, ok := value(x); ok {
			return word
		}
	}
	return r.First(off)
}

func (r *Record) variable(t *front.Thread, off int) *variable {
	if x := r.vars[off].Load(); x != nil {
		return x
	}
	address := digest{}.number(r.Word).number(int64(off)).word() // objects have no addresses near each other
	x := &variable{Var: t.VarAt(front.Location{Address: address, Size: 1, Name: r.CellName(off)}, r.words[off])}
	r.vars[off].Store(x)
	return x
}

// CellName returns the name of the cell at that offset.
func (r *Record) CellName(off int) string { return r.Name + r.Obj.Site.NameAt(off) }

// Noted returns the variable of a cell, with a readable description of an operation on it: make makes that from the name of the cell,
// once for each operation.
func (r *Record) Noted(t *front.Thread, off int, what string, make func(what, name string) string) (front.Var, string) {
	x := r.variable(t, off)
	first := x.notes.Load()
	for n := first; n != nil; n = n.next {
		if n.what == what {
			return x.Var, n.text
		}
	}
	n := &note{what, make(what, r.CellName(off)), first}
	x.notes.CompareAndSwap(first, n)
	return x.Var, n.text
}
