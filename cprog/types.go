package cprog

import (
	"fmt"
	"strings"

	"dporbench/model"

	"modernc.org/cc/v4"
)

func isAggregate(t cc.Type) bool {
	switch t.Kind() {
	case cc.Struct, cc.Union, cc.Array:
		return true
	}
	return false
}

func isRecord(t cc.Type) bool { return t.Kind() == cc.Struct || t.Kind() == cc.Union }

// scalarType is how a value of type t is kept.
func scalarType(n cc.Node, t cc.Type) scalar {
	switch {
	case t.Kind() == cc.Ptr || t.Kind() == cc.Function || t.Kind() == cc.Array:
		return model.Uint64
	case t.Kind() == cc.Bool:
		return model.Uint8
	case cc.IsFloatingPointType(t) || cc.IsComplexType(t):
		refuse(n, "floating point is not supported")
	case cc.IsIntegerType(t):
		if s, ok := scalarOf(t.Size(), cc.IsSignedInteger(t)); ok {
			return s
		}
		refuse(n, "integers of %d bytes are not supported", t.Size())
	}
	refuse(n, "a value of type %s is not supported here", t)
	return 0
}

// pointee is what a pointer points to, or an array consists of; nil for anything else.
func pointee(t cc.Type) cc.Type {
	switch x := t.(type) {
	case *cc.PointerType:
		return x.Elem()
	case *cc.ArrayType:
		return x.Elem()
	}
	return nil
}

// stride is how far apart elements of type t are. Those of void and of functions are
// bytes.
func stride(n cc.Node, t cc.Type) int64 {
	switch t.Kind() {
	case cc.Void, cc.Function:
		return 1
	}
	if a, ok := t.(*cc.ArrayType); ok && a.IsVLA() {
		refuse(n, "variable-length arrays are not supported")
	}
	if t.Size() < 0 || t.IsIncomplete() {
		refuse(n, "the size of %s is not known", t)
	}
	return t.Size()
}

// layoutOf is the index of the layout of t.
func (c *compiler) layoutOf(n cc.Node, t cc.Type) int64 {
	key := fmt.Sprintf("%s/%d", t, t.Size())
	if isRecord(t) {
		key += fmt.Sprintf("/%p", t)
	}
	if i, known := c.layouts[key]; known {
		return i
	}
	var l layout
	l.add(n, t, 0, "")
	c.program.layouts = append(c.program.layouts, l)
	i := int64(len(c.program.layouts) - 1)
	c.layouts[key] = i
	return i
}

// mostLeaves bounds the layout of one type.
const mostLeaves = 1 << 18

func (l *layout) add(n cc.Node, t cc.Type, offset int64, name string) {
	switch x := t.(type) {
	case *cc.ArrayType:
		if x.IsVLA() {
			refuse(n, "variable-length arrays are not supported")
		}
		if x.Len() > mostLeaves {
			refuse(n, "an array of %d elements is too large: at most %d", x.Len(), mostLeaves)
		}
		for i := range max(x.Len(), 0) {
			l.add(n, x.Elem(), offset+i*x.Elem().Size(), fmt.Sprintf("%s[%d]", name, i))
		}
	case *cc.StructType:
		l.addStruct(n, x, offset, name)
	case *cc.UnionType:
		l.addUnion(n, x, offset, name)
	default:
		*l = append(*l, leaf{offset: offset, t: scalarType(n, t), name: name})
	}
	if len(*l) > mostLeaves {
		refuse(n, "a variable is too large: it consists of more than %d numbers", mostLeaves)
	}
}

func (l *layout) addStruct(n cc.Node, t *cc.StructType, offset int64, name string) {
	if tag := t.Tag(); tag.SrcStr() == "__cprog_mutex" {
		*l = append(*l, leaf{offset, model.Int32, aMutex, name})
		return
	}
	bits := int64(-1) // where the last bit-fields lie
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		switch {
		case f == nil || f.IsFlexibleArrayMember():
		case !f.IsBitfield():
			l.add(n, f.Type(), offset+f.Offset(), name+"."+f.Name())
		case f.Offset() != bits:
			bits = f.Offset()
			*l = append(*l, leaf{offset: offset + bits, t: bitFieldType(n, f), name: name + "." + f.Name()})
		}
	}
}

// addUnion lays out a union as its largest member. The others may be used if they
// consist of numbers of the same sizes in the same places.
func (l *layout) addUnion(n cc.Node, t *cc.UnionType, offset int64, name string) {
	var largest *cc.Field
	for i := range t.NumFields() {
		if f := t.FieldByIndex(i); f != nil && (largest == nil || f.Type().Size() > largest.Type().Size()) {
			largest = f
		}
	}
	if largest != nil {
		l.add(n, largest.Type(), offset, strings.TrimSuffix(name+"."+largest.Name(), "."))
	}
}

// bitFieldType is the type of the number of which f is a part.
func bitFieldType(n cc.Node, f *cc.Field) scalar {
	t, ok := scalarOf(f.AccessBytes(), false)
	if !ok {
		refuse(n, "a bit-field in %d bytes is not supported", f.AccessBytes())
	}
	return t
}
