package compiling

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// stackBuffer is the size in bytes of the memory on the stack that the compiler uses for the first elements appended to a slice that does not outlive its
// function. The slice then has the capacity of all of it.
const stackBuffer = 32

// listsElements reports whether a call of append lists the elements, rather than a slice of them, for which the compiler uses no such memory.
func listsElements(call *ssa.CallCommon) bool {
	listed, ok := call.Args[1].(*ssa.Slice)
	if !ok {
		return false
	}
	array, ok := listed.X.(*ssa.Alloc)
	return ok && array.Comment == "varargs"
}

// staysLocal reports whether a slice certainly does not outlive its function. Where a slice is passed to another function, or returned, the
// compiler may find out more.
func staysLocal(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		if !usedLocally(v, use, seen) {
			return false
		}
	}
	return true
}

func usedLocally(v ssa.Value, use ssa.Instruction, seen map[ssa.Value]bool) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Phi:
		return staysLocal(use, seen)
	case *ssa.Slice:
		return use.X == v && staysLocal(use, seen)
	case *ssa.IndexAddr:
		return use.X == v && onlyAccessed(use)
	case *ssa.Convert:
		b, ok := use.Type().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	case *ssa.Store:
		variable, ok := use.Addr.(*ssa.Alloc)
		return ok && use.Val == v && variableStaysLocal(variable, seen)
	case *ssa.Call:
		b, ok := use.Call.Value.(*ssa.Builtin)
		switch {
		case !ok:
			return false
		case b.Name() == "append" && use.Call.Args[0] == v:
			return staysLocal(use, seen)
		}
		return b.Name() != "ssa:wrapnilchk"
	}
	return false
}

// onlyAccessed reports whether an address is only used to load and store.
func onlyAccessed(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if use.Op != token.MUL {
				return false
			}
		case *ssa.Store:
			if use.Addr != addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyAccessed(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// variableStaysLocal reports whether a variable is only used to load and store, and the loaded values stay local.
func variableStaysLocal(variable *ssa.Alloc, seen map[ssa.Value]bool) bool {
	if seen[variable] {
		return true
	}
	seen[variable] = true
	if !onlyAccessed(variable) {
		return false
	}
	for _, use := range *variable.Referrers() {
		if load, ok := use.(*ssa.UnOp); ok && !staysLocal(load, seen) {
			return false
		}
	}
	return true
}
