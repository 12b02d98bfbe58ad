package tree

import "modernc.org/cc/v4"

// Pure reports whether e surely changes no variable.
func Pure(e cc.ExpressionNode) bool {
	_, ok := ConstantOf(e)
	return ok || e.Pure()
}

// IsNull reports whether e is a null pointer constant, or 0.
func IsNull(e cc.ExpressionNode) bool {
	v, ok := ConstantOf(Inner(e))
	return ok && v == 0
}

// ConstantOf is the value of an integer constant expression without effects.
func ConstantOf(e cc.ExpressionNode) (int64, bool) {
	t := e.Type()
	if t == nil || !(cc.IsIntegerType(t) || t.Kind() == cc.Ptr || t.Kind() == cc.Enum) || !isConstant(e) {
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

// isConstant rules out what the parser gives a value though it has effects.
func isConstant(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.AssignmentExpression, *cc.PostfixExpression:
		return false
	case *cc.ExpressionList:
		return x.ExpressionList == nil && isConstant(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		return x.Case != cc.PrimaryExpressionStmt
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec, cc.UnaryExpressionDeref, cc.UnaryExpressionAddrof:
			return false
		}
	}
	return true
}
