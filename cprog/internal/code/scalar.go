package code

import "dporbench/model"

// Scalar is the type of a value in a register or a variable: an integer type.
// Addresses are Uint64, and so are the addresses of functions. A register holds the
// value extended to int64 as the type says.
type Scalar = model.IntType

// Size is the size of t in bytes.
func Size(t Scalar) int64 { return 8 >> (t & 3) }

// Signed reports whether t has a sign.
func Signed(t Scalar) bool { return t < model.Uint64 }

// ScalarOf is the integer type of that size in bytes; ok is false if there is none.
func ScalarOf(bytes int64, signed bool) (t Scalar, ok bool) {
	for t := model.Int64; t <= model.Uint8; t++ {
		if Size(t) == bytes && (t < model.Uint64) == signed {
			return t, true
		}
	}
	return 0, false
}

// Cut is v in type t, as a conversion in C has it.
func Cut(t Scalar, v int64) int64 {
	beyond := (64 - 8*Size(t)) & 63
	if Signed(t) {
		return v << beyond >> beyond
	}
	return int64(uint64(v) << beyond >> beyond)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// LittleEndian is the number that the bytes are, without a sign.
func LittleEndian(bytes []byte) (v int64) {
	for k := len(bytes) - 1; k >= 0; k-- {
		v = v<<8 | int64(bytes[k])
	}
	return v
}

// PutLittleEndian makes bytes of v.
func PutLittleEndian(bytes []byte, v int64) {
	for k := range bytes {
		bytes[k] = byte(v >> (8 * k))
	}
}
