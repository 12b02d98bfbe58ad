package reflection

import (
	"go/types"
	"reflect"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// containers are the methods of a Value on slices, arrays, maps and strings.
func containers() map[string]native {
	indexed := []reflect.Kind{reflect.Array, reflect.Slice, reflect.String}
	return map[string]native{
		"Len": func(th *thread, a []value) value {
			return value{N: length(th, must(th, a[0], "Len", reflect.Array, reflect.Chan, reflect.Map, reflect.Slice, reflect.String, reflect.Pointer))}
		},
		"Cap": func(th *thread, a []value) value {
			x := must(th, a[0], "Cap", reflect.Array, reflect.Chan, reflect.Slice)
			switch u := x.t.T.Underlying().(type) {
			case *types.Array:
				return value{N: u.Len()}
			case *types.Chan:
				if o, ok := x.get(th).R.(*memory.Object); ok {
					return value{N: o.Cap}
				}
				return value{}
			}
			return value{N: machine.SliceOf(x.get(th)).Cap}
		},
		"Index": func(th *thread, a []value) value {
			return index(th, must(th, a[0], "Index", indexed...), a[1].N).value3()
		},
		"Slice": func(th *thread, a []value) value {
			return sliced(th, must(th, a[0], "Slice", indexed...), a[1].N, a[2].N)
		},
		"MapKeys": func(th *thread, a []value) value {
			x := must(th, a[0], "MapKeys", reflect.Map)
			k := th.Gen.Types.Of(x.t.T.Underlying().(*types.Map).Key())
			var all []val
			for _, e := range th.Contents(x.get(th)).Entries() {
				all = append(all, val{t: k, v: e.K})
			}
			for n := range all {
				next := n + anyOf(th, len(all)-n)
				all[n], all[next] = all[next], all[n]
			}
			return values(th, all)
		},
		"MapIndex": func(th *thread, a []value) value {
			x := must(th, a[0], "MapIndex", reflect.Map)
			m := x.t.T.Underlying().(*types.Map)
			k := th.Gen.Types.Of(m.Key())
			found, ok := th.Contents(x.get(th)).Get(th.Key(k.Lay, fitted(th, a[1], k, "reflect.Value.MapIndex")))
			if !ok {
				return invalid()
			}
			return made(th, m.Elem(), found).value3()
		},
		"Clear": func(th *thread, a []value) value {
			x := must(th, a[0], "Clear", reflect.Map, reflect.Slice)
			if Kind(x.t.T) == reflect.Map {
				th.ClearMap(x.get(th))
				return value{}
			}
			l, s := th.Gen.Layouts.Of(elementOf(x.t.T)), machine.SliceOf(x.get(th))
			for i := range s.Len {
				th.Store(machine.At(s, i, l), l, l.Zero())
			}
			return value{}
		},
		"MapRange": func(th *thread, a []value) value {
			x := must(th, a[0], "MapRange", reflect.Map)
			l := th.Gen.Layouts.Of(th.Gen.TypeNamed("reflect", "MapIter"))
			p := th.NewObject(th.Gen.Site("reflect.MapIter", l, false), l.N)
			copy(p.R.(*memory.Object).Cells, x.value3().R.([]value))
			return p
		},
	}
}

// anyOf returns which of n keys of a map that are left is the next one. Packages that sort the keys that they have are given them in one order.
func anyOf(th *thread, n int) int {
	switch {
	case n < 2 || th.Within("encoding/json") || th.Within("internal/fmtsort"):
		return 0
	case th.OrdersMaps():
		return int(th.Choose(n))
	}
	th.NoteOrder()
	return 0
}

// iterators are the methods of a MapIter, whose first three cells are the map, the next the keys as a slice of interfaces, and then the number of the current one.
func iterators() map[string]native {
	const keys, at = 3, 4
	one := &layout{N: 1, Kind: memory.Reference}
	load := func(th *thread, p value, off int64) value { return th.Load(value{N: p.N + off, R: p.R}, one) }
	store := func(th *thread, p value, off int64, v value) { th.Store(value{N: p.N + off, R: p.R}, one, v) }
	mapOf := func(th *thread, p value) (x val, m *types.Map) {
		f := load(th, p, 0).R.(*memory.Iface)
		return val{f.T, f.V, load(th, p, 2).N}, f.T.T.Underlying().(*types.Map)
	}
	current := func(th *thread, p value) (x val, m *types.Map, key value) {
		x, m = mapOf(th, p)
		n := load(th, p, at).N
		s := machine.SliceOf(load(th, p, keys))
		if n == 0 || n > s.Len {
			th.PanicString("MapIter.Key called before Next")
		}
		l := th.Gen.Layouts.Of(m.Key())
		return x, m, th.Load(machine.At(s, n-1, l), l)
	}
	key := func(th *thread, a []value) value {
		_, m, k := current(th, a[0])
		return made(th, m.Key(), k).value3()
	}
	element := func(th *thread, a []value) value {
		x, m, k := current(th, a[0])
		v, ok := th.Contents(x.get(th)).Get(th.Key(th.Gen.Layouts.Of(m.Key()), k))
		if !ok {
			v = th.Gen.Layouts.Of(m.Elem()).Zero()
		}
		return made(th, m.Elem(), v).value3()
	}
	return map[string]native{
		"(*reflect.MapIter).Next": func(th *thread, a []value) value {
			p := a[0]
			x, m := mapOf(th, p)
			l := th.Gen.Layouts.Of(m.Key())
			n := load(th, p, at).N
			if n == 0 {
				var all []value
				for _, e := range th.Contents(x.get(th)).Entries() {
					all = append(all, e.K)
				}
				store(th, p, keys, th.SliceWith("reflect.MapIter keys "+x.t.ID, l, all...))
			}
			s, contents := machine.SliceOf(load(th, p, keys)), th.Contents(x.get(th))
			var there []int64 // the positions of keys that are left
			for i := n; i < s.Len; i++ {
				if _, ok := contents.Get(th.Key(l, th.Load(machine.At(s, i, l), l))); ok {
					there = append(there, i)
				}
			}
			if len(there) == 0 {
				store(th, p, at, value{N: s.Len + 1})
				return value{}
			}
			first, next := machine.At(s, there[0], l), machine.At(s, there[anyOf(th, len(there))], l)
			if k := th.Load(next, l); first != next {
				th.Store(next, l, th.Load(first, l))
				th.Store(first, l, k)
			}
			store(th, p, at, value{N: there[0] + 1})
			return memory.Bool(true)
		},
		"(*reflect.MapIter).Key": key, "(*reflect.MapIter).Value": element,
		"(reflect.Value).SetIterKey":   func(th *thread, a []value) value { return setFrom(th, a[0], key(th, a[1:])) },
		"(reflect.Value).SetIterValue": func(th *thread, a []value) value { return setFrom(th, a[0], element(th, a[1:])) },
		"reflect.MakeSlice": func(th *thread, a []value) value {
			t := typeNamed(th, a[0])
			l := th.Gen.Layouts.Of(elementOf(t.T))
			if a[1].N < 0 || a[2].N < a[1].N {
				th.PanicString("reflect.MakeSlice: len > cap")
			}
			th.Fit(a[2].N, int64(l.N), "elements of a slice")
			return val{t: t, v: th.NewSlice(th.Gen.Site("reflect.MakeSlice "+t.ID, l, true), l, a[1].N, a[2].N)}.value3()
		},
		"reflect.MakeMap": makeMap, "reflect.MakeMapWithSize": makeMap,
		"reflect.Append": func(th *thread, a []value) value {
			x := must(th, a[0], "Append", reflect.Slice)
			for _, v := range th.Elements(a[1], valueLayout(th)) {
				x = appended(th, x, []value{fitted(th, v, th.Gen.Types.Of(elementOf(x.t.T)), "reflect.Append")})
			}
			return x.value3()
		},
		"reflect.AppendSlice": func(th *thread, a []value) value {
			x, y := must(th, a[0], "AppendSlice", reflect.Slice), must(th, a[1], "AppendSlice", reflect.Slice)
			return appended(th, x, th.Elements(y.get(th), th.Gen.Layouts.Of(elementOf(y.t.T)))).value3()
		},
		"reflect.Copy": func(th *thread, a []value) value {
			x, y := must(th, a[0], "Copy", reflect.Slice, reflect.Array), must(th, a[1], "Copy", reflect.Slice, reflect.Array, reflect.String)
			n := min(length(th, x), length(th, y))
			var all []value
			for i := range n {
				all = append(all, index(th, y, i).get(th))
			}
			for i, v := range all {
				to := index(th, x, int64(i))
				to.set(th, v)
			}
			return value{N: n}
		},
		"reflect.Swapper": func(th *thread, a []value) value {
			f, ok := a[0].R.(*memory.Iface)
			if !ok || Kind(f.T.T) != reflect.Slice {
				th.Panic("%v", &reflect.ValueError{Method: "Swapper", Kind: reflect.Invalid})
			}
			return value{R: &memory.Closure{Fn: swapper, Bindings: []value{a[0]}}}
		},
	}
}

var swapper = machine.NativeFunction("reflect.Swapper", func(th *thread, a []value) value {
	f := a[2].R.(*memory.Iface)
	l, s := th.Gen.Layouts.Of(elementOf(f.T.T)), machine.SliceOf(f.V)
	for _, i := range a[:2] {
		if i.N < 0 || i.N >= s.Len {
			th.PanicString("reflect: slice index out of range")
		}
	}
	p, q := machine.At(s, a[0].N, l), machine.At(s, a[1].N, l)
	x, y := th.Load(p, l), th.Load(q, l)
	th.Store(p, l, y)
	th.Store(q, l, x)
	return value{}
})

func makeMap(th *thread, a []value) value {
	t := typeNamed(th, a[0])
	return val{t: t, v: th.MakeMap(th.Gen.Site("reflect.MakeMap "+t.ID, nil, false))}.value3()
}

func setFrom(th *thread, to, from value) value {
	x := settable(th, to, "SetIterKey")
	x.set(th, fitted(th, from, x.t, "reflect.Value.SetIterKey"))
	return value{}
}

func appended(th *thread, x val, all []value) val {
	if len(all) == 0 {
		return val{t: x.t, v: x.get(th)}
	}
	l := th.Gen.Layouts.Of(elementOf(x.t.T))
	before := machine.SliceOf(x.get(th))
	s := machine.SliceOf(grown(th, x, int64(len(all))))
	s.Len = before.Len + int64(len(all))
	for i, v := range all {
		th.Store(machine.At(s, before.Len+int64(i), l), l, v)
	}
	return val{t: x.t, v: value{R: &s}}
}

func length(th *thread, x val) int64 {
	switch u := x.t.T.Underlying().(type) {
	case *types.Array:
		return u.Len()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Len()
		}
		th.PanicString("reflect: call of reflect.Value.Len on ptr to non-array Value")
	case *types.Chan:
		return th.LenChan(x.get(th))
	case *types.Map:
		return int64(th.Contents(x.get(th)).Len())
	case *types.Slice:
		return machine.SliceOf(x.get(th)).Len
	}
	return int64(len(x.get(th).Text()))
}

func index(th *thread, x val, i int64) val {
	if i < 0 || i >= length(th, x) {
		th.PanicString("reflect: %s index out of range", Kind(x.t.T))
	}
	switch Kind(x.t.T) {
	case reflect.String:
		return made(th, types.Typ[types.Uint8], value{N: int64(x.get(th).Text()[i])})
	case reflect.Slice:
		t := th.Gen.Types.Of(elementOf(x.t.T))
		return val{t: t, v: machine.At(machine.SliceOf(x.get(th)), i, t.Lay), flags: addressable | x.flags&unexported}
	}
	t := th.Gen.Types.Of(elementOf(x.t.T))
	if x.flags&addressable != 0 {
		return val{t: t, v: value{N: x.v.N + i*int64(t.Lay.N), R: x.v.R}, flags: x.flags}
	}
	return val{t: t, v: t.Lay.From(x.v.Cells(x.t.Lay.N), int(i)*t.Lay.N), flags: x.flags}
}

func sliced(th *thread, x val, low, high int64) value {
	n := length(th, x)
	if Kind(x.t.T) == reflect.Slice {
		n = machine.SliceOf(x.get(th)).Cap
	}
	if low < 0 || high < low || high > n {
		th.PanicString("reflect.Value.Slice: slice index out of bounds")
	}
	switch Kind(x.t.T) {
	case reflect.String:
		return val{t: x.t, v: memory.String(x.get(th).Text()[low:high])}.value3()
	case reflect.Array:
		if x.flags&addressable == 0 {
			th.PanicString("reflect.Value.Slice: slice of unaddressable array")
		}
		e := th.Gen.Types.Of(elementOf(x.t.T))
		return made(th, types.NewSlice(e.T), value{R: &memory.Slice{O: th.Pointer(x.v), Off: x.v.N + low*int64(e.Lay.N), Len: high - low, Cap: n - low}}).value3()
	}
	s, l := machine.SliceOf(x.get(th)), th.Gen.Layouts.Of(elementOf(x.t.T))
	if s.O == nil {
		return val{t: x.t}.value3()
	}
	return val{t: x.t, v: value{R: &memory.Slice{O: s.O, Off: s.Off + low*int64(l.N), Len: high - low, Cap: s.Cap - low}}}.value3()
}
