package language

import (
	"hash/maphash"
	"math"
	"reflect"
	"unsafe"
)

//go:noescape
//go:linkname memhash runtime.memhash
func memhash(p unsafe.Pointer, seed, n uintptr) uintptr

func hashed(s string, seed uintptr) uintptr {
	header := (*reflect.StringHeader)(unsafe.Pointer(&s))
	return memhash(unsafe.Pointer(header.Data), seed, uintptr(header.Len))
}

//go:noescape
//go:linkname typehash runtime.typehash
func typehash(t uintptr, p unsafe.Pointer, seed uintptr) uintptr

// partsOfAny and partsOfText are how the compiler represents these.
type partsOfAny struct {
	t uintptr
	p unsafe.Pointer
}

type partsOfText struct {
	p unsafe.Pointer
	n int
}

// hasher hashes as a map does.
func hasher[T comparable]() func(T, uintptr) uintptr {
	var zero T
	var boxed any = zero
	parts := (*partsOfAny)(unsafe.Pointer(&boxed))
	return func(v T, seed uintptr) uintptr { return typehash(parts.t, unsafe.Pointer(&v), seed) }
}

// hashedBoxed hashes the value in an interface.
func hashedBoxed(v any, seed uintptr) uintptr {
	parts := (*partsOfAny)(unsafe.Pointer(&v))
	return typehash(parts.t, parts.p, seed)
}

func hashedBytes(b []byte, seed uintptr) uintptr {
	parts := (*partsOfText)(unsafe.Pointer(&b))
	return memhash(parts.p, seed, uintptr(parts.n))
}

type key struct {
	n    int
	text string
	f    float64
	any  any
	at   [2]bool
}

// Hashes checks that equal strings have equal hashes.
func Hashes() {
	check(summed("abc") == 'a'+'b'+'c' && summed("") == 0, "bytes of a string")
	check(hashedBytes([]byte("ab"), 1) == hashedBytes(new([3]byte{'a', 'b'})[:2], 1), "bytes of an array")
	a, b := "hash", "xhash"[1:]
	check(hashed(a, 1) == hashed(b, 1) && hashed(a, 1) != hashed("Hash", 1) && hashed(a, 1) != hashed(a, 2), "the runtime's hash")
	check(hashedBytes([]byte("xhash")[1:], 1) == hashedBytes([]byte(a), 1) && hashedBytes([]byte(a), 1) != hashedBytes([]byte(a), 2), "the runtime's hash of bytes")
	h1, k := hasher[key](), key{1, a, 0, 2.5, [2]bool{true}}
	same, other := key{1, b, math.Copysign(0, -1), 2.5, [2]bool{true}}, key{1, a, 0, 2, [2]bool{true}}
	check(k == same && h1(k, 1) == h1(same, 1) && h1(k, 1) != h1(other, 1) && h1(k, 1) != h1(k, 2), "the runtime's hash of a structure")
	check(hashedBoxed(k, 1) == h1(k, 1) && hashedBoxed(a, 1) == hasher[string]()(b, 1) && hashedBoxed(7, 1) != hashedBoxed(8, 1), "the hash of an any")
	seed := maphash.MakeSeed()
	var h maphash.Hash
	h.SetSeed(seed)
	_, _ = h.WriteString(a[:1])
	_, _ = h.Write([]byte(a[1:]))
	check(h.Sum64() == maphash.String(seed, b) && maphash.String(seed, b) == maphash.Bytes(seed, []byte(a)) && h.Sum64() != maphash.String(seed, "Hash"), "maphash")
}

type headerOfBytes struct {
	text     string
	capacity int
}

// summed sums the bytes of a string without a copy.
func summed(s string) (sum int) {
	for _, b := range *(*[]byte)(unsafe.Pointer(&headerOfBytes{s, len(s)})) {
		sum += int(b)
	}
	return sum
}
