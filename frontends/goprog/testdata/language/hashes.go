package language

import (
	"hash/maphash"
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

// Hashes checks that equal strings have equal hashes.
func Hashes() {
	a, b := "hash", "xhash"[1:]
	check(hashed(a, 1) == hashed(b, 1) && hashed(a, 1) != hashed("Hash", 1) && hashed(a, 1) != hashed(a, 2), "the runtime's hash")
	seed := maphash.MakeSeed()
	var h maphash.Hash
	h.SetSeed(seed)
	_, _ = h.WriteString(a[:1])
	_, _ = h.Write([]byte(a[1:]))
	check(h.Sum64() == maphash.String(seed, b) && maphash.String(seed, b) == maphash.Bytes(seed, []byte(a)) && h.Sum64() != maphash.String(seed, "Hash"), "maphash")
}
