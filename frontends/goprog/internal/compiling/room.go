package compiling

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/memory"
)

// conversionBuffer is the number of elements in the memory on the stack that the compiler uses for a string that is converted to a slice, if the slice
// does not outlive its function.
const conversionBuffer = 32

// roomFor returns the capacity, by the length, of the slice made of a string. The slice of a constant is an array of its length, and bytes that never
// change are the memory of the string itself.
func (c *compiler) roomFor(made, text ssa.Value) func(elements int64) int64 {
	size := memory.SizeOf(made.Type().Underlying().(*types.Slice).Elem())
	rounded := func(n int64) int64 { return memory.RoundedUp(n, size, false) }
	local := staysLocal(made, map[ssa.Value]bool{})
	operand := c.converted(made)
	sum, ok := operand.(*ast.BinaryExpr)
	added := ok && sum.Op == token.ADD && size == 1 // whose bytes the compiler joins itself, and makes nothing of nothing
	_, constant := text.(*ssa.Const)
	switch {
	case constant && c.isConstant(operand), size == 1 && local && !changes(made, map[ssa.Value]bool{}):
		return func(n int64) int64 { return n }
	case local:
		return func(n int64) int64 {
			if n <= conversionBuffer && (n > 0 || !added) {
				return conversionBuffer
			}
			return rounded(n)
		}
	}
	return rounded
}

// changes reports whether elements of a slice that stays local may change.
func changes(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		if changesBy(v, use, seen) {
			return true
		}
	}
	return false
}

func changesBy(v ssa.Value, use ssa.Instruction, seen map[ssa.Value]bool) bool {
	switch use := use.(type) {
	case *ssa.Phi:
		return changes(use, seen)
	case *ssa.Slice:
		return changes(use, seen)
	case *ssa.IndexAddr:
		return isStored(use)
	case *ssa.Store:
		return true // in a variable, whose uses are not looked at
	case *ssa.Call:
		b, ok := use.Call.Value.(*ssa.Builtin)
		return !ok || b.Name() == "append" && use.Call.Args[0] == v || b.Name() == "copy" && use.Call.Args[0] == v || b.Name() == "clear"
	}
	return false
}

// isStored reports whether something may be stored at an address.
func isStored(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		if load, ok := use.(*ssa.UnOp); !ok || load.Op != token.MUL {
			return true
		}
	}
	return false
}

// converted returns the operand of a conversion as it is written in the source, or nil. A variable that is known to hold a constant or a
// sum is neither for the compiler.
func (c *compiler) converted(made ssa.Value) (operand ast.Expr) {
	if c.fn.Syntax() == nil {
		return nil
	}
	ast.Inspect(c.fn.Syntax(), func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == made.Pos() && len(call.Args) == 1 {
			operand = ast.Unparen(call.Args[0])
		}
		return operand == nil
	})
	return operand
}

func (c *compiler) isConstant(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return true
	case *ast.BinaryExpr:
		return c.isConstant(e.X) && c.isConstant(e.Y)
	case *ast.Ident:
		if pkg := packageOf(c.fn); pkg != nil {
			_, ok := pkg.Pkg.Scope().Lookup(e.Name).(*types.Const)
			return ok
		}
	}
	return false
}
