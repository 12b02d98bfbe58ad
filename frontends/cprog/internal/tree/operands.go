package tree

import "modernc.org/cc/v4"

// every reports whether test holds for e and all expressions evaluated with it. It stops at the first
// failure.
func every(e cc.ExpressionNode, test func(cc.ExpressionNode) bool) bool {
	if !test(e) {
		return false
	}
	for _, operand := range operands(e) {
		if !every(operand, test) {
			return false
		}
	}
	return true
}

// operands returns the expressions that e evaluates, or may evaluate. The operand of sizeof is not among them.
func operands(e cc.ExpressionNode) []cc.ExpressionNode {
	switch x := e.(type) {
	case *cc.ExpressionList:
		var all []cc.ExpressionNode
		for ; x != nil; x = x.ExpressionList {
			all = append(all, x.AssignmentExpression)
		}
		return all
	case *cc.ConstantExpression:
		return []cc.ExpressionNode{x.ConditionalExpression}
	case *cc.PrimaryExpression:
		switch {
		case x.Case == cc.PrimaryExpressionExpr:
			return []cc.ExpressionNode{x.ExpressionList}
		case x.Case == cc.PrimaryExpressionGeneric:
			if chosen := Chosen(x.GenericSelection, nil); chosen != nil {
				return []cc.ExpressionNode{chosen}
			}
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return []cc.ExpressionNode{x.PostfixExpression, x.ExpressionList}
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return []cc.ExpressionNode{x.PostfixExpression}
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return []cc.ExpressionNode{x.UnaryExpression}
		case cc.UnaryExpressionAddrof, cc.UnaryExpressionDeref, cc.UnaryExpressionPlus, cc.UnaryExpressionMinus,
			cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
			return []cc.ExpressionNode{x.CastExpression}
		}
	case *cc.CastExpression:
		return []cc.ExpressionNode{x.CastExpression}
	case *cc.ConditionalExpression:
		if x.ExpressionList == nil {
			return []cc.ExpressionNode{x.LogicalOrExpression, x.ConditionalExpression}
		}
		return []cc.ExpressionNode{x.LogicalOrExpression, x.ExpressionList, x.ConditionalExpression}
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionCond {
			return []cc.ExpressionNode{x.ConditionalExpression}
		}
		return []cc.ExpressionNode{x.UnaryExpression, x.AssignmentExpression}
	}
	return Pair(e)
}

// Pair returns the operands of a binary operator; nil if e is not one.
func Pair(e cc.ExpressionNode) []cc.ExpressionNode {
	switch x := e.(type) {
	case *cc.MultiplicativeExpression:
		return []cc.ExpressionNode{x.MultiplicativeExpression, x.CastExpression}
	case *cc.AdditiveExpression:
		return []cc.ExpressionNode{x.AdditiveExpression, x.MultiplicativeExpression}
	case *cc.ShiftExpression:
		return []cc.ExpressionNode{x.ShiftExpression, x.AdditiveExpression}
	case *cc.RelationalExpression:
		return []cc.ExpressionNode{x.RelationalExpression, x.ShiftExpression}
	case *cc.EqualityExpression:
		return []cc.ExpressionNode{x.EqualityExpression, x.RelationalExpression}
	case *cc.AndExpression:
		return []cc.ExpressionNode{x.AndExpression, x.EqualityExpression}
	case *cc.ExclusiveOrExpression:
		return []cc.ExpressionNode{x.ExclusiveOrExpression, x.AndExpression}
	case *cc.InclusiveOrExpression:
		return []cc.ExpressionNode{x.InclusiveOrExpression, x.ExclusiveOrExpression}
	case *cc.LogicalAndExpression:
		return []cc.ExpressionNode{x.LogicalAndExpression, x.InclusiveOrExpression}
	case *cc.LogicalOrExpression:
		return []cc.ExpressionNode{x.LogicalOrExpression, x.LogicalAndExpression}
	}
	return nil
}
