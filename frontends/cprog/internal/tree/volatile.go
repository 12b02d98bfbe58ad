package tree

import "modernc.org/cc/v4"

// The parser keeps volatile in the types of variables, members and typedefs, but not in casts, nor behind a
// second *, nor for members of a volatile struct. These are found in the expressions themselves.

// IsVolatileType reports whether t is known to be volatile.
func IsVolatileType(t cc.Type) bool {
	return t != nil && t.Attributes() != nil && t.Attributes().IsVolatile()
}

// PointsToVolatile reports whether the target of the pointer, or the elements of the array e, are volatile.
func PointsToVolatile(e cc.ExpressionNode) bool {
	if e == nil {
		return false
	}
	if t := e.Type(); t != nil && IsVolatileType(Pointee(t)) {
		return true
	}
	switch x := e.(type) {
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
		}
		return PointsToVolatile(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		return primaryPointsToVolatile(x)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return PointsToVolatile(x.PostfixExpression)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex:
			a, ok := undecayed(x).(*cc.ArrayType) // a member or an element that is an array
			return ok && (IsVolatileType(a.Elem()) || isVolatilePlace(x))
		}
	case *cc.CastExpression:
		return namesVolatileTarget(x.TypeName)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionAddrof:
			return isVolatilePlace(x.CastExpression)
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return PointsToVolatile(x.UnaryExpression)
		}
	case *cc.AdditiveExpression:
		return PointsToVolatile(x.AdditiveExpression) || PointsToVolatile(x.MultiplicativeExpression)
	case *cc.ConditionalExpression:
		return PointsToVolatile(x.ConditionalExpression) || x.ExpressionList != nil && PointsToVolatile(x.ExpressionList)
	}
	return false
}

func undecayed(e cc.ExpressionNode) cc.Type {
	if e.Type() == nil {
		return nil
	}
	return e.Type().Undecay()
}

func primaryPointsToVolatile(x *cc.PrimaryExpression) bool {
	switch x.Case {
	case cc.PrimaryExpressionExpr:
		return PointsToVolatile(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		var last *cc.BlockItem
		for l := x.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			last = l.BlockItem
		}
		return last != nil && last.Case == cc.BlockItemStmt && last.Statement.Case == cc.StatementExpr &&
			last.Statement.ExpressionStatement.ExpressionList != nil && PointsToVolatile(last.Statement.ExpressionStatement.ExpressionList)
	}
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		return d.Pointer != nil && penultimateIs(d.Pointer, cc.TypeQualifierVolatile)
	case *cc.Parameter:
		return d.Declarator != nil && d.Declarator.Pointer != nil && penultimateIs(d.Declarator.Pointer, cc.TypeQualifierVolatile)
	}
	return false
}

// isVolatilePlace reports whether e, an lvalue, is volatile.
func isVolatilePlace(e cc.ExpressionNode) bool {
	if IsVolatileType(undecayed(e)) {
		return true
	}
	switch x := e.(type) {
	case *cc.ExpressionList:
		return x.ExpressionList == nil && isVolatilePlace(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionExpr && isVolatilePlace(x.ExpressionList)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			return isVolatilePlace(x.PostfixExpression)
		case cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex:
			return PointsToVolatile(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref && PointsToVolatile(x.CastExpression)
	}
	return false
}

// namesVolatileTarget reports whether n names a pointer to something volatile.
func namesVolatileTarget(n *cc.TypeName) bool {
	return IsVolatileType(Pointee(n.Type())) || namesTarget(n, cc.TypeQualifierVolatile)
}

// namesTarget reports whether n names a pointer to something with a qualifier, const or volatile.
func namesTarget(n *cc.TypeName, qualifier cc.TypeQualifierCase) bool {
	is := IsVolatileType
	if qualifier == cc.TypeQualifierConst {
		is = isConst
	}
	a := n.AbstractDeclarator
	if a == nil || a.Pointer == nil {
		return false
	}
	if a.Pointer.Pointer != nil {
		return penultimateIs(a.Pointer, qualifier)
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		switch {
		case l.TypeQualifier != nil && l.TypeQualifier.Case == qualifier:
			return true
		case l.TypeSpecifier != nil && l.TypeSpecifier.TypeName != nil && is(l.TypeSpecifier.TypeName.Type()):
			return true
		}
	}
	return false
}

// penultimateIs reports whether the last * but one is followed by a qualifier: the last qualifies the pointer itself.
func penultimateIs(p *cc.Pointer, qualifier cc.TypeQualifierCase) bool {
	if p.Pointer == nil {
		return false
	}
	for p.Pointer.Pointer != nil {
		p = p.Pointer
	}
	return isQualified(p, qualifier)
}

// lastIs reports whether the last * is followed by a qualifier.
func lastIs(p *cc.Pointer, qualifier cc.TypeQualifierCase) bool {
	for p.Pointer != nil {
		p = p.Pointer
	}
	return isQualified(p, qualifier)
}

// isQualified reports whether the * that p begins with is followed by a qualifier.
func isQualified(p *cc.Pointer, qualifier cc.TypeQualifierCase) bool {
	for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
		if q.TypeQualifier != nil && q.TypeQualifier.Case == qualifier {
			return true
		}
	}
	return false
}
