package tree

import "modernc.org/cc/v4"

// The parser gives the value of a bit-field its declared type. Compilers
// promote it by its width: if an int can hold its values, it is an int.

// Promoted returns the type of a value of the bit-field f.
func Promoted(f *cc.Field, c *cc.AST) cc.Type {
	switch t, bits := f.Type(), f.ValueBits(); {
	case c == nil:
		return t
	case bits < 32 || bits == 32 && IsSigned(t):
		return c.Int
	case bits == 32:
		return c.UInt
	default:
		return t
	}
}

func hasBitField(e cc.ExpressionNode) bool {
	return !every(e, func(e cc.ExpressionNode) bool { return bitField(e) == nil })
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
