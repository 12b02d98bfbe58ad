package compiling

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
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
