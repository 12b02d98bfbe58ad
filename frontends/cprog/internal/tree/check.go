package tree

import (
	"reflect"
	"strings"

	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// Check refuses a file in which the parser has used a size or a type of its own that differs from C's, so that nothing can be done
// about it later, and one with an attribute that is not supported.
func Check(c *cc.AST) {
	w := checker{c}
	for l := c.TranslationUnit; l != nil; l = l.TranslationUnit {
		x := l.ExternalDeclaration
		if source.PositionOf(x).InLibrary() || isPrototype(x) {
			continue
		}
		w.walk(reflect.ValueOf(x), false)
	}
}

// isPrototype reports whether x declares functions, and defines no record before them.
func isPrototype(x *cc.ExternalDeclaration) bool {
	if x.Case != cc.ExternalDeclarationDecl || x.Declaration.InitDeclaratorList == nil {
		return false
	}
	for s := x.Declaration.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if t := s.TypeSpecifier; t != nil && t.Case == cc.TypeSpecifierStructOrUnion && t.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierDef {
			return false
		}
	}
	for i := x.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
		if d := i.InitDeclarator.Declarator; d.IsTypename() || d.Type().Kind() != cc.Function {
			return false
		}
	}
	return true
}

type checker struct{ ast *cc.AST }

// walk visits the nodes of a tree. Inside a constant, the parser has computed the value.
func (w checker) walk(v reflect.Value, constant bool) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	constant = w.visit(v.Interface(), constant)
	s := v.Elem()
	for _, k := range nodeFields(s.Type()) {
		w.walk(s.Field(k), constant)
	}
}

// nodeFields returns the fields of a node that are nodes.
func nodeFields(t reflect.Type) (all []int) {
	for k := range t.NumField() {
		f := t.Field(k)
		if f.IsExported() && !f.Anonymous && (f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface) {
			all = append(all, k)
		}
	}
	return all
}

func (w checker) visit(n any, constant bool) bool {
	switch x := n.(type) {
	case *cc.AttributeValue:
		checkAttribute(x)
	case *cc.StructOrUnionSpecifier:
		enterSpecifier(x)
	case *cc.Declaration:
		refusePackedEnum(x.DeclarationSpecifiers, x.AttributeSpecifierList)
	case *cc.ParameterDeclaration:
		refusePackedEnum(x.DeclarationSpecifiers, x.AttributeSpecifierList)
	case *cc.SpecifierQualifierList:
		if t := x.TypeSpecifier; t != nil && isEnum(t) && attributes("packed", nil, listsOf(x)...) != nil {
			source.Refuse(x, "%s", packedEnum)
		}
	case *cc.StructDeclaration:
		if attributes("packed", nil, x.AttributeSpecifierList) != nil {
			source.Refuse(x, "attribute packed of a member is not supported: give it to the struct")
		}
	case *cc.TypeSpecifier:
		if x.Case == cc.TypeSpecifierTypeofExpr {
			w.checkTypeof(x)
		}
	case *cc.UnaryExpression:
		if constant && (x.Case == cc.UnaryExpressionSizeofExpr || x.Case == cc.UnaryExpressionSizeofType) {
			w.checkSize(x)
		}
	case *cc.DirectDeclarator, *cc.DirectAbstractDeclarator, *cc.Enumerator, *cc.StructDeclarator, *cc.AlignmentSpecifier, *cc.StaticAssertDeclaration:
		return true
	case *cc.CompoundStatement, *cc.Initializer:
		return false
	}
	return constant
}

const packedEnum = "attribute packed of an enumeration is not supported"

func refusePackedEnum(specifiers *cc.DeclarationSpecifiers, own *cc.AttributeSpecifierList) {
	for s := specifiers; s != nil; s = s.DeclarationSpecifiers {
		if t := s.TypeSpecifier; t != nil && isEnum(t) && attributes("packed", specifiers, own) != nil {
			source.Refuse(s, "%s", packedEnum)
		}
	}
}

// isEnum reports whether a type is defined here, as an enumeration.
func isEnum(t *cc.TypeSpecifier) bool {
	return t.EnumSpecifier != nil && t.EnumSpecifier.Case == cc.EnumSpecifierDef
}

// listsOf are the attributes of a list, and of each type qualifier in it.
func listsOf(s *cc.SpecifierQualifierList) (all []*cc.AttributeSpecifierList) {
	for ; s != nil; s = s.SpecifierQualifierList {
		all = append(all, s.AttributeSpecifierList)
		if s.TypeQualifier != nil {
			all = append(all, s.TypeQualifier.AttributeSpecifierList)
		}
	}
	return all
}

func (w checker) checkTypeof(x *cc.TypeSpecifier) {
	t, own := x.ExpressionList.Type(), TypeOf(x.ExpressionList, w.ast)
	if t == nil || own == nil || t.Kind() == cc.InvalidKind {
		return
	}
	enum := t.Kind() == cc.Enum && (own.Kind() == cc.UInt || own.Kind() == cc.ULong)
	decays := t.Undecay().Kind() == cc.Array && own.Kind() == cc.Ptr || t.Kind() == cc.Ptr && own.Kind() == cc.Array && t.Undecay().Kind() != cc.Array
	if decays || !enum && t.Undecay().Kind() != own.Undecay().Kind() {
		source.Refuse(x, "the type of this expression is not supported in typeof: %s", cc.NodeSource(x.ExpressionList))
	}
}

func (w checker) checkSize(x *cc.UnaryExpression) {
	v, known := x.Value().(cc.UInt64Value)
	size := int64(-1)
	if x.Case == cc.UnaryExpressionSizeofExpr {
		size = SizeOf(x.UnaryExpression, w.ast)
	} else if !HasRunTimeLength(x.TypeName.Type()) {
		size = Size(x.TypeName.Type())
	}
	if known && size >= 0 && size != int64(v) {
		source.Refuse(x, "this size is not supported in a declaration: %s", strings.TrimSpace(cc.NodeSource(x)))
	}
}
