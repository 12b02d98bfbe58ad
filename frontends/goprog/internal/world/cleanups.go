package world

import (
	"fmt"
	"go/types"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// A cleanup, a finalizer, and the end of a weak pointer, is a goroutine that has the number of its object, which is no reference, and waits until that is found to be unreachable. Cleanups may run beside each other.
// Finalizers run one after the other.

// cleanups are the functions about the lifetime of objects.
func cleanups() map[string]native {
	return map[string]native{
		"runtime.AddCleanup": addCleanup, "(runtime.Cleanup).Stop": stopCleanup, "runtime.SetFinalizer": setFinalizer,
		"runtime.GC": func(th *thread, _ []value) value { th.Collect(); return value{} },
	}
}

// The bodies of these goroutines, with the names by which executions show them.
var (
	cleanupFunction   = machine.NativeFunction(machine.CleanupName, runCleanup)
	finalizerFunction = machine.NativeFunction(machine.FinalizerName, runFinalizer)
	weakFunction      = machine.NativeFunction(machine.WeakName, func(th *thread, a []value) value {
		return watch(th, a, machine.Watch{ID: th.Identity(a[1]), Armed: 1, Weak: true})
	})
)

func addCleanup(th *thread, a []value) value {
	p, arg := a[0], a[2]
	switch {
	case p.R == nil:
		th.PanicString("runtime.AddCleanup: ptr is nil")
	case isSame(p, arg):
		th.PanicString("runtime.AddCleanup: ptr is equal to arg, cleanup will never run")
	}
	none := value{R: make([]value, th.Gen.Layouts.Of(th.Gen.TypeNamed("runtime", "Cleanup")).N)}
	if !th.CleansUp() {
		return none
	}
	object, stopped := th.Identity(p), th.NewObject(th.Gen.Site("cleanup", nil, false), 1)
	none.Cells(1)[0] = value{N: th.Identity(stopped)}
	th.Spawn(&memory.Closure{Fn: cleanupFunction}, []value{{N: object}, stopped, memory.String(th.Place()), a[1], arg})
	return none
}

// isSame reports whether a value is a certain pointer.
func isSame(p, v value) bool {
	o, ok := v.R.(*memory.Object)
	return ok && v.N == p.N && memory.Same(o, p.R.(*memory.Object))
}

// watch waits until an object is found to be unreachable, as long as the cell of w holds what arms it. It returns a pointer to the object.
func watch(th *thread, a []value, w machine.Watch) value {
	w.Place = a[2].Text()
	th.At(&w.Place)
	p, _ := th.Gen.Table.Get(a[0].N)
	w.Object, w.Cell = th.Pointer(p).Shared, th.Pointer(a[1]).Shared
	th.AwaitFound(&w)
	return p
}

func runCleanup(th *thread, a []value) value {
	watch(th, a, machine.Watch{ID: th.Identity(a[1])})
	f, _ := a[3].R.(*memory.Closure)
	th.Call(f, a[4:5])
	return value{}
}

func stopCleanup(th *thread, a []value) value {
	if stopped, ok := th.Gen.Table.Get(a[0].Cells(1)[0].N); ok && stopped.R != nil {
		th.AtomicStore(stopped, value{N: 1})
		th.SetEffect()
	}
	return value{}
}

// setFinalizer sets the finalizer of an object, or takes it back. Its number is in a cell for the object.
func setFinalizer(th *thread, a []value) value {
	object, _ := a[0].R.(*memory.Iface)
	if object == nil {
		th.Fail("fatal error: runtime.SetFinalizer: first argument is nil")
	}
	p := object.V
	if o, ok := p.R.(*memory.Object); !ok || o == nil || p.N != 0 || !isPointer(object.T.T) {
		th.Fail("fatal error: runtime.SetFinalizer: first argument is not a pointer to an object")
	}
	if !th.CleansUp() {
		return value{}
	}
	word := th.Identity(p)
	cell := th.Gen.Single(fmt.Sprintf("finalizer of %d", word))
	f, _ := a[1].R.(*memory.Iface)
	if f == nil {
		th.AtomicStore(cell, value{})
		th.SetEffect()
		return value{}
	}
	if last := th.State(cell); last != 0 && !th.WasFound(last) {
		th.Fail("fatal error: runtime.SetFinalizer: finalizer already set")
	}
	id := th.Identity(th.NewObject(th.Gen.Site("finalizer", nil, false), 1))
	th.AtomicStore(cell, value{N: id})
	th.SetEffect()
	taken := value{}
	if takesInterface(th, f.T.T) {
		taken = value{R: &memory.Iface{T: object.T}}
	}
	th.Spawn(&memory.Closure{Fn: finalizerFunction}, []value{{N: word}, cell, memory.String(th.Place()), f.V, {N: id}, taken})
	return value{}
}

func isPointer(t types.Type) bool {
	_, is := t.Underlying().(*types.Pointer)
	return is
}

// takesInterface reports whether a finalizer takes its object as an interface.
func takesInterface(th *thread, t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	if !ok || s.Params().Len() != 1 {
		th.Fail("fatal error: runtime.SetFinalizer: the finalizer is no function with one argument: %s", t)
	}
	return types.IsInterface(s.Params().At(0).Type())
}

func runFinalizer(th *thread, a []value) value {
	p := watch(th, a, machine.Watch{ID: a[4].N, Armed: a[4].N, Finalizer: true})
	th.Hold(p)
	if taken, ok := a[5].R.(*memory.Iface); ok {
		p = value{R: &memory.Iface{T: taken.T, V: p}}
	}
	th.OneAtATime(func() { th.Call(a[3].R.(*memory.Closure), []value{p}) })
	return value{}
}

// Weak pointers to the same place are the same pointer, to a cell that has the place in its name.
const weakPointer = "weak pointer to %d+%d"

// MakeWeak makes a weak pointer of a pointer.
func MakeWeak(th *thread, p value) value {
	if p.R == nil || !th.CleansUp() {
		return p
	}
	object := th.Identity(p)
	cell := th.Gen.Single(fmt.Sprintf(weakPointer, object, p.N))
	made := th.When(cell, "make", guarded.Always, func(int64) int64 { return 1 })
	if th.SetEffect(); made == 0 {
		th.Spawn(&memory.Closure{Fn: weakFunction}, []value{{N: object}, cell, memory.String(th.Place())})
	}
	return cell
}

// WeakValue is the pointer of which a weak pointer has been made, or nil.
func WeakValue(th *thread, weak value) value {
	var object, off int64
	o, ok := weak.R.(*memory.Object)
	if !ok || o == nil {
		return value{}
	}
	if n, _ := fmt.Sscanf(o.Site.Name, weakPointer, &object, &off); n != 2 {
		return weak // made while packages are initialised
	}
	if th.WasFound(th.Identity(weak)) {
		return value{}
	}
	p, _ := th.Gen.Table.Get(object)
	return value{R: p.R, N: off}
}
