package compiling

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// Code may get at the memory of a string by converting a pointer to it to a *reflect.StringHeader, reading only the header's fields, and
// converting Data to an unsafe.Pointer. Callers of the runtime's hash functions do this.

// isHeader reports whether v is such a *reflect.StringHeader.
func isHeader(v ssa.Value) bool {
	c, ok := v.(*ssa.Convert)
	if !ok || types.TypeString(c.Type(), nil) != "*reflect.StringHeader" {
		return false
	}
	from, ok := c.X.(*ssa.Convert)
	if !ok || !isPointer(from.X.Type()) || !isString(from.X.Type().Underlying().(*types.Pointer).Elem()) {
		return false
	}
	for _, use := range *c.Referrers() {
		f, ok := use.(*ssa.FieldAddr)
		if !ok || !readOnly(f) {
			return false
		}
	}
	return true
}

// readOnly reports whether a field of a header is only read, and Data only to be converted to an unsafe.Pointer.
func readOnly(f *ssa.FieldAddr) bool {
	for _, use := range *f.Referrers() {
		load, ok := use.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return false
		}
		for _, use := range *load.Referrers() {
			c, ok := use.(*ssa.Convert)
			if f.Field == dataField && (!ok || !isUnsafe(c.Type().Underlying())) {
				return false
			}
		}
	}
	return true
}

const dataField = 0

// A pointer to an any, or to a string or a slice of bytes whose fields are only read, may also be converted to one to a structure that shows its parts. The structure is a copy, so the variable must
// not change afterwards.

// viewed returns the variable whose parts a conversion shows, or nil.
func viewed(i *ssa.Convert) *ssa.Alloc {
	to, ok := i.Type().Underlying().(*types.Pointer)
	from, converted := i.X.(*ssa.Convert)
	if !ok || !converted || !isUnsafe(i.X.Type()) {
		return nil
	}
	s, ok := to.Elem().Underlying().(*types.Struct)
	a, local := from.X.(*ssa.Alloc)
	if !ok || !local || s.NumFields() != 2 || !storedOnce(a) {
		return nil
	}
	of, first, second := a.Type().(*types.Pointer).Elem().Underlying(), s.Field(0).Type().Underlying(), s.Field(1).Type().Underlying()
	isAny := types.Identical(of, types.NewInterfaceType(nil, nil)) && types.Identical(first, types.Typ[types.Uintptr]) && isUnsafe(second)
	isText := (isString(of) || isBytes(of)) && isUnsafe(first) && types.Identical(second, types.Typ[types.Int])
	if isAny || isText && onlyRead(i) {
		return a
	}
	return nil
}

func isBytes(t types.Type) bool {
	s, ok := t.(*types.Slice)
	return ok && types.Identical(s.Elem().Underlying(), types.Typ[types.Byte])
}

// storedOnce reports whether a variable is set once, where it is declared.
func storedOnce(a *ssa.Alloc) bool {
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if stores++; use.Addr != a || use.Block() != a.Block() {
				return false
			}
		case *ssa.UnOp, *ssa.Convert, *ssa.DebugRef:
		default:
			return false
		}
	}
	return stores == 1
}

// onlyRead reports whether the fields of what v points to are only loaded.
func onlyRead(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		f, ok := use.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		for _, use := range *f.Referrers() {
			if load, ok := use.(*ssa.UnOp); !ok || load.Op != token.MUL {
				return false
			}
		}
	}
	return true
}

// view compiles such a conversion.
func (c *compiler) view(a *ssa.Alloc, i *ssa.Convert, d int) op {
	of := a.Type().(*types.Pointer).Elem()
	l, p, site := c.Layouts.Of(of), c.operand(a), c.site("header", c.Layouts.Of(i.Type().Underlying().(*types.Pointer).Elem()), false)
	boxed, bytes := c.site("boxed", nil, false), c.site("string", c.Layouts.Of(types.Typ[types.Uint8]), true)
	return c.placed(func(fr *frame) {
		v := fr.Th.Load(fr.Get(p), l)
		fr.Th.Sound(v)
		made := machine.NewObject(site, 2)
		cells := made.R.(*memory.Object).Cells
		switch {
		case isString(of.Underlying()):
			cells[0], cells[1] = machine.StringData(bytes, v.Text()), value{N: int64(len(v.Text()))}
		case isBytes(of.Underlying()):
			s := machine.SliceOf(v)
			cells[1] = value{N: s.Len}
			if s.O != nil {
				cells[0] = value{N: s.Off, R: s.O}
			}
		case v.R != nil:
			cells[0], cells[1] = fr.Th.Parts(v, boxed.Name)
		}
		fr.R[d] = made
	})
}

// A pointer to a structure of a string and a capacity may be converted to one to a slice of bytes that is only loaded: the first two words of a slice are
// as in a string.

// textViewed returns the pointer to such a structure, or nil.
func textViewed(i *ssa.Convert) ssa.Value {
	from, converted := i.X.(*ssa.Convert)
	if !isPointer(i.Type()) || !converted || !isUnsafe(i.X.Type()) || !isPointer(from.X.Type()) || !loadedAtOnce(i) {
		return nil
	}
	s, ok := from.X.Type().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok || s.NumFields() != 2 || !isString(s.Field(0).Type()) || !types.Identical(s.Field(1).Type().Underlying(), types.Typ[types.Int]) ||
		!isBytes(i.Type().(*types.Pointer).Elem().Underlying()) {
		return nil
	}
	return from.X
}

// loadedAtOnce reports whether v is a pointer that is only loaded from, in its own block.
func loadedAtOnce(v *ssa.Convert) bool {
	for _, use := range *v.Referrers() {
		if load, ok := use.(*ssa.UnOp); !ok || load.Op != token.MUL || load.Block() != v.Block() {
			return false
		}
	}
	return true
}

// viewText compiles such a conversion.
func (c *compiler) viewText(from ssa.Value, d int) op {
	l, p := c.Layouts.Of(from.Type().(*types.Pointer).Elem()), c.operand(from)
	site := c.site("header", c.Layouts.Of(types.NewSlice(types.Typ[types.Uint8])), false)
	bytes := c.site("string", c.Layouts.Of(types.Typ[types.Uint8]), true)
	return c.placed(func(fr *frame) {
		cells := fr.Th.Load(fr.Get(p), l).Cells(l.N)
		fr.Th.Sound(cells[0])
		text := cells[0].Text()
		if cells[1].N != int64(len(text)) {
			fr.Th.Refuse("a slice with the bytes of a string, and a capacity that is not their number, is not supported")
		}
		made := machine.NewObject(site, 1)
		if at := machine.StringData(bytes, text); text != "" {
			made.R.(*memory.Object).Cells[0] = value{R: &memory.Slice{O: at.R.(*memory.Object), Off: at.N, Len: cells[1].N, Cap: cells[1].N}}
		}
		fr.R[d] = made
	})
}

// headerField returns the field of a header that v reads; ok is false if v reads none.
func headerField(v ssa.Value) (field int, ok bool) {
	load, isLoad := v.(*ssa.UnOp)
	if !isLoad || load.Op != token.MUL {
		return 0, false
	}
	f, isField := load.X.(*ssa.FieldAddr)
	if !isField || !isHeader(f.X) {
		return 0, false
	}
	return f.Field, true
}

// header compiles an operation on a header; nil if i is not one. A pointer to the header is the pointer to the string.
func (c *compiler) header(i ssa.Instruction, d int) op {
	v, ok := i.(ssa.Value)
	if !ok {
		return nil
	}
	switch i := i.(type) {
	case *ssa.FieldAddr:
		if isHeader(i.X) {
			return c.copies(i.X, d)
		}
	case *ssa.Convert:
		if a := viewed(i); a != nil && !isHeader(i) {
			return c.view(a, i, d)
		}
		if from := textViewed(i); from != nil {
			return c.viewText(from, d)
		}
		if field, ok := headerField(i.X); isHeader(i) || ok && field == dataField {
			return c.copies(i.X, d)
		}
	case *ssa.UnOp:
		field, ok := headerField(v)
		if !ok {
			return nil
		}
		text, p := c.Layouts.Of(types.Typ[types.String]), c.operand(i.X)
		site := c.site("string", c.Layouts.Of(types.Typ[types.Uint8]), true)
		return c.placed(func(fr *frame) {
			s := fr.Th.Load(fr.Get(p), text)
			fr.Th.Sound(s)
			if fr.R[d] = (value{N: int64(len(s.Text()))}); field == dataField {
				fr.R[d] = machine.StringData(site, s.Text())
			}
		})
	}
	return nil
}
