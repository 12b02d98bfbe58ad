package cprog

import "dporbench/model"

// scalar is the type of a value in a register or a variable: an integer type.
// Addresses are Uint64, and so are the addresses of functions. A register holds the
// value extended to int64 as the type says.
type scalar = model.IntType

func size(t scalar) int64 { return 8 >> (t & 3) }

func signed(t scalar) bool { return t < model.Uint64 }

// scalarOf is the integer type of that size in bytes; ok is false if there is none.
func scalarOf(bytes int64, signed bool) (t scalar, ok bool) {
	for t := model.Int64; t <= model.Uint8; t++ {
		if size(t) == bytes && (t < model.Uint64) == signed {
			return t, true
		}
	}
	return 0, false
}

// cut is v in type t, as a conversion in C has it.
func cut(t scalar, v int64) int64 {
	switch t {
	case model.Int32:
		return int64(int32(v))
	case model.Int16:
		return int64(int16(v))
	case model.Int8:
		return int64(int8(v))
	case model.Uint32:
		return int64(uint32(v))
	case model.Uint16:
		return int64(uint16(v))
	case model.Uint8:
		return int64(uint8(v))
	}
	return v
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
