package tree

import (
	"fmt"
	"slices"

	"dporbench/frontends/cprog/internal/code"

	"modernc.org/cc/v4"
)

// A variable of the file may give elements to the flexible array member at the end of its struct, which then is part of the variable.

// flexible returns the last member of t and its offset, if that is a flexible array.
func flexible(t cc.Type) (elem cc.Type, name string, offset int64, ok bool) {
	s, isStruct := t.(*cc.StructType)
	if !isStruct || s.IsIncomplete() || s.NumFields() == 0 {
		return nil, "", 0, false
	}
	last := s.FieldByIndex(s.NumFields() - 1)
	if !last.IsFlexibleArrayMember() {
		return nil, "", 0, false
	}
	return Pointee(last.Type()), last.Name(), RecordOf(s).places[s.NumFields()-1].bit / 8, true
}

// SizeWith returns the size of a variable of type t with that initialiser, which may be nil.
func SizeWith(t cc.Type, init *cc.Initializer) int64 {
	size := Size(t)
	if elem, _, offset, ok := flexible(t); ok && init != nil {
		size = max(size, offset+elementsOf(init, offset, elem)*Size(elem))
	}
	return size
}

// elementsOf returns the number of elements that an initialiser gives to the array at offset.
func elementsOf(init *cc.Initializer, offset int64, elem cc.Type) (n int64) {
	for l := init.InitializerList; l != nil; l = l.InitializerList {
		n = max(n, elementsOf(l.Initializer, offset, elem))
	}
	if e := init.AssignmentExpression; e != nil && init.Offset() >= offset && Size(elem) > 0 {
		length := max(init.Len(), 1)
		if s, ok := StringBytes(e); ok && elem.Kind() != cc.Ptr {
			length = int64(len(s)) / Size(elem)
		}
		n = max(n, (init.Offset()-offset)/Size(elem)+length)
	}
	return n
}

// LayoutWith returns the layout of a variable of type t with that initialiser; l is the layout of t.
func LayoutWith(l code.Layout, t cc.Type, init *cc.Initializer) code.Layout {
	elem, name, offset, ok := flexible(t)
	if !ok || init == nil {
		return l
	}
	l = slices.Clone(l)
	for k := range elementsOf(init, offset, elem) {
		lay(&l, init, elem, offset+k*Size(elem), fmt.Sprintf(".%s[%d]", name, k))
	}
	return l
}
