package tree

import (
	"math"
	"slices"

	"modernc.org/cc/v4"
)

// An enumerator whose value is an int has that type; if the enumeration has larger values, the others have the integer type that represents all
// of them. The parser takes all of them for numbers of this type.

// EnumeratorValue returns the value of the enumerator that x names, if it names one.
func EnumeratorValue(x *cc.PrimaryExpression) (int64, bool) {
	if d, ok := x.ResolvedTo().(*cc.Enumerator); ok && x.Case == cc.PrimaryExpressionIdent {
		switch v := d.Value().(type) {
		case cc.Int64Value:
			return int64(v), true
		case cc.UInt64Value:
			return int64(v), true
		}
	}
	return 0, false
}

// typeOfEnumerator returns the type of the enumerator d, which x names.
func typeOfEnumerator(x *cc.PrimaryExpression, d *cc.Enumerator, c *cc.AST) cc.Type {
	t := x.Type()
	if v, ok := d.Value().(cc.UInt64Value); ok && v <= math.MaxInt32 && c != nil {
		return c.Int
	}
	if v, ok := d.Value().(cc.Int64Value); ok && v == cc.Int64Value(int32(v)) && c != nil {
		return c.Int
	}
	if t.Size() == 8 && c != nil && !hasNegative(x.LexicalScope(), d, t) {
		return c.ULong
	}
	return Value(t, c)
}

// hasNegative reports whether the enumeration of d has negative enumerators. One without a name, of which the parser says t, is not found in the scopes
// from s.
func hasNegative(s *cc.Scope, d *cc.Enumerator, t cc.Type) bool {
	for ; s != nil; s = s.Parent {
		for _, all := range s.Nodes {
			for _, n := range all {
				if x, ok := n.(*cc.EnumSpecifier); ok {
					if e, ok := x.Type().(*cc.EnumType); ok && slices.Contains(e.Enumerators(), d) {
						return e.Min() < 0
					}
				}
			}
		}
	}
	return t.Kind() == cc.Long
}

// ConstantType returns the type of e, a constant.
func ConstantType(e cc.ExpressionNode, c *cc.AST) cc.Type {
	if !isTypedRight(e) {
		return TypeOf(e, c)
	}
	return Value(e.Type(), c)
}

// isMistyped reports whether x names an enumerator that the parser takes for a number of another type.
func isMistyped(x *cc.PrimaryExpression) bool {
	v, ok := EnumeratorValue(x)
	t := x.Type()
	if !ok || t == nil {
		return false
	}
	if e, ok := t.(*cc.EnumType); ok {
		t = e.UnderlyingType()
	}
	if v == int64(int32(v)) {
		return t.Kind() != cc.Int
	}
	d, _ := x.ResolvedTo().(*cc.Enumerator)
	return t.Kind() == cc.Long && !hasNegative(x.LexicalScope(), d, t)
}

func isTypedRight(e cc.ExpressionNode) bool {
	x, ok := e.(*cc.PrimaryExpression)
	return !ok || !isMistyped(x)
}
