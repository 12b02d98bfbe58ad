package tree

import (
	"fmt"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// mostLeaves bounds the layout of one type.
const mostLeaves = 1 << 18

// LayoutFor returns the layout of t, the type of n.
func LayoutFor(n cc.Node, t cc.Type) (l code.Layout) {
	lay(&l, n, t, 0, "")
	return l
}

func lay(l *code.Layout, n cc.Node, t cc.Type, offset int64, name string) {
	if own := ofLibrary(t); own != nil {
		for _, leaf := range own {
			leaf.Offset, leaf.Name = leaf.Offset+offset, name+leaf.Name
			*l = append(*l, leaf)
		}
		return
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		if x.IsVLA() {
			source.Refuse(n, "variable-length arrays are not supported here")
		}
		if x.Len() > mostLeaves {
			source.Refuse(n, "an array of %d elements is too large: at most %d", x.Len(), mostLeaves)
		}
		for i := range max(x.Len(), 0) {
			lay(l, n, x.Elem(), offset+i*x.Elem().Size(), fmt.Sprintf("%s[%d]", name, i))
		}
	case *cc.StructType:
		layStruct(l, n, x, offset, name)
	case *cc.UnionType:
		layUnion(l, n, x, offset, name)
	default:
		*l = append(*l, code.Leaf{Offset: offset, T: ScalarType(n, t), Name: name})
	}
	if len(*l) > mostLeaves {
		source.Refuse(n, "a variable is too large: it consists of more than %d numbers", mostLeaves)
	}
}

func layStruct(l *code.Layout, n cc.Node, t *cc.StructType, offset int64, name string) {
	CheckBitFields(n, t)
	bits := int64(-1) // offset of the last bit-fields
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		switch {
		case f == nil || f.IsFlexibleArrayMember():
		case !f.IsBitfield():
			lay(l, n, f.Type(), offset+f.Offset(), name+"."+f.Name())
		case f.Offset() != bits:
			bits = f.Offset()
			*l = append(*l, code.Leaf{Offset: offset + bits, T: BitFieldType(n, f), Name: name + "." + f.Name()})
		}
	}
}

// layUnion lays out a union like its largest member; of several, like the one that consists
// of the fewest numbers.
func layUnion(l *code.Layout, n cc.Node, t *cc.UnionType, offset int64, name string) {
	var best code.Layout
	size := int64(-1)
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if f == nil || f.Type().Size() < size {
			continue
		}
		var own code.Layout
		if f.IsBitfield() {
			own = code.Layout{{Offset: offset, T: BitFieldType(n, f), Name: name + "." + f.Name()}}
		} else {
			lay(&own, n, f.Type(), offset, strings.TrimSuffix(name+"."+f.Name(), "."))
		}
		if f.Type().Size() > size || len(own) < len(best) {
			best, size = own, f.Type().Size()
		}
	}
	*l = append(*l, best...)
}

// BitFieldType returns the type of the number that contains f.
func BitFieldType(n cc.Node, f *cc.Field) code.Scalar {
	t, ok := code.ScalarOf(f.AccessBytes(), false)
	if !ok {
		source.Refuse(n, "a bit-field in %d bytes is not supported", f.AccessBytes())
	}
	return t
}
