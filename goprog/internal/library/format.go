package library

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"dporbench/goprog/internal/machine"
	"dporbench/goprog/internal/memory"
)

// printer prepares values of the program for the formatting of the host.
type printer struct {
	th *thread
	// unseen is what is printed to nobody: an address in it makes no difference.
	unseen bool
}

// args are the elements of a []any as the host formats them.
func (p printer) args(v value) []any {
	var all []any
	for _, e := range p.th.Elements(v, anyLayout(p.th)) {
		all = append(all, p.arg(e))
	}
	return all
}

func (p printer) arg(v value) any {
	p.th.Sound(v)
	f, _ := v.R.(*memory.Iface)
	if f == nil {
		return nil
	}
	return p.host(f.T, f.V, 0, true)
}

// host is a value of a type, at a depth within an argument; methods are asked only where they can be reached.
func (p printer) host(t *memory.Type, v value, depth int, methods bool) any {
	if methods {
		for _, name := range []string{"Error", "String"} {
			if m := p.th.Gen.Method(t, name); m != nil && isTextMethod(t, name) {
				return texted{p, t, v, p.text(t, m, v)}
			}
		}
	}
	if h, ok := machine.Host(t.T, v); ok {
		return h
	}
	return composite{p, t, v, depth, methods}
}

// isTextMethod reports whether the method takes nothing and returns a string.
func isTextMethod(t *memory.Type, name string) bool {
	o, _, _ := types.LookupFieldOrMethod(t.T, false, nil, name)
	m, ok := o.(*types.Func)
	if !ok {
		return true // of a type that natives make
	}
	s := m.Signature()
	return s.Params().Len() == 0 && s.Results().Len() == 1 && types.Identical(s.Results().At(0).Type(), types.Typ[types.String])
}

func (p printer) text(t *memory.Type, m *machine.Function, v value) string {
	text, panics := p.th.Protect(func() value { return p.th.CallFunction(m, []value{v}) })
	switch {
	case panics == nil:
		return text.Text()
	case panics.Exit:
		panic(panics)
	case v.R == nil && !t.Lay.Agg:
		return "<nil>"
	}
	return "%!v(PANIC=" + m.Name() + " method: " + p.th.PanicText(panics.V) + ")"
}

// texted is a value that has a text of its own.
type texted struct {
	p    printer
	t    *memory.Type
	v    value
	text string
}

// Format is for package fmt.
func (x texted) Format(s fmt.State, verb rune) {
	if strings.ContainsRune("vsxXq", verb) && !s.Flag('#') {
		fmt.Fprintf(s, fmt.FormatString(s, verb), x.text)
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), x.p.host(x.t, x.v, 0, false))
}

// composite is a value that is no number and no string.
type composite struct {
	p       printer
	t       *memory.Type
	v       value
	depth   int
	methods bool
}

// Format is for package fmt.
func (x composite) Format(s fmt.State, verb rune) {
	if s.Flag('#') {
		x.p.th.Refuse("formatting with # is not supported")
	}
	spec := fmt.FormatString(s, verb)
	switch u := x.t.T.Underlying().(type) {
	case *types.Struct:
		x.structure(s, spec, u)
	case *types.Array:
		x.list(s, spec, u.Elem(), x.cells(x.t.Lay.Elem))
	case *types.Slice:
		x.slice(s, spec, verb, u)
	case *types.Map:
		x.mapping(s, spec, u)
	case *types.Interface:
		if f, ok := x.v.R.(*memory.Iface); ok {
			fmt.Fprintf(s, spec, x.p.host(f.T, f.V, x.depth+1, x.methods))
		} else {
			fmt.Fprint(s, "<nil>")
		}
	default:
		x.address(s, spec)
	}
}

// inner is a part of x.
func (x composite) inner(t types.Type, v value, methods bool) any {
	return x.p.host(x.p.th.Gen.Types.Of(t), v, x.depth+1, x.methods && methods)
}

func (x composite) structure(s fmt.State, spec string, u *types.Struct) {
	l := x.t.Lay
	cells := x.v.Cells(l.N)
	fmt.Fprint(s, "{")
	for k := range u.NumFields() {
		if k > 0 {
			fmt.Fprint(s, " ")
		}
		f := u.Field(k)
		if s.Flag('+') {
			fmt.Fprint(s, f.Name(), ":")
		}
		if f.Name() == "_" {
			x.p.th.Refuse("formatting of a struct with blank fields is not supported")
		}
		fmt.Fprintf(s, spec, x.inner(f.Type(), l.Parts[k].From(cells, l.Fields[k]), f.Exported()))
	}
	fmt.Fprint(s, "}")
}

func (x composite) cells(elem *layout) (vs []value) {
	cells := x.v.Cells(x.t.Lay.N)
	for off := 0; off < len(cells); off += elem.N {
		vs = append(vs, elem.From(cells, off))
	}
	return vs
}

func (x composite) list(s fmt.State, spec string, t types.Type, vs []value) {
	fmt.Fprint(s, "[")
	for i, v := range vs {
		if i > 0 {
			fmt.Fprint(s, " ")
		}
		fmt.Fprintf(s, spec, x.inner(t, v, true))
	}
	fmt.Fprint(s, "]")
}

func (x composite) slice(s fmt.State, spec string, verb rune, u *types.Slice) {
	if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 {
		bs := x.p.th.Bytes(x.v)
		if verb == 'v' || verb == 'd' {
			fmt.Fprintf(s, spec, bs)
		} else {
			fmt.Fprintf(s, spec, string(bs))
		}
		return
	}
	x.list(s, spec, u.Elem(), x.p.th.Elements(x.v, x.p.th.Gen.Layouts.Of(u.Elem())))
}

func (x composite) mapping(s fmt.State, spec string, u *types.Map) {
	entries := x.p.th.Contents(x.v).Entries()
	b, ok := u.Key().Underlying().(*types.Basic)
	if !ok && len(entries) > 1 {
		x.p.th.Refuse("formatting of a map with keys of type %s is not supported", u.Key())
	}
	slices.SortFunc(entries, func(a, c memory.Entry) int {
		switch {
		case b.Info()&types.IsString != 0:
			return strings.Compare(a.K.Text(), c.K.Text())
		case b.Info()&types.IsFloat != 0:
			return cmp.Compare(a.K.Float(), c.K.Float())
		case b.Info()&types.IsUnsigned != 0:
			return cmp.Compare(uint64(a.K.N), uint64(c.K.N))
		}
		return cmp.Compare(a.K.N, c.K.N)
	})
	fmt.Fprint(s, "map[")
	for i, e := range entries {
		if i > 0 {
			fmt.Fprint(s, " ")
		}
		fmt.Fprintf(s, spec+":"+spec, x.inner(u.Key(), e.K, true), x.inner(u.Elem(), e.V, true))
	}
	fmt.Fprint(s, "]")
}

// address is for pointers, channels and functions.
func (x composite) address(s fmt.State, spec string) {
	th := x.p.th
	if t, ok := x.t.T.Underlying().(*types.Pointer); ok && x.v.R != nil && x.depth == 0 {
		switch t.Elem().Underlying().(type) {
		case *types.Struct, *types.Array, *types.Slice, *types.Map:
			l := th.Gen.Types.Of(t.Elem())
			fmt.Fprint(s, "&")
			fmt.Fprintf(s, spec, x.p.host(l, th.Load(x.v, l.Lay), 1, false))
			return
		}
	}
	switch {
	case x.v.R == nil:
		fmt.Fprint(s, "<nil>")
	case x.p.unseen:
		fmt.Fprint(s, "0xc000000000")
	default:
		th.Refuse("an address is formatted, which is not supported: that of a %s", x.t)
	}
}
