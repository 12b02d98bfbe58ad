package memory

import (
	"go/types"
	"runtime"
	"slices"
)

var sizes = types.SizesFor("gc", runtime.GOARCH)

// SizeOf returns the size in bytes of a value of a type.
func SizeOf(t types.Type) int64 { return sizes.Sizeof(t) }

// AlignOf returns the alignment in bytes of a value of a type.
func AlignOf(t types.Type) int64 { return sizes.Alignof(t) }

// OffsetOf returns the offset in bytes of a field of a struct.
func OffsetOf(s *types.Struct, k int) int64 {
	var fields []*types.Var
	for f := range s.Fields() {
		fields = append(fields, f)
	}
	return sizes.Offsetsof(fields)[k]
}

// HasPointers reports whether values of a type contain pointers.
func HasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && HasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if HasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// classes are the sizes of the blocks in which the runtime allocates small objects.
var classes = []int64{
	8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704,
	768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096, 4864, 5120, 5376, 6144, 6528, 6784, 6912, 8192,
	9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672, 32768,
}

const (
	header     = 8   // of a block with pointers
	headerless = 512 // largest size up to which such a block has none
	pageSize   = 8192
)

// RoundedUp returns how many elements of a size fit into the block that the runtime allocates for n of them.
func RoundedUp(n, size int64, pointers bool) int64 {
	if size == 0 || n == 0 {
		return n
	}
	bytes := n * size
	extra := int64(0)
	if pointers && bytes > headerless {
		extra = header
	}
	if bytes+extra <= classes[len(classes)-1] && bytes <= classes[len(classes)-1]-header {
		k, _ := slices.BinarySearch(classes, bytes+extra)
		return (classes[k] - extra) / size
	}
	return (bytes + pageSize - 1) / pageSize * pageSize / size
}

// Grown returns the capacity to which append grows a slice for a number of elements.
func Grown(old, needed, size int64, pointers bool) int64 {
	const small = 256
	n := old
	switch {
	case needed > 2*old:
		n = needed
	case old < small:
		n = 2 * old
	default:
		for n < needed {
			n += (n + 3*small) / 4
		}
	}
	if size == 0 {
		return needed
	}
	return RoundedUp(n, size, pointers)
}
