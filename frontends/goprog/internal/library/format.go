package library

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/reflection"
)

// printer turns values of the program into values that the host's package fmt formats in the same way. It loads all the memory
// that they need in advance, because that package recovers from panics.
type printer struct {
	th *thread
	// unseen says that the program never sees the text, so an address in it makes no difference.
	unseen  bool
	problem string // what the host met while formatting that is not supported
}

// done returns the text, or refuses the problem met while formatting it.
func (p *printer) done(text string) string {
	if p.problem != "" {
		p.th.Refuse("%s", p.problem)
	}
	return text
}

// args returns the elements of a []any.
func (p *printer) args(v value) []any {
	var all []any
	for _, e := range p.th.Elements(v, anyLayout(p.th)) {
		p.th.Sound(e)
		all = append(all, p.dynamic(e, 0, true))
	}
	return all
}

// dynamic returns the value in an interface.
func (p *printer) dynamic(v value, depth int, methods bool) any {
	if f, ok := v.R.(*memory.Iface); ok {
		return p.host(f.T, f.V, depth, methods)
	}
	return nil
}

// host returns the host's form of a value, at a depth within an argument; methods says whether fmt could reach its methods.
func (p *printer) host(t *memory.Type, v value, depth int, methods bool) any {
	if t.T.String() == "reflect.Value" {
		return p.dynamic(reflection.Content(p.th, v), depth, methods)
	}
	h, basic := machine.Host(t.T, v)
	if methods {
		for _, name := range []string{"Error", "String"} {
			if m := p.th.Gen.Method(t, name); m != nil && isTextMethod(t, name) {
				text := texted{p, t, h, p.text(t, m, v)}
				if name == "Error" {
					return textedError{text}
				}
				return text
			}
		}
	}
	if basic {
		return h
	}
	return p.composite(t, v, depth, methods)
}

func (p *printer) composite(t *memory.Type, v value, depth int, methods bool) any {
	if depth > reflection.MostDeep {
		p.th.Refuse("formatting of a value that is more than %d deep is not supported", reflection.MostDeep)
	}
	inner := func(t types.Type, v value, methods bool) any {
		return p.host(p.th.Gen.Types.Of(t), v, depth+1, methods)
	}
	switch u := t.T.Underlying().(type) {
	case *types.Struct:
		return p.structure(t.Lay, u, v, func(f *types.Var, v value) any { return inner(f.Type(), v, methods && f.Exported()) })
	case *types.Array:
		var all []any
		for off, cells := 0, v.Cells(t.Lay.N); off < len(cells); off += t.Lay.Elem.N {
			all = append(all, inner(u.Elem(), t.Lay.Elem.From(cells, off), methods))
		}
		return list{p, all}
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 {
			return p.th.Bytes(v)
		}
		var all []any
		for _, e := range p.th.Elements(v, p.th.Gen.Layouts.Of(u.Elem())) {
			all = append(all, inner(u.Elem(), e, methods))
		}
		return list{p, all}
	case *types.Map:
		return p.mapping(u, v, func(t types.Type, v value) any { return inner(t, v, methods) })
	case *types.Interface:
		return nilOr{p.dynamic(v, depth+1, methods)}
	case *types.Pointer:
		switch u.Elem().Underlying().(type) {
		case *types.Struct, *types.Array, *types.Slice, *types.Map:
			if depth == 0 && v.R != nil {
				l := p.th.Gen.Types.Of(u.Elem())
				return pointed{p.host(l, p.th.Load(v, l.Lay), 1, methods)}
			}
		}
	}
	return address{p, t, v.R == nil}
}

// isTextMethod reports whether the method takes nothing and returns a string.
func isTextMethod(t *memory.Type, name string) bool {
	o, _, _ := types.LookupFieldOrMethod(t.T, false, nil, name)
	m, ok := o.(*types.Func)
	if !ok {
		return true // of a type made by natives
	}
	s := m.Signature()
	return s.Params().Len() == 0 && s.Results().Len() == 1 && types.Identical(s.Results().At(0).Type(), types.Typ[types.String])
}

func (p *printer) text(t *memory.Type, m *machine.Function, v value) string {
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

func (p *printer) structure(l *layout, u *types.Struct, v value, inner func(*types.Var, value) any) any {
	cells := v.Cells(l.N)
	s := structure{p: p}
	for k := range u.NumFields() {
		f := u.Field(k)
		if f.Name() == "_" && p.unseen {
			s.names, s.fields = append(s.names, "_"), append(s.fields, struct{}{})
			continue
		}
		if f.Name() == "_" {
			p.th.Refuse("formatting of a struct with blank fields is not supported")
		}
		s.names = append(s.names, f.Name())
		s.fields = append(s.fields, inner(f, l.Parts[k].From(cells, l.Fields[k])))
	}
	return s
}

func (p *printer) mapping(u *types.Map, v value, inner func(types.Type, value) any) any {
	entries := p.th.Contents(v).Entries()
	b, ok := u.Key().Underlying().(*types.Basic)
	if !ok && len(entries) > 1 {
		p.th.Refuse("formatting of a map with keys of type %s is not supported", u.Key())
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
	m := pairs{p: p}
	for _, e := range entries {
		m.keys, m.values = append(m.keys, inner(u.Key(), e.K)), append(m.values, inner(u.Elem(), e.V))
	}
	return m
}
