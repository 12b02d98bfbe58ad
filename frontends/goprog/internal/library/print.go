package library

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/world"
)

// sprintf formats as fmt.Sprintf does.
func (p *printer) sprintf(format string, args value) string {
	if text, ok := p.byCode(format, args); ok {
		return text
	}
	format, all := p.typed(format, args)
	return p.done(fmt.Sprintf(format, all...))
}

// byCode formats a text with the syntax of Go, which the program will see, by the code of package fmt if that is executed.
func (p *printer) byCode(format string, args value) (text string, ok bool) {
	if p.unseen || !p.th.Gen.GoSyntax(format) {
		return "", false
	}
	begin := p.th.Gen.FunctionOf("fmt", "newPrinter")
	if begin == nil {
		return "", false
	}
	pp := p.th.CallFunction(begin, nil)
	p.th.CallFunction(p.th.Gen.FunctionOf("fmt", "pp.doPrintf"), []value{pp, memory.String(format), args})
	off, buffer := p.th.Gen.Layouts.Of(p.th.Gen.TypeNamed("fmt", "pp")).Field("buf")
	return string(p.th.Bytes(p.th.Load(cell(pp, int64(off)), buffer))), true
}

// A formatter makes a text of arguments, the first of which may be a format.
type formatter func(p *printer, a []value) string

func asPrintf(p *printer, a []value) string  { return p.sprintf(a[0].Text(), a[1]) }
func asPrint(p *printer, a []value) string   { return p.done(fmt.Sprint(p.args(a[0])...)) }
func asPrintln(p *printer, a []value) string { return p.done(fmt.Sprintln(p.args(a[0])...)) }

// formatted returns the text that f makes of the arguments.
func formatted(f formatter) native {
	return func(th *thread, a []value) value {
		return memory.String(f(&printer{th: th, unseen: th.Within(mocking)}, a))
	}
}

// printed shows, with an execution, what f makes of the arguments after the first skipped ones. Since the
// program does not see the text, it may contain addresses. If os.Stdout is another file, it is written to.
func printed(f formatter, skipped int) native {
	return func(th *thread, a []value) value {
		if file, ok := world.Redirected(th); ok && skipped == 0 {
			return value{R: call(th, "(*os.File).WriteString", file, memory.String(f(&printer{th: th}, a)))}
		}
		text := f(&printer{th: th, unseen: true}, a[skipped:])
		th.Print(text)
		return memory.Tuple(value{N: int64(len(text))}, value{})
	}
}

// logged prints lines as package log does, without the time.
func logged(f formatter) native {
	return func(th *thread, a []value) value {
		th.Print(ended(f(&printer{th: th, unseen: true}, a)))
		return value{}
	}
}

// testLogged prints lines, the first one with its place, as a test does.
func testLogged(f formatter) native {
	return func(th *thread, a []value) value {
		place := th.Place()
		if place != "" {
			place += ": "
		}
		text := strings.TrimSuffix(f(&printer{th: th, unseen: true}, a[1:]), "\n")
		refuseLate(th, a[0], text)
		th.Print("    " + place + strings.ReplaceAll(text, "\n", "\n        ") + "\n")
		return value{}
	}
}

// ended returns a text with its last line terminated.
func ended(text string) string { return strings.TrimSuffix(text, "\n") + "\n" }

func formatting() map[string]native {
	return map[string]native{
		"fmt.Sprintf": formatted(asPrintf), "fmt.Sprint": formatted(asPrint), "fmt.Sprintln": formatted(asPrintln),
		"fmt.Errorf": errorf, "fmt.Appendf": appends(asPrintf), "fmt.Append": appends(asPrint), "fmt.Appendln": appends(asPrintln),
		"fmt.Printf": printed(asPrintf, 0), "fmt.Print": printed(asPrint, 0), "fmt.Println": printed(asPrintln, 0),
		"fmt.Fprintf": writes(asPrintf), "fmt.Fprint": writes(asPrint), "fmt.Fprintln": writes(asPrintln),
	}
}

// appends appends a text to a slice of bytes.
func appends(f formatter) native {
	return func(th *thread, a []value) value {
		text := append(th.Bytes(a[0]), f(&printer{th: th}, a[1:])...)
		return machine.NewBytes(th.Gen.Site("text", th.Gen.Layouts.Of(types.Typ[types.Uint8]), true), text, len(text))
	}
}

// writes writes a text to an io.Writer; what goes to the standard output is printed.
func writes(f formatter) native {
	return func(th *thread, a []value) value {
		if _, outside := a[0].R.(memory.Poison); outside {
			return printed(f, 1)(th, a)
		}
		w, _ := a[0].R.(*memory.Iface)
		if w == nil {
			th.NilDereference()
		}
		bs := []byte(f(&printer{th: th}, a[1:]))
		made := machine.NewBytes(th.Gen.Site("text", th.Gen.Layouts.Of(types.Typ[types.Uint8]), true), bs, len(bs))
		return th.CallFunction(th.Gen.Method(w.T, "Write"), []value{w.V, made})
	}
}

func errorf(th *thread, a []value) value {
	format := a[0].Text()
	p := &printer{th: th}
	v := p.parsed(format, a[1])
	wrapped := v.wrapped
	plain, ok := p.byCode(strings.ReplaceAll(format, "%w", "%v"), a[1])
	if !ok {
		plain = p.done(fmt.Errorf(v.out.String(), v.texts...).Error())
	}
	text := memory.String(plain)
	switch len(wrapped) {
	case 0:
		return newError(th, formattedError, text)
	case 1:
		return newError(th, wrappedError, text, wrapped[0])
	}
	wrapped = slices.DeleteFunc(wrapped, func(err value) bool { return err.R == nil })
	return newError(th, wrappedErrors, text, th.SliceWith("errors", anyLayout(th), wrapped...))
}

// newError returns an error of a type made by natives.
func newError(th *thread, name string, cells ...value) value {
	t := th.Gen.Known[name]
	p := machine.NewObject(th.Gen.Site(name, th.Gen.Layouts.Of(t.T.(*types.Pointer).Elem()), false), len(cells))
	copy(p.R.(*memory.Object).Cells, cells)
	return value{R: &memory.Iface{T: t, V: p}}
}

func logging() map[string]native {
	plain := func(p *printer, a []value) string { return strings.TrimSpace(asPrint(p, a)) }
	exits := func(f formatter) native {
		return func(th *thread, a []value) value {
			th.Fail("log.Fatal: %s", f(&printer{th: th}, a))
			return value{}
		}
	}
	panics := func(f formatter) native {
		return func(th *thread, a []value) value {
			throwText(th, f(&printer{th: th}, a))
			return value{}
		}
	}
	return map[string]native{
		"log.Printf": logged(asPrintf), "log.Print": logged(asPrint), "log.Println": logged(asPrintln),
		"log.Fatalf": exits(asPrintf), "log.Fatal": exits(plain), "log.Fatalln": exits(plain),
		"log.Panicf": panics(asPrintf), "log.Panic": panics(plain), "log.Panicln": panics(plain),
		"os.Exit": exit,
	}
}
