package code

import "strings"

// Section is an atomic section: the instructions from the one that begins it to the one that ends it.
type Section struct {
	First, Last int
	// Known says that all addresses it may access are known where it begins: they do not depend on
	// values that it loads. Body is then the code of the function, which returns where the section ends.
	Known bool
	Body  []Instruction
}

var boundaries = map[string]Opcode{
	"__VERIFIER_atomic_begin": OpBegin, "__CPROVER_atomic_begin": OpBegin, "__ESBMC_atomic_begin": OpBegin,
	"__VERIFIER_atomic_end": OpEnd, "__CPROVER_atomic_end": OpEnd, "__ESBMC_atomic_end": OpEnd,
}

// SectionBoundary returns the opcode for a call of name if that function begins or ends an atomic section.
func SectionBoundary(name string) (op Opcode, ok bool) {
	op, ok = boundaries[name]
	return op, ok
}

// IsSection reports whether every call of the function is an atomic section.
func IsSection(name string) bool {
	_, boundary := boundaries[name]
	return strings.HasPrefix(name, "__VERIFIER_atomic_") && !boundary
}
