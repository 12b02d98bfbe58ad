package code

import "dporbench/model"

// Scalar is the type of a value in a register or a variable: an integer type.
// Addresses, including addresses of functions, are Uint64. A register holds the
// value extended to int64 according to its type.
type Scalar = model.IntType

// Size is the size of t in bytes.
func Size(t Scalar) int64 { return 8 >> (t & 3) }

// Signed reports whether t is signed.
func Signed(t Scalar) bool { return t < model.Uint64 }

// ScalarOf returns the integer type of that size in bytes; ok is false if there is none.
func ScalarOf(bytes int64, signed bool) (t Scalar, ok bool) {
	for t := model.Int64; t <= model.Uint8; t++ {
		if Size(t) == bytes && (t < model.Uint64) == signed {
			return t, true
		}
	}
	return 0, false
}

// Cut converts v to type t as C does.
func Cut(t Scalar, v int64) int64 {
	beyond := (64 - 8*Size(t)) & 63
	if Signed(t) {
		return v << beyond >> beyond
	}
	return int64(uint64(v) << beyond >> beyond)
}

// Truth is 1 for true and 0 for false, as in C.
func Truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// LittleEndian returns the unsigned number in bytes.
func LittleEndian(bytes []byte) (v int64) {
	for k := len(bytes) - 1; k >= 0; k-- {
		v = v<<8 | int64(bytes[k])
	}
	return v
}

// PutLittleEndian writes v to bytes.
func PutLittleEndian(bytes []byte, v int64) {
	for k := range bytes {
		bytes[k] = byte(v >> (8 * k))
	}
}
