package library

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/world"
)

// NewTest returns a testing.T, or another type with the same common part, for a test with that name.
func NewTest(th *thread, l *layout, name string) value {
	t := machine.NewObject(th.Gen.Site(types.TypeString(l.Of, (*types.Package).Name), l, false), l.N)
	th.Store(commonCell(l, t, "name"), th.Gen.Layouts.Of(types.Typ[types.String]), memory.String(name))
	return t
}

// commonCell returns the cell of a field of the common part of a test.
func commonCell(l *layout, t value, field string) value {
	off := 0
	for _, name := range []string{"common", field} {
		at, part := l.Field(name)
		off, l = off+at, part
	}
	return cell(value{R: t.R}, int64(off))
}

func commonField(th *thread, t value, field string) value {
	return commonCell(th.Pointer(t).Site.Elem, t, field)
}

func nameOf(th *thread, t value) string {
	return th.Load(commonField(th, t, "name"), th.Gen.Layouts.Of(types.Typ[types.String])).Text()
}

// subtestName returns the name of a subtest of t, as package testing makes it.
func subtestName(th *thread, t value, name string) string {
	base := nameOf(th, t) + "/" + rewritten(name)
	if th.Subtests == nil {
		th.Subtests = map[string]int{}
	}
	for {
		n := th.Subtests[base]
		th.Subtests[base]++
		if n == 0 && name != "" {
			plain, number := numbered(base)
			if len(plain) < len(base) && number < th.Subtests[plain] {
				continue // a later test named plain has that name
			}
			return base
		}
		if full := fmt.Sprintf("%s#%02d", base, n); th.Subtests[full] == 0 {
			return full
		}
	}
}

// rewritten replaces spaces and unprintable letters of a name.
func rewritten(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte('_')
		case !strconv.IsPrint(r):
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// numbered returns a name without the number at its end, as package testing adds one, and that.
func numbered(name string) (plain string, number int) {
	at := strings.LastIndexByte(name, '#')
	if at < 0 {
		return name, 0
	}
	plain, digits := name[:at], name[at+1:]
	number, err := strconv.Atoi(digits)
	if err != nil || number < 0 || len(digits) < 2 || len(digits) > 2 && digits[0] == '0' || digits == "00" && !strings.HasSuffix(plain, "/") {
		return name, 0
	}
	return plain, number
}

// beginContext makes the context of a test, if the program may ask for it.
func beginContext(th *thread, t value) {
	background, cancelled := th.Gen.FunctionOf("context", "Background"), th.Gen.FunctionOf("context", "WithCancel")
	if t.R == nil || !th.Gen.Contexts || background == nil || cancelled == nil {
		return
	}
	both := th.CallFunction(cancelled, []value{th.CallFunction(background, nil)}).R.([]value)
	th.Store(commonField(th, t, "ctx"), anyLayout(th), both[0])
	th.Store(commonField(th, t, "cancelCtx"), anyLayout(th), both[1])
}

// endContext cancels it.
func endContext(th *thread, t value) {
	if t.R == nil || !th.Gen.Contexts {
		return
	}
	if f := closure(th.Load(commonField(th, t, "cancelCtx"), anyLayout(th))); f != nil {
		th.Call(f, nil)
	}
}

func testContext(th *thread, a []value) value {
	ctx := th.Load(commonField(th, a[0], "ctx"), anyLayout(th))
	if ctx.R == nil {
		th.Refuse("the context of this test is not supported")
	}
	return ctx
}

// atCleanup has f called when the test ends.
func atCleanup(th *thread, f func(th *thread)) {
	undo := machine.CapturingFunction("cleanup", func(th *thread, _ []value) value { f(th); return value{} })
	th.Cleanups = append(th.Cleanups, value{R: &memory.Closure{Fn: undo}})
}

// outside are the functions that reach out of the program.
var outside = sync.OnceValue(world.Natives)

// call calls one of them.
func call(th *thread, name string, args ...value) []value {
	v := outside()[name](th, args)
	if results, ok := v.R.([]value); ok {
		return results
	}
	return []value{v}
}

func tempDir(th *thread, a []value) value {
	dir := "/tmp/" + strings.ReplaceAll(nameOf(th, a[0]), "/", "_")
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s/%03d", dir, n)
		call(th, "os.MkdirAll", memory.String(dir), value{N: 0o777})
		if call(th, "os.Mkdir", memory.String(name), value{N: 0o777})[0].R == nil {
			atCleanup(th, func(th *thread) { call(th, "os.RemoveAll", memory.String(name)) })
			return memory.String(name)
		}
	}
}

func setenv(th *thread, a []value) value {
	name := a[1]
	old := call(th, "syscall.Getenv", name)
	atCleanup(th, func(th *thread) {
		if old[1].N == 0 {
			call(th, "syscall.Unsetenv", name)
		} else {
			call(th, "syscall.Setenv", name, old[0])
		}
	})
	call(th, "syscall.Setenv", name, a[2])
	return value{}
}

func chdir(th *thread, a []value) value {
	old := call(th, "os.Getwd")
	if call(th, "os.Chdir", a[1])[0].R != nil {
		th.Fail("chdir %s: no such directory", a[1].Text())
	}
	atCleanup(th, func(th *thread) { call(th, "os.Chdir", old[0]) })
	return value{}
}

// unique are the functions of packages unique and weak, whose types depend on the types of their arguments.
func unique(name string, params, results *types.Tuple) native {
	switch name {
	case "unique.Make":
		return func(th *thread, a []value) value {
			return value{R: []value{th.Unique(a[0], th.Gen.Layouts.Of(params.At(0).Type()))}}
		}
	case "(unique.Handle).Value", "(unique.Handle[T]).Value":
		return func(th *thread, a []value) value {
			return th.Load(a[0].Cells(1)[0], th.Gen.Layouts.Of(results.At(0).Type()))
		}
	case "weak.Make":
		return func(th *thread, a []value) value { return value{R: []value{world.MakeWeak(th, a[0])}} }
	case "(weak.Pointer).Value", "(weak.Pointer[T]).Value":
		return func(th *thread, a []value) value { return world.WeakValue(th, a[0].Cells(1)[0]) }
	}
	return nil
}
