package memory

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// TypeString returns a type as the runtime writes it, in its messages, for %T, and as the String of a reflect.Type. One thing is left out: the type arguments
// of a function in which a type is declared.
func TypeString(t types.Type) string {
	var w typeWriter
	w.write(t)
	return w.String()
}

// TypeName returns the name of a type as the Name of a reflect.Type, or "".
func TypeName(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		_, name, dotted := strings.Cut(TypeString(t), ".")
		if !dotted {
			return t.Obj().Name() // error
		}
		return name
	case *types.Basic:
		return TypeString(t)
	}
	return ""
}

// typeWriter writes types. As the argument of another, a type is written as the linker has it, with the paths of packages.
type typeWriter struct {
	strings.Builder
	argument bool
}

func (w *typeWriter) write(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		w.basic(t)
	case *types.Named:
		w.named(t)
	case *types.Pointer:
		w.WriteByte('*')
		w.write(t.Elem())
	case *types.Slice:
		w.WriteString("[]")
		w.write(t.Elem())
	case *types.Array:
		fmt.Fprintf(w, "[%d]", t.Len())
		w.write(t.Elem())
	case *types.Map:
		w.WriteString("map[")
		w.write(t.Key())
		w.WriteByte(']')
		w.write(t.Elem())
	case *types.Chan:
		w.channel(t)
	case *types.Signature:
		w.WriteString("func")
		w.signature(t)
	case *types.Struct:
		w.structure(t)
	case *types.Interface:
		w.methods(t)
	default:
		w.WriteString(types.TypeString(t, (*types.Package).Name))
	}
}

func (w *typeWriter) basic(t *types.Basic) {
	switch t.Kind() {
	case types.UnsafePointer:
		w.WriteString("unsafe.Pointer")
	default:
		w.WriteString(types.Typ[t.Kind()].Name()) // which has no aliases
	}
}

func (w *typeWriter) qualify(p *types.Package) {
	switch {
	case p == nil:
		return
	case w.argument:
		w.WriteString(p.Path())
	default:
		w.WriteString(p.Name())
	}
	w.WriteByte('.')
}

func (w *typeWriter) named(t *types.Named) {
	o := t.Obj()
	w.qualify(o.Pkg())
	w.WriteString(o.Name())
	if t.TypeArgs().Len() > 0 {
		outside := w.argument
		w.argument = true
		for i, arg := range slices.Collect(t.TypeArgs().Types()) {
			w.WriteString([]string{"[", ","}[min(i, 1)])
			w.write(arg)
		}
		w.argument = outside
		w.WriteByte(']')
	}
	if w.argument && o.Pkg() != nil && o.Parent() != o.Pkg().Scope() {
		fmt.Fprintf(w, "·%d", numberOfLocal(o))
	}
}

func (w *typeWriter) channel(t *types.Chan) {
	w.WriteString([]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()])
	inner, isChan := types.Unalias(t.Elem()).(*types.Chan)
	if isChan && t.Dir() == types.SendRecv && inner.Dir() == types.RecvOnly {
		w.WriteByte('(')
		defer w.WriteByte(')')
	}
	w.write(t.Elem())
}

func (w *typeWriter) signature(t *types.Signature) {
	w.WriteByte('(')
	for i, p := range slices.Collect(t.Params().Variables()) {
		w.separate(i, ", ")
		if s, ok := p.Type().(*types.Slice); ok && t.Variadic() && i == t.Params().Len()-1 {
			w.WriteString("...")
			w.write(s.Elem())
			continue
		}
		w.write(p.Type())
	}
	w.WriteByte(')')
	switch n := t.Results().Len(); n {
	case 0:
		return
	case 1:
		w.WriteByte(' ')
		w.write(t.Results().At(0).Type())
		return
	}
	w.WriteString(" (")
	for i, r := range slices.Collect(t.Results().Variables()) {
		w.separate(i, ", ")
		w.write(r.Type())
	}
	w.WriteByte(')')
}

func (w *typeWriter) separate(i int, by string) {
	if i > 0 {
		w.WriteString(by)
	}
}

func (w *typeWriter) structure(t *types.Struct) {
	if t.NumFields() == 0 {
		w.WriteString("struct {}")
		return
	}
	w.WriteString("struct { ")
	for i, f := range slices.Collect(t.Fields()) {
		w.separate(i, "; ")
		if !f.Embedded() {
			if w.argument && !f.Exported() {
				w.qualify(f.Pkg())
			}
			w.WriteString(f.Name() + " ")
		}
		w.write(f.Type())
		if tag := t.Tag(i); tag != "" {
			w.WriteString(" " + strconv.Quote(tag))
		}
	}
	w.WriteString(" }")
}

// methods writes an interface: exported methods first, each group by name.
func (w *typeWriter) methods(t *types.Interface) {
	if t.NumMethods() == 0 {
		w.WriteString("interface {}")
		return
	}
	all := slices.SortedFunc(t.Methods(), func(a, b *types.Func) int {
		if a.Exported() != b.Exported() {
			return cmp.Compare(Bool(b.Exported()).N, Bool(a.Exported()).N)
		}
		return cmp.Compare(a.Name(), b.Name())
	})
	w.WriteString("interface { ")
	for i, m := range all {
		w.separate(i, "; ")
		if !m.Exported() {
			w.qualify(m.Pkg())
		}
		w.WriteString(m.Name())
		w.signature(m.Signature())
	}
	w.WriteString(" }")
}

// numberOfLocal returns the compiler's number for a type declared in a function. Types declared in functions of a package are numbered
// in the order of files and places.
func numberOfLocal(o *types.TypeName) (n int) {
	for file := range o.Pkg().Scope().Children() {
		within := file.Contains(o.Pos())
		count(file, func(other *types.TypeName) {
			if !within || other.Pos() <= o.Pos() {
				n++
			}
		})
		if within {
			break
		}
	}
	return n
}

// count calls f for each type that is declared in a scope within s.
func count(s *types.Scope, f func(*types.TypeName)) {
	for inner := range s.Children() {
		for _, name := range inner.Names() {
			if o, ok := inner.Lookup(name).(*types.TypeName); ok && !o.IsAlias() && !isParameter(o) {
				f(o)
			}
		}
		count(inner, f)
	}
}

func isParameter(o *types.TypeName) bool {
	_, is := o.Type().(*types.TypeParam)
	return is
}
