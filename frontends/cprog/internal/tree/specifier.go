package tree

import (
	"fmt"

	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// The parser does not keep all attributes of a record in its type. So Check enters the specifier that defines the record
// into the scope of the type, under a name that no variable can have.

// largestAlignment is the alignment for the attribute aligned without a number.
const largestAlignment = 16

// specifierName returns the name for the specifier of t. It contains the address of a member, which is the same for all variants of t.
func specifierName(t fields) string {
	for k := range t.NumFields() {
		if d := t.FieldByIndex(k).Declarator(); d != nil {
			return fmt.Sprintf("record of %p", d)
		}
	}
	return ""
}

// enterSpecifier enters the specifier x, if it defines a record and has attributes.
func enterSpecifier(x *cc.StructOrUnionSpecifier) {
	t, ok := x.Type().(fields)
	if !ok || x.Case != cc.StructOrUnionSpecifierDef || x.AttributeSpecifierList == nil && x.AttributeSpecifierList2 == nil {
		return
	}
	enter(t, specifierName(t), x)
}

// enter enters a node into the scope of t, if that is known.
func enter(t fields, name string, n cc.Node) {
	s := t.LexicalScope()
	if s == nil {
		return
	}
	if s.Nodes == nil {
		s.Nodes = map[string][]cc.Node{}
	}
	s.Nodes[name] = []cc.Node{n}
}

// entered returns the node that has been entered into the scope of t under a name, or nil.
func entered(t fields, name string) cc.Node {
	if s := t.LexicalScope(); s != nil {
		if found := s.Nodes[name]; len(found) > 0 {
			return found[0]
		}
	}
	return nil
}

// layouts has the layouts of the records of a scope that have been computed; each contains the layouts of its members.
type layouts struct {
	cc.Node
	of map[fields]Record
}

// layoutsOf returns the map for the layout of t, which is entered into the scope of t as specifiers are.
func layoutsOf(t fields) map[fields]Record {
	const name = "layouts of records"
	l, ok := entered(t, name).(*layouts)
	if !ok {
		l = &layouts{of: map[fields]Record{}}
		enter(t, name, l)
	}
	return l.of
}

// asked returns the demands of the attributes of a record: whether its members are packed, their largest alignment, or 0 for any, and the
// least alignment of the whole.
func asked(t fields) (packed bool, most, align int) {
	x, ok := entered(t, specifierName(t)).(*cc.StructOrUnionSpecifier)
	if !ok {
		return false, 0, 1
	}
	named := func(name string) []*cc.AttributeValue {
		return attributes(name, nil, x.AttributeSpecifierList, x.AttributeSpecifierList2)
	}
	for _, a := range named(source.Pack) {
		v, _ := ConstantOf(a.ArgumentExpressionList.AssignmentExpression)
		most = int(v)
	}
	align = 1
	for _, a := range named("aligned") {
		if a.ArgumentExpressionList == nil {
			align = largestAlignment
		}
	}
	return len(named("packed")) > 0, most, align
}
