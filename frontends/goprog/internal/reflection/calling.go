package reflection

import (
	"go/types"
	"reflect"
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// calling are the methods of a Value about functions and methods.
func calling() map[string]native {
	call := func(packed bool) native {
		return func(th *thread, a []value) value {
			f := must(th, a[0], "Call", reflect.Func)
			if f.flags&unexported != 0 {
				th.PanicString("reflect: reflect.Value.Call using value obtained using unexported field")
			}
			return called(th, f, th.Elements(a[1], valueLayout(th)), packed)
		}
	}
	return map[string]native{
		"Call": call(false), "CallSlice": call(true),
		"NumMethod": func(th *thread, a []value) value {
			return value{N: int64(len(methodsOf(must(th, a[0], "NumMethod").t.T)))}
		},
		"Method": func(th *thread, a []value) value {
			x := must(th, a[0], "Method")
			all := methodsOf(x.t.T)
			if a[1].N < 0 || a[1].N >= int64(len(all)) {
				th.PanicString("reflect: Method index out of range")
			}
			return bind(th, x, all[a[1].N])
		},
		"MethodByName": func(th *thread, a []value) value {
			x := must(th, a[0], "MethodByName")
			for _, m := range methodsOf(x.t.T) {
				if m.Obj().Name() == a[1].Text() {
					return bind(th, x, m)
				}
			}
			return invalid()
		},
	}
}

// bound calls a method: its last arguments are the receiver and the method.
var bound = machine.NativeFunction("reflect.bound", func(th *thread, a []value) value {
	n := len(a) - 2
	return th.Call(a[n+1].R.(*memory.Closure), append([]value{a[n]}, a[:n]...))
})

// bind returns a method of x as a function.
func bind(th *thread, x val, m *types.Selection) value {
	t, receiver := x.t, x.get(th)
	if types.IsInterface(t.T) {
		f, ok := receiver.R.(*memory.Iface)
		if !ok {
			th.PanicString("reflect: Method on nil interface value")
		}
		t, receiver = f.T, f.V
	}
	fn := th.Gen.Method(t, m.Obj().Name())
	if fn == nil {
		th.Refuse("method %s of %s is not supported", m.Obj().Name(), t)
	}
	s := m.Obj().Type().(*types.Signature)
	plain := types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
	return made(th, plain, value{R: &memory.Closure{Fn: bound, Bindings: []value{receiver, {R: &memory.Closure{Fn: fn}}}}}).value3()
}

// called calls f with Values, and returns its results as Values. With whole, the last argument is the slice for the variadic parameter.
func called(th *thread, f val, args []value, whole bool) value {
	s := f.t.T.Underlying().(*types.Signature)
	n := s.Params().Len()
	variadic := s.Variadic() && !whole
	switch {
	case f.get(th).R == nil:
		th.PanicString("reflect.Value.Call: call of nil function")
	case variadic && len(args) < n-1, !variadic && len(args) < n:
		th.PanicString("reflect: Call with too few input arguments")
	case !variadic && len(args) > n:
		th.PanicString("reflect: Call with too many input arguments")
	}
	fit := func(v value, t types.Type) value { return fitted(th, v, th.Gen.Types.Of(t), "reflect.Value.Call") }
	var all []value
	fixed := n
	if variadic {
		fixed--
	}
	for i := range fixed {
		all = append(all, fit(args[i], s.Params().At(i).Type()))
	}
	if variadic {
		elem := elementOf(s.Params().At(n - 1).Type())
		var rest []value
		for _, v := range args[fixed:] {
			rest = append(rest, fit(v, elem))
		}
		if rest == nil {
			all = append(all, value{})
		} else {
			all = append(all, th.SliceWith("reflect.Call "+elem.String(), th.Gen.Layouts.Of(elem), rest...))
		}
	}
	result := th.Call(f.get(th).R.(*memory.Closure), all)
	var results []val
	for i := range s.Results().Len() {
		v := result
		if s.Results().Len() > 1 {
			v = result.R.([]value)[i]
		}
		results = append(results, made(th, s.Results().At(i).Type(), v))
	}
	return values(th, results)
}

// function calls a function of Values: its last arguments are this function, and the name of its own type.
var function = machine.NativeFunction("reflect.MakeFunc", func(th *thread, a []value) value {
	n := len(a) - 2
	s := typeNamed(th, a[n+1]).T.Underlying().(*types.Signature)
	var args []val
	for i, v := range a[:n] {
		args = append(args, made(th, s.Params().At(i).Type(), v))
	}
	all := th.Elements(th.Call(a[n].R.(*memory.Closure), []value{values(th, args)}), valueLayout(th))
	if len(all) != s.Results().Len() {
		th.PanicString("reflect: wrong return count from function created by MakeFunc")
	}
	var results []value
	for i, v := range all {
		results = append(results, fitted(th, v, th.Gen.Types.Of(s.Results().At(i).Type()), "reflect.MakeFunc"))
	}
	switch len(results) {
	case 0:
		return value{}
	case 1:
		return results[0]
	}
	return memory.Tuple(results...)
})

func makeFunc(th *thread, a []value) value {
	t := typeNamed(th, a[0])
	return val{t: t, v: value{R: &memory.Closure{Fn: function, Bindings: []value{a[1], memory.String(t.ID)}}}}.value3()
}

// channels are the methods of a Value about channels.
func channels() map[string]native {
	receive := func(try bool) native {
		return func(th *thread, a []value) value {
			x := must(th, a[0], "Recv", reflect.Chan)
			t := th.Gen.Types.Of(elementOf(x.t.T))
			chosen, v, ok := th.Select([]machine.SelectCase{{Chan: x.get(th), Elem: t.Lay}}, try)
			if chosen < 0 {
				return memory.Tuple(invalid(), value{})
			}
			return memory.Tuple(val{t: t, v: v}.value3(), memory.Bool(ok))
		}
	}
	send := func(try bool) native {
		return func(th *thread, a []value) value {
			x := must(th, a[0], "Send", reflect.Chan)
			v := fitted(th, a[1], th.Gen.Types.Of(elementOf(x.t.T)), "reflect.Value.Send")
			if try {
				return memory.Bool(th.TrySend(x.get(th), v))
			}
			th.Send(x.get(th), v)
			return value{}
		}
	}
	return map[string]native{
		"Recv": receive(false), "TryRecv": receive(true), "Send": send(false), "TrySend": send(true),
		"Close": func(th *thread, a []value) value {
			th.Close(must(th, a[0], "Close", reflect.Chan).get(th))
			return value{}
		},
	}
}

// Select is reflect.Select: a case has a direction, a channel and a value to send.
func Select(th *thread, a []value) value {
	const (
		sends int64 = iota + 1
		receives
		isDefault
	)
	l := th.Gen.Layouts.Of(th.Gen.TypeNamed("reflect", "SelectCase"))
	var cases []machine.SelectCase
	var places []int
	byDefault := -1
	for i, c := range th.Elements(a[0], l) {
		cells := c.Cells(l.N)
		ch, okChan := read(value{R: slices.Clone(cells[1:4])})
		switch dir := cells[0].N; {
		case dir == isDefault:
			byDefault = i
			continue
		case !okChan:
			cases = append(cases, machine.SelectCase{Sends: dir == sends})
		default:
			t := th.Gen.Types.Of(elementOf(ch.t.T))
			s := machine.SelectCase{Chan: ch.get(th), Sends: dir == sends, Elem: t.Lay}
			if s.Sends {
				s.Value = fitted(th, value{R: slices.Clone(cells[4:7])}, t, "reflect.Select")
			}
			cases = append(cases, s)
		}
		places = append(places, i)
	}
	chosen, v, ok := th.Select(cases, byDefault >= 0)
	if chosen < 0 {
		return memory.Tuple(value{N: int64(byDefault)}, invalid(), value{})
	}
	received := invalid()
	if c := cases[chosen]; !c.Sends {
		received = made(th, c.Elem.Of, v).value3()
	}
	return memory.Tuple(value{N: int64(places[chosen])}, received, memory.Bool(ok))
}
