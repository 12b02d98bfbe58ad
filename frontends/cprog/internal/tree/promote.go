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
	case bits < 8*t.Size():
		return narrow{t, bits}
	default:
		return t
	}
}

// narrow is the type of a value of a bit-field with more bits than an int: gcc computes in as many.
type narrow struct {
	cc.Type
	bits int64
}

// Bits returns the number of bits in which numbers of type t are computed, and whether they are fewer than the type has.
func Bits(t cc.Type) (bits int64, fewer bool) {
	if n, ok := t.(narrow); ok {
		return n.bits, true
	}
	return 8 * max(t.Size(), 4), false
}

// Declared is t, or the type with which a bit-field is declared.
func Declared(t cc.Type) cc.Type {
	if n, ok := t.(narrow); ok {
		return n.Type
	}
	return t
}

// Wider returns the type in which numbers of the types x and y are computed, one of which has fewer bits than its type.
func Wider(x, y cc.Type, c *cc.AST) cc.Type {
	n, _ := Bits(x)
	m, _ := Bits(y)
	t := narrow{c.Long, max(n, m)}
	if unsigned := func(t cc.Type, bits int64) bool { return !IsSigned(t) && t.Size() >= 4 && bits == max(n, m) }; unsigned(x, n) || unsigned(y, m) {
		t.Type = c.ULong
	}
	if t.bits == 64 {
		return t.Type
	}
	return t
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
