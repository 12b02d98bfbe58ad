package tree

import (
	"modernc.org/cc/v4"
)

// TypeOf returns the type of e: of an array, a function or a string literal, before it becomes a pointer. The parser's own
// types differ from C's where a pointer is computed from an array, for bit-fields, and for enumerations.
func TypeOf(e cc.ExpressionNode, c *cc.AST) cc.Type {
	if t := typeOf(e, c); t != nil {
		return t
	}
	return e.Type()
}

func typeOf(e cc.ExpressionNode, c *cc.AST) cc.Type {
	switch x := e.(type) {
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return TypeOf(x.AssignmentExpression, c)
		}
		return decayed(last(operands(e)), c)
	case *cc.ConstantExpression:
		return TypeOf(x.ConditionalExpression, c)
	case *cc.PrimaryExpression:
		return typeOfPrimary(x, c)
	case *cc.PostfixExpression:
		return typeOfPostfix(x, c)
	case *cc.UnaryExpression:
		return typeOfUnary(x, c)
	case *cc.CastExpression:
		return Value(x.TypeName.Type(), c)
	case *cc.ConditionalExpression:
		all := operands(e)
		return either(all[len(all)-2], all[len(all)-1], c)
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionCond {
			return TypeOf(x.ConditionalExpression, c)
		}
		return TypeOf(x.UnaryExpression, c)
	case *cc.ShiftExpression:
		return promoted(decayed(x.ShiftExpression, c))
	case *cc.AdditiveExpression:
		return sum(x, c)
	case *cc.MultiplicativeExpression, *cc.AndExpression, *cc.ExclusiveOrExpression, *cc.InclusiveOrExpression:
		pair := Pair(e)
		return common(decayed(pair[0], c), decayed(pair[1], c))
	}
	return nil
}

func typeOfPrimary(x *cc.PrimaryExpression, c *cc.AST) cc.Type {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			return d.Type()
		case *cc.Parameter:
			if d.Declarator != nil {
				return d.Declarator.Type()
			}
		case *cc.Enumerator:
			return typeOfEnumerator(x, d, c)
		}
	case cc.PrimaryExpressionExpr:
		return TypeOf(x.ExpressionList, c)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return x.Type().Undecay()
	case cc.PrimaryExpressionGeneric:
		if e := Chosen(x.GenericSelection, c); e != nil {
			return TypeOf(e, c)
		}
	case cc.PrimaryExpressionStmt:
		if t := x.Type(); t != nil {
			return t.Decay()
		}
	}
	return nil
}

func typeOfPostfix(x *cc.PostfixExpression, c *cc.AST) cc.Type {
	switch x.Case {
	case cc.PostfixExpressionIndex:
		base := decayed(x.PostfixExpression, c)
		if base == nil || base.Kind() != cc.Ptr {
			base = decayed(x.ExpressionList, c)
		}
		if base != nil {
			return Pointee(base)
		}
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		if f := x.Field(); f != nil {
			if f.IsBitfield() {
				return Declared(Promoted(f, c))
			}
			return f.Type()
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return TypeOf(x.PostfixExpression, c)
	case cc.PostfixExpressionComplit:
		return x.TypeName.Type()
	}
	return nil
}

func typeOfUnary(x *cc.UnaryExpression, c *cc.AST) cc.Type {
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return TypeOf(x.UnaryExpression, c)
	case cc.UnaryExpressionAddrof:
		if t := TypeOf(x.CastExpression, c); t != nil {
			return t.Undecay().Pointer()
		}
	case cc.UnaryExpressionDeref:
		if t := decayed(x.CastExpression, c); t != nil && Pointee(t) != nil {
			return Pointee(t)
		}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return promoted(decayed(x.CastExpression, c))
	}
	return nil
}

// decayed returns the type of the value of e.
func decayed(e cc.ExpressionNode, c *cc.AST) cc.Type {
	t := TypeOf(e, c)
	if t == nil {
		return nil
	}
	return Value(t.Decay(), c)
}

func promoted(t cc.Type) cc.Type {
	if t == nil {
		return nil
	}
	return cc.IntegerPromotion(t)
}

// common returns the type of the sum, the product and so on of two numbers; nil if they are not numbers.
func common(x, y cc.Type) cc.Type {
	if x == nil || y == nil || !isNumber(x) || !isNumber(y) {
		return nil
	}
	return Usual(x, y)
}

func isNumber(t cc.Type) bool { return cc.IsArithmeticType(t) }

func sum(x *cc.AdditiveExpression, c *cc.AST) cc.Type {
	l, r := decayed(x.AdditiveExpression, c), decayed(x.MultiplicativeExpression, c)
	switch {
	case l == nil || r == nil:
		return nil
	case l.Kind() == cc.Ptr && r.Kind() == cc.Ptr:
		return x.Type()
	case l.Kind() == cc.Ptr:
		return l
	case r.Kind() == cc.Ptr:
		return r
	}
	return common(l, r)
}

// either returns the type of a conditional expression with these alternatives.
func either(x, y cc.ExpressionNode, c *cc.AST) cc.Type {
	l, r := decayed(x, c), decayed(y, c)
	switch {
	case l == nil || r == nil:
		return nil
	case isNumber(l) && isNumber(r):
		return common(l, r)
	case l.Kind() != cc.Ptr:
		if r.Kind() == cc.Ptr {
			return r
		}
		return l
	case r.Kind() != cc.Ptr || isNullConstant(y):
		return l
	case isNullConstant(x) || isVoidPointer(r):
		return r
	}
	return l
}

// isNullConstant reports whether e is 0, or 0 cast to void *.
func isNullConstant(e cc.ExpressionNode) bool {
	t := e.Type()
	return IsNull(e) && t != nil && (t.Kind() != cc.Ptr || isVoidPointer(t))
}

func isVoidPointer(t cc.Type) bool {
	to := Pointee(t)
	return to != nil && to.Kind() == cc.Void
}

// Value returns the type of a value that has been read from a t, or converted to one: for an enumeration, the integer type
// that compilers use for it, unsigned unless an enumerator is negative.
func Value(t cc.Type, c *cc.AST) cc.Type {
	if t == nil || c == nil || t.Kind() != cc.Enum {
		return t
	}
	switch {
	case isUnsignedEnum(t) && t.Size() == 8:
		return c.ULong
	case isUnsignedEnum(t):
		return c.UInt
	}
	return t.(*cc.EnumType).UnderlyingType()
}

func isUnsignedEnum(t cc.Type) bool {
	e, ok := t.(*cc.EnumType)
	return ok && e.Size() >= 4 && len(e.Enumerators()) > 0 && e.Min() >= 0
}

// IsSigned reports whether the integer type t is signed.
func IsSigned(t cc.Type) bool { return cc.IsSignedInteger(Declared(t)) && !isUnsignedEnum(t) }

func last(all []cc.ExpressionNode) cc.ExpressionNode { return all[len(all)-1] }

// Elements returns the number of elements of the compound literal x if its type is an array of unknown length.
func Elements(x *cc.PostfixExpression) (n int64, unknown bool) {
	a, ok := x.TypeName.Type().(*cc.ArrayType)
	if !ok || a.SizeExpression() != nil || a.Elem().Size() <= 0 {
		return 0, false
	}
	size := a.Elem().Size()
	for l := x.InitializerList; l != nil; l = l.InitializerList {
		n = max(n, 1+lastOffset(l.Initializer)/size)
		if i := l.Initializer; i.Case == cc.InitializerExpr && IsCharacter(a.Elem()) {
			if s, ok := StringBytes(i.AssignmentExpression); ok {
				n = max(n, int64(len(s))/size)
			}
		}
	}
	return n, true
}

// IsCharacter reports whether strings may initialise arrays of t.
func IsCharacter(t cc.Type) bool { return cc.IsIntegerType(t) && t.Kind() != cc.Bool && t.Size() <= 4 }

// lastOffset returns the offset of the last element that i initialises.
func lastOffset(i *cc.Initializer) int64 {
	if i.Case == cc.InitializerExpr {
		offset := i.Offset()
		if t := i.Type(); t != nil && i.Len() > 1 {
			offset += (i.Len() - 1) * t.Size()
		}
		return offset
	}
	offset := i.Offset()
	for l := i.InitializerList; l != nil; l = l.InitializerList {
		offset = max(offset, lastOffset(l.Initializer))
	}
	return offset
}

// SizeOf returns the size of e; -1 if it is known only at run time.
func SizeOf(e cc.ExpressionNode, c *cc.AST) int64 {
	if x, ok := literal(e); ok {
		if n, unknown := Elements(x); unknown {
			return n * Size(Pointee(x.TypeName.Type()))
		}
	}
	t := TypeOf(e, c)
	switch {
	case t == nil:
		return -1
	case t.Kind() == cc.Void || t.Kind() == cc.Function:
		return 1
	case HasRunTimeLength(t):
		return -1
	}
	return Size(t)
}

// literal returns the compound literal that e is, in parentheses or not.
func literal(e cc.ExpressionNode) (*cc.PostfixExpression, bool) {
	for {
		switch x := e.(type) {
		case *cc.PostfixExpression:
			return x, x.Case == cc.PostfixExpressionComplit
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return nil, false
			}
			e = x.ExpressionList
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				return nil, false
			}
			e = x.AssignmentExpression
		default:
			return nil, false
		}
	}
}
