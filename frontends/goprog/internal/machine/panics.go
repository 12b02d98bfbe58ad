package machine

import (
	"fmt"
	"go/types"

	"dporbench/frontends/goprog/internal/memory"
)

// Panic is a panic of the program, or the exit of a goroutine.
type Panic struct {
	V    value
	At   string
	Exit bool // runtime.Goexit
	Now  bool // no deferred calls run
}

// deferred is a deferred call.
type deferred struct {
	f      *memory.Closure
	args   []value
	native func(args []value)
	id     string // of the native
	begun  bool   // it is a native that is running, or has panicked
}

// Throw panics with a value of the program.
func (th *Thread) Throw(v value) { panic(&Panic{V: v, At: *th.at}) }

// Panic panics with an error of the runtime.
func (th *Thread) Panic(format string, args ...any) {
	th.Throw(value{R: &memory.Iface{T: th.Gen.Errors, V: memory.String(fmt.Sprintf(format, args...))}})
}

// PanicString panics with a string.
func (th *Thread) PanicString(format string, args ...any) {
	th.Throw(value{R: &memory.Iface{T: th.Gen.Types.Of(types.Typ[types.String]), V: memory.String(fmt.Sprintf(format, args...))}})
}

// NilDereference panics.
func (th *Thread) NilDereference() {
	th.Panic("runtime error: invalid memory address or nil pointer dereference")
}

// Exit ends the goroutine, after its deferred calls.
func (th *Thread) Exit() { panic(&Panic{At: *th.at, Exit: true}) }

// ExitNow ends the goroutine, without its deferred calls.
func (th *Thread) ExitNow() { panic(&Panic{At: *th.at, Exit: true, Now: true}) }

// Protect calls f and returns its panic.
func (th *Thread) Protect(f func() value) (v value, p *Panic) {
	depth, top, natives := th.depth, th.top, len(th.natives)
	defer func() {
		if th.t != nil && th.t.Unwinding() {
			return
		}
		switch r := recover().(type) {
		case nil:
		case *Panic:
			p, th.depth, th.top, th.natives = r, depth, top, th.natives[:natives]
			th.panicked = true
		default: // a refusal
			panic(r)
		}
	}()
	return f(), nil
}

// runDeferring is run for functions that defer calls.
func (fr *Frame) runDeferring() value {
	th := fr.Th
	v, p := th.Protect(func() value { return fr.run(0) })
	for p != nil {
		if fr.pending = p; p.Now {
			panic(p)
		}
		if _, again := th.Protect(func() value { fr.RunDefers(); return value{} }); again != nil {
			p = again
			continue
		}
		if fr.pending != nil {
			panic(fr.pending)
		}
		if fr.code.Recover == 0 {
			return fr.code.Zero
		}
		v, p = th.Protect(func() value { return fr.run(fr.code.Recover) })
	}
	return v
}

// RunDefers runs deferred calls, last first.
func (fr *Frame) RunDefers() {
	for n := len(fr.defers); n > 0; n = len(fr.defers) {
		d := fr.defers[n-1]
		if d.native != nil && !d.begun {
			fr.defers[n-1].begun = true // and it is part of the local state until it has run
			d.native(d.args)
		}
		if fr.defers = fr.defers[:n-1]; d.native == nil {
			fr.Th.call(d.f, d.args, fr)
		}
	}
}

// Defer defers a call of f.
func (fr *Frame) Defer(f *memory.Closure, args []value) {
	fr.Th.changesSince(fr.made)
	fr.defers = append(fr.defers, deferred{f: f, args: args})
}

// DeferNative defers a call of a builtin function; id is different for all.
func (fr *Frame) DeferNative(id string, f func(args []value), args []value) {
	fr.Th.changesSince(fr.made)
	fr.defers = append(fr.defers, deferred{native: f, args: args, id: id})
}

// Recovered ends the panic because of which the deferred function of fr runs, and returns its value.
func (fr *Frame) Recovered() value {
	by := fr.by
	if by == nil || by.pending == nil || by.pending.Exit {
		return value{}
	}
	v := by.pending.V
	by.pending = nil
	return v
}

// PanicText returns the value of a panic as the runtime prints it.
func (th *Thread) PanicText(v value) string {
	f, _ := v.R.(*memory.Iface)
	switch {
	case f == nil:
		return "nil"
	case f.T == th.Gen.Errors:
		return f.V.Text()
	}
	for _, name := range []string{"Error", "String"} {
		if m := th.Gen.Method(f.T, name); m != nil {
			if text, p := th.Protect(func() value { return th.CallFunction(m, []value{f.V}) }); p == nil {
				return text.Text()
			}
		}
	}
	if b, ok := f.T.T.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 && f.T.T == f.T.T.Underlying() {
		return f.V.Text()
	} else if ok && f.T.T == f.T.T.Underlying() {
		return basicText(f.T.T, f.V)
	} else if ok {
		return fmt.Sprintf("%s(%s)", f.T, basicText(f.T.T, f.V))
	}
	return "(" + f.T.String() + ")"
}

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
