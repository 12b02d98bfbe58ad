package machine

import (
	"dporbench/frontends/goprog/internal/memory"
)

// Equal is == on values of that layout.
func (th *Thread) Equal(l *layout, a, b value) bool {
	th.Sound(a)
	th.Sound(b)
	equal, uncomparable := l.Equal(a, b)
	if uncomparable != nil {
		th.Panic("runtime error: comparing uncomparable type %s", uncomparable)
	}
	return equal
}

// Reinterpret refuses a pointer converted, by way of an unsafe one, to a type other than its target's.
func (th *Thread) Reinterpret(p value, l *layout) {
	o, ok := p.R.(*object)
	if !ok {
		th.Sound(p)
		return
	}
	if o.Site.Elem == nil || !o.Site.Elem.Has(int(p.N), l) {
		th.Refuse("a pointer into %s is converted to one to %s, which is not supported", o.Site.Name, l.Of)
	}
}

// Attempt calls f while packages are initialised. If that is not supported, the result is poison.
func (th *Thread) Attempt(f func() value, results int) (v value) {
	depth, top, natives := th.depth, th.top, len(th.natives)
	defer func() {
		var why memory.Poison
		switch r := recover().(type) {
		case nil:
			return
		case *memory.Refusal:
			why = memory.Poison(r.Problem)
		case *Panic:
			why = memory.Poison("the initialisation of a package panics: " + th.PanicText(r.V))
		default:
			panic(r)
		}
		th.depth, th.top, th.natives = depth, top, th.natives[:natives]
		v = value{R: why}
		if results > 1 {
			vs := make([]value, results)
			for i := range vs {
				vs[i] = v
			}
			v = memory.Tuple(vs...)
		}
	}()
	return f()
}
