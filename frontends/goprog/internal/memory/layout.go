package memory

import (
	"fmt"
	"go/types"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
)

// Layout says how the values of a type lie in memory: in N cells, each of which holds a number or a reference.
// A string, a slice, an interface, a function, a map, a channel and a pointer have one cell each. Blank fields
// have none.
type Layout struct {
	Of     types.Type
	N      int
	Agg    bool      // a struct or an array
	Fields []int     // of a struct: the offsets of its fields
	Parts  []*Layout // of a struct: the layouts of its fields
	Elem   *Layout   // of an array
	Groups []int     // the cells of WaitGroups in it
	Kind   Kind      // of the single cell of anything but an aggregate
}

// Kind says what a cell holds.
type Kind uint8

// The kinds of cells.
const (
	Number    Kind = iota
	Reference      // a word of the table, or 0
)

// mostCells bounds the size of a type.
const mostCells = 1 << 20

// Layouts are the layouts of all types of a program.
type Layouts struct {
	mu  sync.Mutex
	all typeutil.Map
}

// Of returns the layout of a type.
func (ls *Layouts) Of(t types.Type) *Layout {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	return ls.of(t)
}

func (ls *Layouts) of(t types.Type) *Layout {
	if l, ok := ls.all.At(t).(*Layout); ok {
		return l
	}
	l, made := &Layout{Of: t}, false
	ls.all.Set(t, l)
	defer func() {
		if !made { // it is too large
			ls.all.Delete(t)
		}
	}()
	switch u := t.Underlying().(type) {
	case *types.Struct:
		l.Agg = true
		for f := range u.Fields() {
			part := ls.of(f.Type())
			l.Fields, l.Parts = append(l.Fields, l.N), append(l.Parts, part)
			l.addGroups(part, l.N)
			if f.Name() != "_" {
				l.N += part.N
			}
		}
		if t.String() == "sync.WaitGroup" {
			l.Groups = []int{0}
		}
	case *types.Array:
		l.Agg, l.Elem = true, ls.of(u.Elem())
		if l.Elem.N > 0 && u.Len() > mostCells/int64(l.Elem.N) {
			panic(&Refusal{Problem: fmt.Sprintf("type %s is too large", t)})
		}
		l.N = int(u.Len()) * l.Elem.N
		for off := 0; off < l.N && l.Elem.Groups != nil; off += l.Elem.N {
			l.addGroups(l.Elem, off)
		}
	case *types.Tuple:
		l.Agg = true
	default:
		l.N, l.Kind = 1, Reference
		if b, ok := u.(*types.Basic); ok && b.Info()&(types.IsInteger|types.IsBoolean|types.IsFloat) != 0 {
			l.Kind = Number
		}
	}
	made = true
	return l
}

// addGroups adds the WaitGroups of a part at an offset.
func (l *Layout) addGroups(part *Layout, off int) {
	for _, at := range part.Groups {
		l.Groups = append(l.Groups, off+at)
	}
}

// KindAt returns the kind of the cell at an offset.
func (l *Layout) KindAt(off int) Kind { return l.cellAt(off).Kind }

// cellAt returns the layout of the cell at an offset.
func (l *Layout) cellAt(off int) *Layout {
	for l.Agg {
		l, off = l.part(off)
	}
	return l
}

// part returns the layout of the element or field that has the cell at an offset, and the cell's offset in it.
func (l *Layout) part(off int) (*Layout, int) {
	if l.Elem != nil {
		return l.Elem, off % l.Elem.N
	}
	k := l.field(off)
	return l.Parts[k], off - l.Fields[k]
}

// NameAt returns the name of the cell at an offset, as ".next" or "[2].key".
func (l *Layout) NameAt(off int) (name string) {
	for l.Agg {
		if l.Elem != nil {
			name += fmt.Sprintf("[%d]", off/l.Elem.N)
		} else {
			name += "." + l.Of.Underlying().(*types.Struct).Field(l.field(off)).Name()
		}
		l, off = l.part(off)
	}
	return name
}

// field returns the index of the struct field that has the cell at an offset.
func (l *Layout) field(off int) int {
	for k, from := range l.Fields {
		if off >= from && off < from+l.Parts[k].N && l.Of.Underlying().(*types.Struct).Field(k).Name() != "_" {
			return k
		}
	}
	panic(fmt.Sprintf("goprog: %s has no cell %d", l.Of, off))
}

// Zero returns the zero value.
func (l *Layout) Zero() Value {
	if l.Agg {
		return Value{R: make([]Value, l.N)}
	}
	return Value{}
}

// From returns the value of this layout at an offset in the cells of a larger one.
func (l *Layout) From(cells []Value, off int) Value {
	if l.Agg {
		return Value{R: cells[off : off+l.N : off+l.N]}
	}
	return cells[off]
}

// Put copies v to cells.
func (l *Layout) Put(cells []Value, v Value) {
	switch from, ok := v.R.([]Value); {
	case !l.Agg:
		cells[0] = v
	case ok:
		copy(cells[:l.N], from)
	default:
		clear(cells[:l.N])
	}
}

// Refusal says what is not supported, or what is wrong with a package.
type Refusal struct{ Problem string }

func (r *Refusal) Error() string { return r.Problem }

// Field returns the offset and the layout of the struct field with that name. It panics with a [Refusal] if there is none.
func (l *Layout) Field(name string) (off int, part *Layout) {
	u := l.Of.Underlying().(*types.Struct)
	for k := range u.NumFields() {
		if u.Field(k).Name() == name {
			return l.Fields[k], l.Parts[k]
		}
	}
	panic(&Refusal{Problem: l.Of.String() + " has no field " + name})
}

// Has reports whether a value of layout part may be at an offset in consecutive elements of l.
func (l *Layout) Has(off int, part *Layout) bool {
	for {
		if types.Identical(l.Of, part.Of) || types.Identical(l.Of.Underlying(), part.Of.Underlying()) {
			return l.N == 0 || off%l.N == 0
		}
		if !l.Agg || l.N == 0 {
			return false
		}
		l, off = l.part(off % l.N)
	}
}
