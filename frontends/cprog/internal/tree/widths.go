package tree

import (
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// Files are read with the data model LP64. Under ILP32, longs and pointers have the size of an int.

// CheckWidths refuses e if it may have another value under ILP32: if it computes a long, or asks for a size
// that is different there. A small number has the same value in both.
func CheckWidths(e cc.ExpressionNode) {
	every(e, func(e cc.ExpressionNode) bool {
		if !alike(e) {
			source.Refuse(e, "this has another size under the data model ILP32, and files are read as LP64: %s", cc.NodeSource(e))
		}
		return true
	})
}

// alike reports whether e, apart from its operands, is the same under ILP32.
func alike(e cc.ExpressionNode) bool {
	t := e.Type()
	if t == nil || t.Kind() != cc.Long && t.Kind() != cc.ULong {
		return true
	}
	if d := t.Typedef(); d != nil && d.Name() == "pthread_t" { // which names a thread, and is not a number
		return true
	}
	switch x := e.(type) {
	case *cc.CastExpression:
		return false
	case *cc.ExpressionList:
		return true // the last of them decides
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionExpr
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionSizeofExpr:
			return hasSameSize(x.UnaryExpression.Type().Undecay())
		case cc.UnaryExpressionSizeofType:
			return hasSameSize(x.TypeName.Type())
		}
	}
	const small = 1 << 31
	v, ok := ConstantOf(e)
	return ok && v >= 0 && v < small
}

// hasSameSize reports whether t certainly has the same size under ILP32. The alignment of 8 bytes in a struct
// differs there.
func hasSameSize(t cc.Type) bool {
	switch t := t.(type) {
	case *cc.ArrayType:
		return hasSameSize(t.Elem())
	case *cc.StructType:
		return hasSameSizes(t)
	case *cc.UnionType:
		return hasSameSizes(t)
	}
	switch t.Kind() {
	case cc.Ptr, cc.Long, cc.ULong:
		return false
	}
	return true
}

func hasSameSizes(t fields) bool {
	for k := range t.NumFields() {
		if own := t.FieldByIndex(k).Type(); !hasSameSize(own) || own.Size() == 8 && !IsAggregate(own) {
			return false
		}
	}
	return true
}
