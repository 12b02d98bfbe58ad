package compiling

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// comparedAddress returns the pointer whose address v is, if v is a number used only in comparisons with other such numbers;
// nil otherwise. The pointers can then be compared instead.
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
