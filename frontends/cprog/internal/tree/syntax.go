package tree

import (
	"encoding/binary"
	"strings"

	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// Arguments returns the arguments of the call x.
func Arguments(x *cc.PostfixExpression) (args []cc.ExpressionNode) {
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	return args
}

// Callee returns the name and the type of the function that e names, if any.
func Callee(e cc.ExpressionNode) (name string, t cc.Type) {
	p, ok := Inner(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return "", nil
	}
	switch d := p.ResolvedTo().(type) {
	case *cc.Declarator:
		if d.Type().Kind() == cc.Function {
			return d.Name(), d.Type()
		}
	case nil:
		return p.Token.SrcStr(), nil
	}
	return "", nil
}

// SameTarget returns the pointer e without parentheses and pointer casts, unless these change the size of its target. A
// cast to void * does not.
func SameTarget(e cc.ExpressionNode) cc.ExpressionNode {
	in := Inner(e)
	t, to := Pointee(e.Type()), Pointee(in.Type())
	if to != nil && (t == nil || t.Kind() == cc.Void || Size(t) == Size(to)) {
		return in
	}
	return e
}

// Inner returns e without parentheses and casts to pointers.
func Inner(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := e.(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionExpr {
				e = x.ExpressionList
				continue
			}
		case *cc.ExpressionList:
			if x.ExpressionList == nil {
				e = x.AssignmentExpression
				continue
			}
		case *cc.CastExpression:
			if x.TypeName.Type().Kind() == cc.Ptr {
				e = x.CastExpression
				continue
			}
		}
		return e
	}
}

// IsVariable reports whether d declares a variable.
func IsVariable(d *cc.Declarator) bool {
	return !d.IsTypename() && !d.IsSynthetic() && d.Type().Kind() != cc.Function
}

// Failure returns the message of the call x of a function that fails.
func Failure(x *cc.PostfixExpression) string {
	if args := Arguments(x); len(args) > 0 {
		if p, ok := Inner(args[0]).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionString {
			return StringOf(p)
		}
	}
	return cc.NodeSource(x)
}

// IsPlace reports whether e is an lvalue, or part of a record that a function
// returned.
func IsPlace(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			switch d := x.ResolvedTo().(type) {
			case *cc.Declarator:
				return d.Type().Kind() != cc.Function
			case *cc.Parameter:
				return d.Declarator != nil
			}
		case cc.PrimaryExpressionExpr:
			return IsPlace(x.ExpressionList)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return true
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref && PointsToData(x.CastExpression)
	case *cc.ExpressionList:
		return x.ExpressionList == nil && IsPlace(x.AssignmentExpression)
	}
	return false
}

// PointsToData reports whether e, a pointer, points to anything but a function.
func PointsToData(e cc.ExpressionNode) bool {
	t := e.Type()
	if t == nil {
		return false
	}
	elem := Pointee(t)
	return t.Kind() != cc.Function && (elem == nil || elem.Kind() != cc.Function)
}

// StringOf returns the string literal x.
func StringOf(x *cc.PrimaryExpression) string {
	s, ok := x.Value().(cc.StringValue)
	if !ok {
		source.Refuse(x, "this kind of string is not supported")
	}
	return strings.TrimSuffix(string(s), "\x00")
}

// StringBytes returns the bytes of a string literal, including the 0 at its end; ok is false if e is none.
func StringBytes(e cc.ExpressionNode) (bytes []byte, ok bool) {
	switch s := e.Value().(type) {
	case cc.StringValue:
		return []byte(s), true
	case cc.UTF32StringValue:
		for _, r := range s {
			bytes = binary.LittleEndian.AppendUint32(bytes, uint32(r))
		}
		return bytes, true
	}
	return nil, false
}

// IsFunctionName reports whether d is the string that the parser puts into every
// function.
func IsFunctionName(d *cc.Declarator) bool {
	return d.Name() == "__func__" || d.Name() == "__FUNCTION__" || d.Name() == "__PRETTY_FUNCTION__"
}
