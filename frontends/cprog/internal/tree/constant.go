package tree

import "modernc.org/cc/v4"

// Pure reports whether e certainly changes no variable.
func Pure(e cc.ExpressionNode) bool { return every(e, changesNothing) }

// IsNull reports whether e is a null pointer constant, or 0.
func IsNull(e cc.ExpressionNode) bool {
	v, ok := ConstantOf(Inner(e))
	return ok && v == 0
}

// ConstantOf returns the value of e if it is an integer constant expression without effects.
func ConstantOf(e cc.ExpressionNode) (int64, bool) {
	if x, ok := e.(*cc.CastExpression); ok && isUnsignedEnum(x.TypeName.Type()) {
		v, ok := ConstantOf(x.CastExpression)
		if x.TypeName.Type().Size() == 8 {
			return v, ok
		}
		return int64(uint32(v)), ok
	}
	if x, ok := e.(*cc.PrimaryExpression); ok && isMistyped(x) {
		return EnumeratorValue(x)
	}
	t := e.Type()
	if t == nil || IsWide(t) || !(cc.IsIntegerType(t) || t.Kind() == cc.Ptr || t.Kind() == cc.Enum) || !isConstant(e) {
		return 0, false
	}
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), true
	}
	return 0, false
}

// isConstant rules out expressions to which the parser gives a value although they have effects or are in memory.
func isConstant(e cc.ExpressionNode) bool {
	return every(e, func(e cc.ExpressionNode) bool {
		switch x := e.(type) {
		case *cc.PostfixExpression:
			return false
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionSizeofExpr:
				v, ok := x.Value().(cc.UInt64Value)
				return ok && !hasBitField(x.UnaryExpression) && every(x.UnaryExpression, isTypedRight) && int64(v) == SizeOf(x.UnaryExpression, nil)
			case cc.UnaryExpressionSizeofType:
				return !HasRunTimeLength(x.TypeName.Type()) && Size(x.TypeName.Type()) == x.TypeName.Type().Size()
			case cc.UnaryExpressionAlignofType:
				return Align(x.TypeName.Type()) == x.TypeName.Type().Align()
			case cc.UnaryExpressionAlignofExpr:
				v, ok := x.Value().(cc.UInt64Value)
				return ok && int(v) == AlignOf(x.UnaryExpression, nil)
			}
			return changesNothing(e) && x.Case != cc.UnaryExpressionDeref && x.Case != cc.UnaryExpressionAddrof
		case *cc.PrimaryExpression:
			return x.Case != cc.PrimaryExpressionGeneric && changesNothing(e) && !isMistyped(x)
		case *cc.ShiftExpression:
			return x.Case == cc.ShiftExpressionAdd || shiftsInRange(x)
		case *cc.CastExpression:
			return !isUnsignedEnum(x.TypeName.Type()) // which the parser takes for an int
		}
		return changesNothing(e)
	})
}

// shiftsInRange reports whether a shift is by a constant for which C defines it. It is computed, and fails, where it is not.
func shiftsInRange(x *cc.ShiftExpression) bool {
	by, known := ConstantOf(x.AdditiveExpression)
	t := x.ShiftExpression.Type()
	return known && t != nil && cc.IsIntegerType(t) && by >= 0 && by < 8*max(t.Size(), 4)
}

// HasRunTimeLength reports whether t is an array whose length, or the length of its elements, is not constant.
func HasRunTimeLength(t cc.Type) bool {
	a, ok := t.Undecay().(*cc.ArrayType)
	if !ok {
		return false
	}
	_, fixed := FixedLength(a)
	return !fixed || HasRunTimeLength(a.Elem())
}

// FixedLength returns the length of an array; known is false if it is known only at run time.
func FixedLength(a *cc.ArrayType) (length int64, known bool) {
	if e := a.SizeExpression(); e != nil && a.Len() < 0 {
		return ConstantOf(e)
	}
	return a.Len(), true
}

// changesNothing reports whether e certainly has no effects other than those of its operands.
func changesNothing(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.AssignmentExpression:
		return x.Case == cc.AssignmentExpressionCond
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return true
		}
		return false
	case *cc.PrimaryExpression:
		return x.Case != cc.PrimaryExpressionStmt
	case *cc.UnaryExpression:
		return x.Case != cc.UnaryExpressionInc && x.Case != cc.UnaryExpressionDec
	}
	return true
}
