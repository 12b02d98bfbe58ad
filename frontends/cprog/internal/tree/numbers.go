package tree

import (
	"dporbench/frontends/cprog/internal/code"

	"modernc.org/cc/v4"
)

// Numbers returns the extents of the numbers of t, the type of n, in the order of their addresses. Padding and objects of the library
// are in none.
func Numbers(n cc.Node, t cc.Type) (all []code.Extent) {
	if a, ok := t.(*cc.ArrayType); ok {
		return repeated(Numbers(n, a.Elem()), a.Len(), Size(a.Elem()))
	}
	for _, leaf := range LayoutFor(n, t) {
		if leaf.Role == code.Plain {
			all = joined(all, code.Extent{Offset: leaf.Offset, Size: code.Size(leaf.T)})
		}
	}
	return all
}

// repeated returns the extents of an array whose elements have these.
func repeated(of []code.Extent, length, size int64) (all []code.Extent) {
	if len(of) == 1 && of[0] == (code.Extent{Offset: 0, Size: size}) {
		return []code.Extent{{Offset: 0, Size: length * size}}
	}
	for k := range max(length, 0) {
		for _, e := range of {
			all = joined(all, code.Extent{Offset: e.Offset + k*size, Size: e.Size})
		}
	}
	return all
}

// joined returns all with e, which begins after the last one or at its end.
func joined(all []code.Extent, e code.Extent) []code.Extent {
	if last := len(all) - 1; last >= 0 && all[last].Offset+all[last].Size == e.Offset {
		all[last].Size += e.Size
		return all
	}
	return append(all, e)
}
