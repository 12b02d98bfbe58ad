package tree

import (
	"reflect"

	"modernc.org/cc/v4"
)

// HasObject reports whether t is, or contains, an object of the library of threads.
func HasObject(t cc.Type) bool {
	if ofLibrary(t) != nil || t.Typedef() != nil && t.Typedef().Name() == "pthread_spinlock_t" {
		return true
	}
	switch x := t.Undecay().(type) {
	case *cc.ArrayType:
		return HasObject(x.Elem())
	case *cc.StructType:
		for k := range x.NumFields() {
			if f := x.FieldByIndex(k); f != nil && HasObject(f.Type()) {
				return true
			}
		}
	}
	return false
}

// PointedInto returns the variable that e certainly points to, or into: e is the address of it, or of a member or an element. It is nil otherwise.
func PointedInto(e cc.ExpressionNode) *cc.Declarator {
	e = Inner(e)
	x, ok := e.(*cc.UnaryExpression)
	if !ok || x.Case != cc.UnaryExpressionAddrof {
		return nil
	}
	for place := Inner(x.CastExpression); ; {
		switch p := place.(type) {
		case *cc.PrimaryExpression:
			d, _ := p.ResolvedTo().(*cc.Declarator)
			return d
		case *cc.PostfixExpression:
			isMember := p.Case == cc.PostfixExpressionSelect
			if !isMember && (p.Case != cc.PostfixExpressionIndex || p.PostfixExpression.Type().Undecay().Kind() != cc.Array || !Pure(p.ExpressionList)) {
				return nil
			}
			place = Inner(p.PostfixExpression)
		default:
			return nil
		}
	}
}

// Walk calls enter for n and, where it returns true, for all that the node consists of.
func Walk(n cc.Node, enter func(cc.Node) bool) {
	walkValue(reflect.ValueOf(n), enter)
}

func walkValue(v reflect.Value, enter func(cc.Node) bool) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	if n, ok := v.Interface().(cc.Node); !ok || !enter(n) {
		return
	}
	for _, k := range nodeFields(v.Elem().Type()) {
		walkValue(v.Elem().Field(k), enter)
	}
}
