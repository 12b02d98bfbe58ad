package tree

import "modernc.org/cc/v4"

// The parser gives the value of a bit-field its declared type. Compilers
// promote it by its width: if an int can hold its values, it is an int.

// Promoted returns the type of a value of the bit-field f.
func Promoted(f *cc.Field, c *cc.AST) cc.Type {
	switch t, bits := f.Type(), f.ValueBits(); {
	case bits < 32 || bits == 32 && cc.IsSignedInteger(t):
		return c.Int
	case bits == 32:
		return c.UInt
	default:
		return t
	}
}

// TypeOf returns the type of e, with bit-fields promoted.
func TypeOf(e cc.ExpressionNode, c *cc.AST) cc.Type {
	t := e.Type()
	if t == nil || !cc.IsIntegerType(t) || !hasBitField(e) {
		return t
	}
	all := operands(e)
	of := func(k int) cc.Type { return TypeOf(all[k], c) }
	switch x := e.(type) {
	case *cc.PostfixExpression, *cc.PrimaryExpression, *cc.ExpressionList:
		if f := bitField(e); f != nil {
			return Promoted(f, c)
		}
		if len(all) > 0 && !isPostfix(e) {
			return of(len(all) - 1)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return cc.IntegerPromotion(of(0))
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return TypeOf(x.UnaryExpression, c)
		}
	case *cc.ShiftExpression:
		return cc.IntegerPromotion(of(0))
	case *cc.AdditiveExpression, *cc.MultiplicativeExpression, *cc.AndExpression, *cc.ExclusiveOrExpression, *cc.InclusiveOrExpression:
		return common(of(0), of(1))
	case *cc.ConditionalExpression:
		return common(of(len(all)-2), of(len(all)-1))
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionCond {
			return TypeOf(x.UnaryExpression, c)
		}
	}
	return t
}

func hasBitField(e cc.ExpressionNode) bool {
	return !every(e, func(e cc.ExpressionNode) bool { return bitField(e) == nil })
}

func common(x, y cc.Type) cc.Type {
	if x.Kind() == cc.Ptr || y.Kind() == cc.Ptr {
		return x
	}
	return cc.UsualArithmeticConversions(x, y)
}

func isPostfix(e cc.ExpressionNode) bool {
	_, ok := e.(*cc.PostfixExpression)
	return ok
}

// bitField returns the bit-field e, which may be followed by ++ or --; nil if e is none.
func bitField(e cc.ExpressionNode) *cc.Field {
	x, ok := e.(*cc.PostfixExpression)
	if !ok {
		return nil
	}
	switch x.Case {
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return bitField(Inner(x.PostfixExpression))
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		if f := x.Field(); f.IsBitfield() {
			return f
		}
	}
	return nil
}
