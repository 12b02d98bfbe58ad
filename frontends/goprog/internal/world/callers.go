package world

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// A program counter is the number of a call, which is the same in each execution: of its function and its line.

// text returns the calls of a goroutine as runtime.Stack writes them, without addresses.
func text(th *thread) string {
	var b strings.Builder
	b.WriteString("goroutine 1 [running]:\n")
	for _, c := range th.Calls() {
		fmt.Fprintf(&b, "%s(...)\n\t%s:%d\n", c.Function, c.File, c.Line)
	}
	return b.String()
}

func counter(th *thread, c machine.CallSite) value { return value{N: th.Gen.NumberCall(c)} }

// calls returns the calls without the first ones.
func calls(th *thread, skip int64) []machine.CallSite {
	all := th.Calls()
	if skip = max(skip, 0); skip >= int64(len(all)) {
		return nil
	}
	return all[skip:]
}

func callers() map[string]native {
	stack := func(th *thread, _ []value) value { return bytesOf(th, text(th)) }
	return map[string]native{
		"runtime.NumGoroutine": func(th *thread, _ []value) value { return value{N: th.Goroutines()} },
		"runtime.Caller": func(th *thread, a []value) value {
			all := calls(th, a[0].N)
			if len(all) == 0 {
				return memory.Tuple(value{}, value{}, value{}, value{})
			}
			return memory.Tuple(counter(th, all[0]), memory.String(all[0].File), value{N: int64(all[0].Line)}, memory.Bool(true))
		},
		"runtime.Callers": func(th *thread, a []value) value { // 0 is Callers itself
			all, into, elem := calls(th, a[0].N-1), machine.SliceOf(a[1]), th.Gen.Layouts.Of(types.Typ[types.Uintptr])
			n := min(int64(len(all)), into.Len)
			for i := range n {
				th.Store(machine.At(into, i, elem), elem, counter(th, all[i]))
			}
			return value{N: n}
		},
		"runtime.Stack": func(th *thread, a []value) value {
			return value{N: put(th, a[0], text(th))}
		},
		"runtime/debug.Stack":      stack,
		"runtime/debug.PrintStack": func(th *thread, _ []value) value { th.Print(text(th)); return value{} },
		"runtime.FuncForPC": func(th *thread, a []value) value {
			c, ok := th.Gen.CallNumbered(a[0].N)
			if !ok {
				return value{}
			}
			p := th.NewObject(funcSite(th), 1)
			p.R.(*memory.Object).Cells[0] = memory.String(c.Function + "\n" + c.File + "\n" + strconv.Itoa(c.Line))
			return p
		},
		"(*runtime.Func).Name": func(th *thread, a []value) value {
			if a[0].R == nil {
				return value{}
			}
			return memory.String(strings.Split(described(th, a[0]), "\n")[0])
		},
		"(*runtime.Func).Entry": func(th *thread, a []value) value { return value{N: th.Address(a[0])} },
		"(*runtime.Func).FileLine": func(th *thread, a []value) value {
			parts := strings.Split(described(th, a[0]), "\n")
			line, _ := strconv.Atoi(parts[2])
			return memory.Tuple(memory.String(parts[1]), value{N: int64(line)})
		},
		"runtime.CallersFrames": func(th *thread, a []value) value {
			l := th.Gen.Layouts.Of(th.Gen.TypeNamed("runtime", "Frames"))
			p := th.NewObject(th.Gen.Site("native runtime.Frames", l, false), l.N)
			p.R.(*memory.Object).Cells[0] = a[0]
			return p
		},
		"(*runtime.Frames).Next": nextFrame,
		"runtime.Version":        func(*thread, []value) value { return memory.String("go1.26") },
		"runtime.GOROOT":         func(*thread, []value) value { return memory.String("/usr/local/go") },
		"runtime.NumCgoCall":     constantly(0),
		"runtime.ReadMemStats": func(th *thread, _ []value) value {
			th.Refuse("runtime.ReadMemStats is not supported: how much a program allocates is up to the compiler")
			return value{}
		},
		"runtime/debug.SetMaxStack": constantly(0), "runtime/debug.SetPanicOnFault": constantly(0), "runtime/debug.SetMemoryLimit": constantly(0), "runtime/debug.SetTraceback": nothing,
	}
}

func funcSite(th *thread) *memory.Site {
	return th.Gen.Site("func", th.Gen.Layouts.Of(stringType), false)
}

func described(th *thread, f value) string { return th.Load(f, th.Gen.Layouts.Of(stringType)).Text() }

// nextFrame takes the next counter from the slice that is in the first cell.
func nextFrame(th *thread, a []value) value {
	frame := th.Gen.Layouts.Of(th.Gen.TypeNamed("runtime", "Frame"))
	list := th.Gen.Layouts.Of(types.NewSlice(types.Typ[types.Uintptr]))
	s := machine.SliceOf(th.Load(a[0], list))
	cells := make([]value, frame.N)
	if s.Len == 0 {
		return memory.Tuple(value{R: cells}, value{})
	}
	elem := th.Gen.Layouts.Of(types.Typ[types.Uintptr])
	pc := th.Load(machine.At(s, 0, elem), elem)
	th.Store(a[0], list, value{R: &memory.Slice{O: s.O, Off: s.Off + 1, Len: s.Len - 1, Cap: s.Cap - 1}})
	if c, ok := th.Gen.CallNumbered(pc.N); ok {
		for name, v := range map[string]value{"PC": pc, "Function": memory.String(c.Function), "File": memory.String(c.File), "Line": {N: int64(c.Line)}} {
			off, _ := frame.Field(name)
			cells[off] = v
		}
	}
	return memory.Tuple(value{R: cells}, memory.Bool(s.Len > 1))
}
