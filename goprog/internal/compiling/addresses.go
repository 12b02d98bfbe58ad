package compiling

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// comparedAddress is the pointer of which v is the address as a number that is compared with other such numbers, and used for
// nothing else; nil if v is not. So the pointers can be compared instead.
func comparedAddress(v ssa.Value) ssa.Value {
	if !isAddress(v) {
		return nil
	}
	for _, use := range *v.Referrers() {
		b, ok := use.(*ssa.BinOp)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ || !isAddress(b.X) || !isAddress(b.Y) {
			return nil
		}
	}
	return v.(*ssa.Convert).X
}

// isAddress reports whether v is a conversion of an unsafe.Pointer to a uintptr.
func isAddress(v ssa.Value) bool {
	c, ok := v.(*ssa.Convert)
	if !ok || !isUnsafe(c.X.Type().Underlying()) {
		return false
	}
	b, ok := c.Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uintptr
}
