package tree

import (
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// Chosen returns the expression that a generic selection stands for, or nil. The parser's own choice confuses pointers to types that
// differ in their qualifiers, and pointers to pointers.
func Chosen(x *cc.GenericSelection, c *cc.AST) cc.ExpressionNode {
	t, parsers := decayed(x.AssignmentExpression, c), x.AssignmentExpression.Type()
	if t != nil && parsers != nil && t.Kind() != Value(parsers, c).Kind() && isNumber(t) && c != nil {
		source.Refuse(x, "a generic selection by an expression of type %s is not supported: cast it", t)
	}
	var parsersOwn cc.ExpressionNode
	if a := x.Associated(); a != nil {
		parsersOwn = a.AssignmentExpression
	}
	own := chosenBy(x, t)
	isPointer := t != nil && t.Kind() == cc.Ptr
	if (own != nil || isPointer) && own != parsersOwn || !keepsQualifiers(x.AssignmentExpression) && namesConstant(x, t) {
		source.Refuse(x, "a generic selection by an expression of type %s is not supported: pointers are told apart by what they point to, "+
			"but not by its qualifiers", t)
	}
	return parsersOwn
}

// keepsQualifiers reports whether the type of e, a pointer, has the qualifiers of its target.
func keepsQualifiers(e cc.ExpressionNode) bool {
	switch x := Inner(e).(type) {
	case *cc.PrimaryExpression, *cc.CastExpression:
		return true
	case *cc.PostfixExpression:
		return x.Field() != nil || x.Case == cc.PostfixExpressionCall
	case *cc.UnaryExpression:
		return variableIn(x) != nil
	}
	return false
}

// variableIn returns the variable whose address x is, or nil.
func variableIn(x *cc.UnaryExpression) *cc.Declarator {
	if p, ok := Inner(x.CastExpression).(*cc.PrimaryExpression); ok && x.Case == cc.UnaryExpressionAddrof {
		d, _ := p.ResolvedTo().(*cc.Declarator)
		return d
	}
	return nil
}

// pointsToConstant reports whether the target of e, a pointer of type t, is const.
func pointsToConstant(e cc.ExpressionNode, t cc.Type) bool {
	if x, ok := Inner(e).(*cc.UnaryExpression); ok && variableIn(x) != nil {
		return isConst(variableIn(x).Type())
	}
	return isConst(Pointee(t))
}

// namesConstant reports whether t is a pointer, and an association has the type of one to something const.
func namesConstant(x *cc.GenericSelection, t cc.Type) bool {
	if t == nil || t.Kind() != cc.Ptr {
		return false
	}
	for l := x.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationType && namesTarget(a.TypeName, cc.TypeQualifierConst) {
			return true
		}
	}
	return false
}

func chosenBy(x *cc.GenericSelection, t cc.Type) (chosen cc.ExpressionNode) {
	for l := x.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		switch a := l.GenericAssociation; {
		case a.Case == cc.GenericAssociationDefault:
			if chosen == nil {
				chosen = a.AssignmentExpression
			}
		case isOf(x.AssignmentExpression, t, a.TypeName):
			return a.AssignmentExpression
		}
	}
	return chosen
}

// isOf reports whether the type t of e is compatible with the one that n names: what pointers point to is qualified alike.
func isOf(e cc.ExpressionNode, t cc.Type, n *cc.TypeName) bool {
	u := n.Type()
	if t == nil || u == nil || t.Kind() != u.Kind() {
		return false
	}
	if t.Kind() != cc.Ptr {
		return t.IsCompatible(u)
	}
	to, named := Pointee(t), Pointee(u)
	return pointsToConstant(e, t) == namesTarget(n, cc.TypeQualifierConst) && PointsToVolatile(e) == namesVolatileTarget(n) &&
		to.Kind() == named.Kind() && (to.Kind() == cc.Ptr || to.IsCompatible(named))
}

// IsConstant reports whether d declares a variable const. A const typedef of a pointer is not found.
func IsConstant(d *cc.Declarator) bool {
	t := d.Type()
	for t.Kind() == cc.Array {
		t = Pointee(t)
	}
	if t.Kind() != cc.Ptr {
		return isConst(t)
	}
	return d.Pointer != nil && lastIs(d.Pointer, cc.TypeQualifierConst)
}

func isConst(t cc.Type) bool { return t.Attributes() != nil && t.Attributes().IsConst() }
