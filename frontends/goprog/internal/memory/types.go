package memory

import (
	"fmt"
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
)

// Type is the type of a value in an interface. There is one for each type, so that they can be compared.
type Type struct {
	ID  string // the same in all processes
	T   types.Type
	Lay *Layout
}

// Comparable reports whether values of the type can be compared.
func (t *Type) Comparable() bool { return types.Comparable(t.T) }

// String is [TypeString].
func (t *Type) String() string { return TypeString(t.T) }

// Types are the types of a program.
type Types struct {
	Fset    *token.FileSet
	Layouts *Layouts
	mu      sync.Mutex
	all     typeutil.Map
	ids     map[string]types.Type
}

// Of returns the Type of t.
func (ts *Types) Of(t types.Type) *Type {
	lay := ts.Layouts.Of(t)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if known, ok := ts.all.At(t).(*Type); ok {
		return known
	}
	id := types.TypeString(t, nil) + ts.Locals(t)
	if other, ok := ts.ids[id]; ok {
		panic(&Refusal{Problem: fmt.Sprintf("two types are both %s: %s and %s", id, other, t)})
	}
	if ts.ids == nil {
		ts.ids = map[string]types.Type{}
	}
	ts.ids[id] = t
	known := &Type{id, t, lay}
	ts.all.Set(t, known)
	return known
}

// Named returns the Type with that ID, or nil.
func (ts *Types) Named(id string) *Type {
	ts.mu.Lock()
	t := ts.ids[id]
	ts.mu.Unlock()
	if t == nil {
		return nil
	}
	return ts.Of(t)
}

// Locals says where the types in t that are local to functions are declared.
func (ts *Types) Locals(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		text := ""
		if o := t.Obj(); o.Pkg() != nil && o.Parent() != o.Pkg().Scope() && o.Pos().IsValid() {
			p := ts.Fset.Position(o.Pos())
			text = fmt.Sprintf("@%d:%d", p.Line, p.Column)
			if o.Parent() == nil { // declared in a generic function, whose arguments it may depend on
				text += " " + types.TypeString(t.Underlying(), nil)
			}
		}
		for arg := range t.TypeArgs().Types() {
			text += ts.Locals(arg)
		}
		return text
	case *types.Map:
		return ts.Locals(t.Key()) + ts.Locals(t.Elem())
	case interface{ Elem() types.Type }:
		return ts.Locals(t.Elem())
	}
	return ""
}
