package operation

import (
	"fmt"
	"strconv"
	"strings"
)

// Names gives the names of a program's objects.
type Names interface {
	VarName(x int32) string
	MutexName(m int32) string
	ShowValue(x int32, v int64) string // a value of variable x
}

// texts gives the forms of each operation: its name, a statement as in a program, for traces,
// and a phrase, for messages. {o} stands for the object, {a} and {b} for the operands, and {f}
// and {=} for the FetchOp and its assignment.
var texts = [...]struct{ name, statement, phrase string }{
	End:             {"the end", "", "the end"},
	Fail:            {"a failure", "", "a failure"},
	Assume:          {"a false assume", "", "a false assume"},
	Drain:           {"a wait for the buffers", "", "a wait for the buffers"},
	Expect:          {"a wait for the buffers", "", "a wait for the buffers"},
	Load:            {"load", "{o}", "load {o}"},
	Store:           {"store", "{o} = {a}", "store {o} = {a}"},
	Add:             {"add", "{o} += {a}", "add {a} to {o}"},
	Swap:            {"swap", "swap({o}, {a})", "swap {o} for {a}"},
	Fetch:           {"fetch", "{f}({o}, {a})", "fetch-{f} {o} with {a}"},
	CompareAndSwap:  {"compare-and-swap", "cas({o}, {a}, {b})", "compare-and-swap {o} from {a} to {b}"},
	CompareExchange: {"compare-exchange", "cmpxchg({o}, {a}, {b})", "compare-exchange {o} from {a} to {b}"},
	ApplyAdd:        applied,
	ApplyAnd:        applied,
	ApplyOr:         applied,
	ApplyXor:        applied,
	ApplyMax:        applied,
	ApplyMin:        applied,
	Barrier:         {"store barrier", "store barrier", "store barrier"},
	Await:           {"await", "await {o}", "await {o}"},
	When:            {"when", "when {o}", "when {o}"},
	Pass:            {"pass", "pass {o}", "pass {o}"},
	Lock:            {"lock", "lock {o}", "lock {o}"},
	Unlock:          {"unlock", "unlock {o}", "unlock {o}"},
	Spawn:           {"go", "go {o}", "go {o}"},
	Join:            {"join", "join", "join thread {o}"},
	Fence:           {"fence", "fence", "fence"},
	Choose:          {"choose", "choose({a})", "choose one of {a}"},
	Refused:         {"a refused operation", "", "a refused operation"},
}

var applied = struct{ name, statement, phrase string }{"apply", "{o} {=} {a}", "apply {f} to {o} with {a}"}

// String returns the name of the operation.
func (c Code) String() string { return texts[c].name }

// Statement returns the operation as a program would write it: "x = 1", "y", "x += 1",
// "cas(x, 0, 1)", "lock l", "go q"; or its [Note]. It is "" if there is none: the thread has stopped.
func (op Operation) Statement(of Names) string {
	text := op.plainStatement(of)
	if order := op.Order.String(); order != "" && text != "" {
		return order + " " + text
	}
	return text
}

func (op Operation) plainStatement(of Names) string {
	if op.guard != nil && op.guard.Text != "" {
		return op.guard.Text
	}
	return op.fill(texts[op.Code].statement, of)
}

// Describe returns the operation as a phrase: "store x = 3".
func (op Operation) Describe(of Names) string {
	switch {
	case op.Code == Refused:
		return op.Message
	case op.Code == Fail:
		return "failure (" + op.Message + ")"
	case op.Code == End && op.A != 0:
		return fmt.Sprintf("return %d", op.A)
	}
	return op.fill(texts[op.Code].phrase, of)
}

func (op Operation) fill(text string, of Names) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(op.form(rest[0], of))
		text = rest[len("o}"):]
	}
}

// form returns the text for which a letter stands; see texts.
func (op Operation) form(letter byte, of Names) string {
	switch letter {
	case 'o':
		return op.object(of)
	case 'a':
		return op.operand(of, op.A)
	case 'b':
		return op.operand(of, op.B)
	case 'f':
		return FetchOp(op.B).String()
	default:
		return FetchOp(op.B).Assignment()
	}
}

// operand formats an operand, as a variable's value if it can become one.
func (op Operation) operand(of Names, v int64) string {
	if op.Code == Store || op.Code == Swap || op.Code.Compares() {
		return of.ShowValue(op.Object, v)
	}
	return strconv.FormatInt(v, 10)
}

// object returns the name of the object.
func (op Operation) object(of Names) string {
	switch {
	case op.Code.OnVariable():
		return of.VarName(op.Object)
	case op.Code.OnMutex():
		return of.MutexName(op.Object)
	case op.Child != nil:
		return op.Child.ChildName()
	}
	return strconv.Itoa(int(op.Object))
}
