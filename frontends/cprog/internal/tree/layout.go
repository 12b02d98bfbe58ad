package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// mostLeaves bounds the layout of one type.
const mostLeaves = 1 << 20

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
		*l = slices.Grow(*l, int(max(x.Len(), 0)))
		for i := range max(x.Len(), 0) {
			lay(l, n, x.Elem(), offset+i*Size(x.Elem()), name+"["+strconv.FormatInt(i, 10)+"]")
		}
	case *cc.StructType:
		layStruct(l, n, x, offset, name)
	case *cc.UnionType:
		layUnion(l, n, x, offset, name)
	default:
		if IsWide(t) {
			*l = append(*l, code.Leaf{Offset: offset, T: model.Uint64, Name: name + ".low"}, code.Leaf{Offset: offset + 8, T: model.Uint64, Name: name + ".high"})
			break
		}
		*l = append(*l, code.Leaf{Offset: offset, T: ScalarType(n, t), Name: name, Pointer: t.Kind() == cc.Ptr})
	}
	if len(*l) > mostLeaves {
		source.Refuse(n, "a variable is too large: it consists of more than %d numbers", mostLeaves)
	}
}

func layStruct(l *code.Layout, n cc.Node, t *cc.StructType, offset int64, name string) {
	r, last := RecordOf(t), Unit{Offset: -1}
	for i := range t.NumFields() {
		f, at := t.FieldByIndex(i), r.places[i]
		switch {
		case f.IsFlexibleArrayMember() || f.IsBitfield() && f.Name() == "":
		case !f.IsBitfield():
			lay(l, n, f.Type(), offset+at.bit/8, name+"."+f.Name())
		default:
			if at.unit.Offset != last.Offset {
				*l = append(*l, bitsLeaf(n, t, f, at.unit, offset, name))
			}
			last = at.unit
		}
	}
}

func bitsLeaf(n cc.Node, t cc.Type, f *cc.Field, u Unit, offset int64, name string) code.Leaf {
	if u.Bytes == 0 {
		refuseBits(n, t, f)
	}
	return code.Leaf{Offset: offset + u.Offset, T: BitsType(u), Name: name + "." + f.Name()}
}

// BitsType returns the type of the number that contains a bit-field.
func BitsType(u Unit) code.Scalar {
	t, _ := code.ScalarOf(u.Bytes, false)
	return t
}

func refuseBits(n cc.Node, t cc.Type, f *cc.Field) {
	source.Refuse(n, "bit-field %s of %s shares bytes with other members in a way that is not supported", f.Name(), t)
}

// layUnion lays out a union like its largest member; of several, like the one that consists
// of the fewest numbers. Where that has padding and another member has not, there are bytes.
func layUnion(l *code.Layout, n cc.Node, t *cc.UnionType, offset int64, name string) {
	var best, all code.Layout
	size, r := int64(-1), RecordOf(t)
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if f.IsBitfield() && f.Name() == "" {
			continue
		}
		var own code.Layout
		if f.IsBitfield() {
			own = code.Layout{bitsLeaf(n, t, f, r.places[i].unit, offset, name)}
		} else {
			lay(&own, n, f.Type(), offset, strings.TrimSuffix(name+"."+f.Name(), "."))
		}
		all = append(all, own...)
		if n := Size(f.Type()); n > size || n == size && len(own) < len(best) {
			best, size = own, n
		}
	}
	*l = append(*l, withBytes(best, all, name)...)
}

// withBytes returns l with a number of one byte for each byte that l does not cover and others do.
func withBytes(l, others code.Layout, name string) code.Layout {
	covered := map[int64]bool{}
	for _, leaf := range l {
		for k := range code.Size(leaf.T) {
			covered[leaf.Offset+k] = true
		}
	}
	for _, leaf := range others {
		for at := leaf.Offset; at < leaf.Offset+code.Size(leaf.T); at++ {
			if !covered[at] {
				covered[at] = true
				l = append(l, code.Leaf{Offset: at, T: model.Uint8, Name: fmt.Sprintf("%s.byte[%d]", name, at)})
			}
		}
	}
	slices.SortFunc(l, func(x, y code.Leaf) int { return cmp.Compare(x.Offset, y.Offset) })
	return l
}
