package compiling

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// called evaluates a prepared call: the closure and its arguments.
type called func(fr *frame) (*memory.Closure, []value)

func (c *compiler) callInstruction(i *ssa.Call, d int) op {
	if b, ok := i.Call.Value.(*ssa.Builtin); ok {
		return c.builtinCall(b, i, d)
	}
	if w := c.waiting(i); w != nil {
		return w
	}
	call := c.call(&i.Call)
	if c.fn.Synthetic == initializer {
		return c.initialising(i, call, d)
	}
	if fn, ok := i.Call.Value.(*ssa.Function); ok {
		f, args := c.Function(fn), c.operands(i.Call.Args)
		return c.placed(func(fr *frame) { fr.R[d] = fr.CallStatic(f, args) })
	}
	return c.placed(func(fr *frame) {
		f, args := call(fr)
		fr.R[d] = fr.Th.Call(f, args)
	})
}

// initialising calls a function while packages are initialised. If the call is not supported, its result is poison.
func (c *compiler) initialising(i *ssa.Call, call called, d int) op {
	callee := i.Call.StaticCallee()
	results := i.Call.Signature().Results().Len()
	within := callee != nil && callee.Synthetic == initializer
	return c.placed(func(fr *frame) {
		do := func() value {
			f, args := call(fr)
			return fr.Th.Call(f, args)
		}
		if within {
			fr.R[d] = do()
			return
		}
		if fr.R[d] = fr.Th.Attempt(do, results); results == 0 {
			c.spoil(fr, callee, fr.R[d])
		}
	})
}

// spoil makes the variables poison that an init function sets, if it has not been executed to its end.
func (c *compiler) spoil(fr *frame, init *ssa.Function, result value) {
	why, failed := result.R.(memory.Poison)
	if !failed || init == nil {
		return
	}
	for _, b := range init.Blocks {
		for _, i := range b.Instrs {
			store, isStore := i.(*ssa.Store)
			if !isStore {
				continue
			}
			if g, ok := store.Addr.(*ssa.Global); ok {
				l := c.Layouts.Of(store.Val.Type())
				p := fr.Get(machine.GlobalAddress(c.global(g)))
				for off := range l.N {
					fr.Th.Store(value{N: int64(off), R: p.R}, &layout{N: 1, Kind: memory.Reference}, value{R: why})
				}
			}
		}
	}
}

// call prepares a call of anything but a builtin.
func (c *compiler) call(call *ssa.CallCommon) called {
	args := c.operands(call.Args)
	if !call.IsInvoke() {
		x := c.operand(call.Value)
		return func(fr *frame) (*memory.Closure, []value) {
			v := fr.Get(x)
			fr.Th.Sound(v)
			f, _ := v.R.(*memory.Closure)
			return f, fr.All(args)
		}
	}
	x, m := c.operand(call.Value), call.Method
	return func(fr *frame) (*memory.Closure, []value) {
		v := fr.Get(x)
		f, _ := v.R.(*memory.Iface)
		if f == nil {
			fr.Th.Sound(v)
			fr.Th.NilDereference()
		}
		all := make([]value, 0, len(args)+1)
		all = append(all, f.V)
		for _, o := range args {
			all = append(all, fr.Get(o))
		}
		fn := c.method(f.T, m)
		if fn == nil {
			fr.Th.Refuse("method %s of %s is not supported", m.Name(), f.T)
		}
		return &memory.Closure{Fn: fn}, all
	}
}

type methodKey struct {
	t    *memory.Type
	name string
}

// method returns the method of t that implements m.
func (p *Package) method(t *memory.Type, m *types.Func) *machine.Function {
	return p.methodOf(t, m.Pkg(), m.Name(), m.Id())
}

// methodNamed returns the exported method with that name, or nil.
func (p *Package) methodNamed(t *memory.Type, name string) *machine.Function {
	return p.methodOf(t, nil, name, name)
}

func (p *Package) methodOf(t *memory.Type, pkg *types.Package, name, id string) *machine.Function {
	k := methodKey{t, id}
	if f, ok := p.methods.Load(k); ok {
		return f.(*machine.Function)
	}
	var f *machine.Function
	if methods := p.Native[t]; methods != nil {
		f = methods[name]
	} else if sel := p.program.MethodSets.MethodSet(t.T).Lookup(pkg, name); sel != nil {
		if fn := p.program.MethodValue(sel); fn != nil {
			f = p.Function(fn)
		}
	}
	p.methods.Store(k, f)
	return f
}

func (c *compiler) goStatement(call *ssa.CallCommon) op {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		f := c.builtin(b.Name(), call)
		args := c.operands(call.Args)
		native := machine.NativeFunction(b.Name()+" in "+c.id+" "+c.where, func(th *machine.Thread, args []value) value { return f(&frame{Th: th}, args) })
		return c.placed(func(fr *frame) { fr.Th.Spawn(&memory.Closure{Fn: native}, fr.All(args)) })
	}
	f := c.call(call)
	return c.placed(func(fr *frame) {
		fn, args := f(fr)
		if fn == nil {
			fr.Th.Fail("fatal error: go of nil func value")
		}
		fr.Th.Spawn(fn, args)
	})
}

func (c *compiler) deferStatement(i *ssa.Defer) op {
	into := func(fr *frame) *frame { return fr }
	if i.DeferStack != nil {
		o := c.operand(i.DeferStack)
		into = func(fr *frame) *frame { return fr.Get(o).R.(*frame) }
	}
	if b, ok := i.Call.Value.(*ssa.Builtin); ok {
		f, id := c.builtin(b.Name(), &i.Call), b.Name()+" in "+c.id+" "+c.where
		args := c.operands(i.Call.Args)
		return c.placed(func(fr *frame) {
			into(fr).DeferNative(id, func(args []value) { f(fr, args) }, fr.All(args))
		})
	}
	call := c.call(&i.Call)
	return c.placed(func(fr *frame) {
		f, args := call(fr)
		into(fr).Defer(f, args)
	})
}

func (c *compiler) selectStatement(i *ssa.Select, d int) op {
	type state struct {
		ch, v machine.Operand
		sends bool
		elem  *layout
	}
	states := make([]state, len(i.States))
	for k, s := range i.States {
		states[k] = state{ch: c.operand(s.Chan), sends: s.Dir == types.SendOnly, elem: c.Layouts.Of(s.Chan.Type().Underlying().(*types.Chan).Elem())}
		if states[k].sends {
			states[k].v = c.operand(s.Send)
		}
	}
	blocking := i.Blocking
	return c.placed(func(fr *frame) {
		cases := make([]machine.SelectCase, len(states))
		for k, s := range states {
			cases[k] = machine.SelectCase{Chan: fr.Get(s.ch), Sends: s.sends, Elem: s.elem}
			if s.sends {
				cases[k].Value = fr.Get(s.v)
			}
		}
		chosen, v, ok := fr.Th.Select(cases, !blocking)
		results := []value{{N: int64(chosen)}, memory.Bool(ok)}
		for k, s := range states {
			switch {
			case s.sends:
			case k == chosen:
				results = append(results, v)
			default:
				results = append(results, s.elem.Zero())
			}
		}
		fr.R[d] = value{R: results}
	})
}
