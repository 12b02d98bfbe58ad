package tree

import (
	"strings"

	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// The parser does not keep _Atomic in types, only in the declarations of variables,
// members and typedefs, where it applies to the type before the first *. An _Atomic after
// a * has to be found in the declaration itself.

// IsAtomicType reports whether t is a typedef of an atomic type.
func IsAtomicType(t cc.Type) bool {
	if t == nil {
		return false
	}
	d := t.Typedef()
	return d != nil && (d.IsAtomic() || strings.HasPrefix(d.Name(), "atomic_"))
}

// IsAtomic reports whether the variable or member that d declares, or its
// elements, are atomic.
func IsAtomic(d *cc.Declarator) bool {
	if d.Pointer == nil {
		return d.IsAtomic() || IsAtomicType(d.Type())
	}
	if !strings.Contains(cc.NodeSource(d.Pointer), "_Atomic") {
		return false
	}
	if d.Pointer.Pointer != nil {
		source.Refuse(d, "an atomic pointer to a pointer is not supported: declare it with _Atomic(TYPE)")
	}
	return true
}

// declaresPointee reports whether d, a pointer or an array, declares its target or its elements
// atomic.
func declaresPointee(d *cc.Declarator) bool {
	return d.IsAtomic() && (d.Pointer != nil || d.Type().Kind() == cc.Array || d.Type().Kind() == cc.Function)
}

// PointsToAtomic reports whether the target of the pointer e is declared atomic.
func PointsToAtomic(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.ExpressionList:
		return x.ExpressionList == nil && PointsToAtomic(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			return PointsToAtomic(x.ExpressionList)
		}
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			return declaresPointee(d)
		case *cc.Parameter:
			return d.Declarator != nil && declaresPointee(d.Declarator)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			d := x.Field().Declarator()
			return d != nil && declaresPointee(d)
		case cc.PostfixExpressionIndex:
			return PointsToAtomic(x.PostfixExpression)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec, cc.PostfixExpressionCall:
			return PointsToAtomic(x.PostfixExpression)
		}
	case *cc.CastExpression:
		return strings.Contains(cc.NodeSource(x.TypeName), "_Atomic") || IsAtomicType(Pointee(x.TypeName.Type()))
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionAddrof, cc.UnaryExpressionDeref:
			return PointsToAtomic(x.CastExpression)
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return PointsToAtomic(x.UnaryExpression)
		}
	case *cc.AdditiveExpression:
		return PointsToAtomic(x.AdditiveExpression) || PointsToAtomic(x.MultiplicativeExpression)
	}
	return false
}
