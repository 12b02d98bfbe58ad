package library

import (
	"fmt"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/reflection"
)

const (
	asserting = "github.com/stretchr/testify/assert"
	requiring = "github.com/stretchr/testify/require"
	mocking   = "github.com/stretchr/testify/mock" // it makes texts of all arguments of a call, for a message if none is expected, and decides nothing by them
)

// IsQuiet reports whether the operations of a package outside the standard library are shown at the line that called it.
func IsQuiet(path string) bool {
	return path == asserting || path == requiring || path == mocking
}

// assertions are the functions of testify's package assert that report a failure, which would look up their callers and look
// into memory; the rest of it is executed.
func assertions() map[string]native {
	return map[string]native{
		asserting + ".Fail": assertFails,
		asserting + ".diff": nothing, mocking + ".diff": nothing,
		asserting + ".isFunction": func(_ *thread, a []value) value {
			f, ok := a[0].R.(*memory.Iface)
			return memory.Bool(ok && reflection.Kind(f.T.T).String() == "func")
		},
		asserting + ".formatUnequalValues": func(th *thread, a []value) value {
			return memory.Tuple(memory.String(shown(th, a[0])), memory.String(shown(th, a[1])))
		},
	}
}

// shown is a value in a message, with its type if that is not clear.
func shown(th *thread, v value) string {
	p := &printer{th: th, unseen: true}
	f, ok := v.R.(*memory.Iface)
	if !ok {
		return "<nil>"
	}
	switch x := p.dynamic(v, 0, true).(type) {
	case string:
		return fmt.Sprintf("%q", x)
	case bool, int:
		return fmt.Sprint(x)
	default:
		return p.done(fmt.Sprintf("%s(%+v)", f.T, x))
	}
}

// assertFails calls the method Errorf of the given test, with the message and the caller's addition.
func assertFails(th *thread, a []value) value {
	text := strings.Join(strings.Fields(a[1].Text()), " ")
	if more := addedMessage(th, a[2]); more != "" {
		text += ": " + more
	}
	t, ok := a[0].R.(*memory.Iface)
	if !ok {
		th.NilDereference()
	}
	args := th.SliceWith("assert.Fail", anyLayout(th), textInterface(th, text))
	th.CallFunction(th.Gen.Method(t.T, "Errorf"), []value{t.V, memory.String("%s"), args})
	return value{}
}

// addedMessage returns a message made of a possible format and its arguments.
func addedMessage(th *thread, v value) string {
	s := machine.SliceOf(v)
	if s.Len == 0 {
		return ""
	}
	p := &printer{th: th, unseen: true}
	first := th.Load(machine.At(s, 0, anyLayout(th)), anyLayout(th))
	if f, ok := first.R.(*memory.Iface); ok && reflection.Kind(f.T.T).String() == "string" {
		return p.sprintf(f.V.Text(), value{R: &memory.Slice{O: s.O, Off: s.Off + 1, Len: s.Len - 1, Cap: s.Cap - 1}})
	}
	return p.done(fmt.Sprintf("%+v", p.dynamic(first, 0, true)))
}
