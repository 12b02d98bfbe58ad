package code

import "strings"

// Section is an atomic section: the instructions from the one that begins it to one that ends it.
type Section struct {
	First, Last int
	// Known says that the addresses of all it may access are known where it begins: they depend on
	// nothing that it loads. Body is the code of the function then, which returns where it ends.
	Known bool
	Body  []Instruction
}

var boundaries = map[string]Opcode{
	"__VERIFIER_atomic_begin": OpBegin, "__CPROVER_atomic_begin": OpBegin, "__ESBMC_atomic_begin": OpBegin,
	"__VERIFIER_atomic_end": OpEnd, "__CPROVER_atomic_end": OpEnd, "__ESBMC_atomic_end": OpEnd,
}

// SectionBoundary is what the function of that name does if it begins or ends an atomic section.
func SectionBoundary(name string) (op Opcode, ok bool) {
	op, ok = boundaries[name]
	return op, ok
}

// IsSection reports whether every call of the function of that name is an atomic section.
func IsSection(name string) bool {
	_, boundary := boundaries[name]
	return strings.HasPrefix(name, "__VERIFIER_atomic_") && !boundary
}

// IsStep reports whether f may be a part of an atomic section: it neither waits for other threads nor
// wakes or starts them, nor ends its own.
func IsStep(f LibraryFunction) bool {
	switch f {
	case LibNothing, LibSelf, LibAssume, LibAssert, LibFail, LibChoose, LibMalloc, LibCalloc, LibAlignedAlloc, LibFree, LibRealloc, LibUpdate,
		LibCopy, LibFill, LibKeyCreate, LibSetSpecific, LibGetSpecific, LibUnsupported, LibInvoke, LibRespond:
		return true
	}
	return false
}
