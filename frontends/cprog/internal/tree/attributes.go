package tree

import (
	"strings"

	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// Attributes of GNU C. The attributes cleanup, constructor, destructor, packed and aligned change a program. Others that would are
// refused.

// harmless attributes are hints to compilers.
var harmless = words(`
	noreturn unused used noinline always_inline gnu_inline artificial flatten hot cold pure const malloc nonnull returns_nonnull
	warn_unused_result deprecated unavailable format format_arg sentinel nothrow leaf visibility section externally_visible
	may_alias no_instrument_function no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_undefined
	no_address_safety_analysis access alloc_size assume_aligned alloc_align optimize noclone noipa no_reorder fallthrough
	designated_init error warning nonstring tls_model common nocommon returns_twice retain no_stack_protector
	stack_protect no_split_stack target target_clones nodiscard maybe_unused noplt cdecl sysv_abi expected_throw
	capability scoped_lockable guarded_by pt_guarded_by acquired_before acquired_after requires_capability
	requires_shared_capability acquire_capability acquire_shared_capability release_capability release_shared_capability
	try_acquire_capability try_acquire_shared_capability assert_capability lock_returned locks_excluded no_thread_safety_analysis
	exclusive_locks_required shared_locks_required lockable exclusive_lock_function shared_lock_function unlock_function
	exclusive_trylock_function no_sanitize_memory disable_tail_calls nomerge noescape annotate warn_if_not_aligned
	__cprog_pack__ transparent_union weak`)

var supported = words(`cleanup constructor destructor packed aligned`)

func words(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(text) {
		all[w] = true
	}
	return all
}

// attributeName returns the name of an attribute without the underscores around it.
func attributeName(a *cc.AttributeValue) string {
	name := a.Token.SrcStr()
	if name == source.Pack {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(name, "__"), "__")
}

func checkAttribute(a *cc.AttributeValue) {
	if name := attributeName(a); !harmless[name] && !supported[name] {
		source.Refuse(a, "attribute %s is not supported", name)
	}
}

// attributes returns the attributes with a name in the given specifiers and lists.
func attributes(name string, specifiers *cc.DeclarationSpecifiers, lists ...*cc.AttributeSpecifierList) (all []*cc.AttributeValue) {
	for s := specifiers; s != nil; s = s.DeclarationSpecifiers {
		lists = append(lists, s.AttributeSpecifierList)
		if s.TypeQualifier != nil {
			lists = append(lists, s.TypeQualifier.AttributeSpecifierList)
		}
	}
	for _, list := range lists {
		for ; list != nil; list = list.AttributeSpecifierList {
			for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
				if attributeName(v.AttributeValue) == name {
					all = append(all, v.AttributeValue)
				}
			}
		}
	}
	return all
}

// Cleanup returns the function that a local variable declared by d has for its cleanup, or nil.
func Cleanup(d *cc.Declaration, i *cc.InitDeclarator) *cc.Declarator {
	for _, a := range attributes("cleanup", d.DeclarationSpecifiers, d.AttributeSpecifierList, i.AttributeSpecifierList) {
		if args := a.ArgumentExpressionList; args != nil {
			if p, ok := Inner(args.AssignmentExpression).(*cc.PrimaryExpression); ok {
				if f, ok := p.ResolvedTo().(*cc.Declarator); ok {
					return f
				}
			}
		}
		source.Refuse(a, "the function for a cleanup is not declared")
	}
	return nil
}

// Weak returns the functions that x declares to be weak: the address of one that is not defined is null.
func Weak(x *cc.ExternalDeclaration) []*cc.Declarator {
	functions, _ := Priority("weak", x)
	return functions
}

// Priority returns the functions to which x gives an attribute, constructor or destructor, and the priority; nil if x gives it to none. A
// function without a number has a larger priority than all others.
func Priority(name string, x *cc.ExternalDeclaration) (functions []*cc.Declarator, priority int64) {
	var found []*cc.AttributeValue
	switch x.Case {
	case cc.ExternalDeclarationFuncDef:
		found = attributes(name, x.FunctionDefinition.DeclarationSpecifiers)
		functions = []*cc.Declarator{x.FunctionDefinition.Declarator}
	case cc.ExternalDeclarationDecl:
		for i := x.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			found = append(found, attributes(name, x.Declaration.DeclarationSpecifiers, x.Declaration.AttributeSpecifierList, i.InitDeclarator.AttributeSpecifierList)...)
			functions = append(functions, i.InitDeclarator.Declarator)
		}
	}
	const last = 1 << 16
	priority = last
	for _, a := range found {
		if args := a.ArgumentExpressionList; args != nil {
			if v, ok := ConstantOf(args.AssignmentExpression); ok {
				priority = v
			}
		}
	}
	if found == nil {
		return nil, 0
	}
	return functions, priority
}
