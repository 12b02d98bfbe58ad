package smallprog

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/model/operation"
)

const (
	variableNames = "xyzuvw"
	mutexNames    = "lmn"
	registerNames = "abcdefgh"
)

// notation gives the text of each statement, its short form, and its Go code. Here %a stands for the register, %x
// for the variable, %l for the mutex, %d and %e for the operands, %n for the addition of the first one, %f and %F
// for the second one as a operation.FetchOp and its form in Go, %o for it as an assignment, %c for the comparison, %N
// for the name of an operation, %y for the same variable again, and %s for the statement as a string.
var notation = [...]struct{ text, short, code string }{
	Load:            {"%a=%x", "", "t.Load(%x)"},
	Store:           {"%x=%d", "", "t.Store(%x, %d)"},
	StoreRegister:   {"%x=%a+%d", "%x=%a", "t.Store(%x, %a%n)"},
	Update:          {"update %x", "", "t.Add(%x, 1)"},
	Swap:            {"%a=swap(%x,%d)", "swap(%x,%d)", "t.Swap(%x, %d)"},
	CAS:             {"%a=cas(%x,%d,%e)", "cas(%x,%d,%e)", "t.CompareAndSwap(%x, %d, %e)"},
	Lock:            {"lock %l", "", "t.Lock(%l)"},
	Unlock:          {"unlock %l", "", "t.Unlock(%l)"},
	If:              {"if %a==%d", "", "if %a == %d"},
	Go:              {text: "go"},
	Join:            {text: "join"},
	Assert:          {"assert %a!=%d", "", "t.Assert(%a != %d, %s)"},
	Assume:          {"assume %a!=%d", "", "t.Assume(%a != %d)"},
	Fetch:           {"%a=%f(%x,%d)", "%f(%x,%d)", "t.Fetch(%x, %F, %d)"},
	Choose:          {"%a=choose(%d)", "", "t.Choose(%d)"},
	CompareExchange: {"%a=cmpxchg(%x,%d,%e)", "cmpxchg(%x,%d,%e)", "t.CompareExchange(%x, %d, %e)"},
	Await:           {"%a=await %x%c%d", "await %x%c%d", "t.Await(%x, func(v int64) bool { return v %c %d })"},
	When:            {"%a=when %x%c%d %y=%e", "when %x%c%d %y=%e", "t.When(%x, func(v int64) bool { return v %c %d }, func(int64) int64 { return %e })"},
	Apply:           {"%x%o%d", "", "t.Apply(%x, %F, %d)"},
	Fence:           {"fence", "", "t.Fence()"},
	New:             {"%x=new", "", `t.Store(%x, t.New("made", 0).Address())`},
	LoadAt:          {"%a=*%x", "", "t.Load(t.At(t.Load(%x)))"},
	StoreAt:         {"*%x=%d", "", "t.Store(t.At(t.Load(%x)), %d)"},
	Invoke:          {"invoke %N()", "", "t.Invoke(%N)"},
	InvokeWith:      {"invoke %N(%d)", "", "t.Invoke(%N, %d)"},
	InvokeWithTwo:   {"invoke %N(%d,%e)", "", "t.Invoke(%N, %d, %e)"},
	Respond:         {"respond", "", "t.Respond()"},
	RespondWith:     {"respond %a", "", "t.Respond(%a)"},
	WhenAdd:         {"%a=when %x%c%d %y+=%e", "when %x%c%d %y+=%e", "t.When(%x, func(v int64) bool { return v %c %d }, func(v int64) int64 { return v + %e })"},
}

// has reports whether the notation of statements with op contains what.
func (op Op) has(what string) bool { return strings.Contains(notation[op].text, what) }

// returns reports whether statements with op take a result into their register.
func (op Op) returns() bool { return strings.HasPrefix(notation[op].text, "%a=") }

// in returns a form of the notation with the names and operands of s.
func (s Statement) in(form string) string {
	var b []byte
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			b = append(b, form[i])
			continue
		}
		i++
		switch form[i] {
		case 'a':
			b = append(b, registerNames[s.Register])
		case 'x', 'y':
			b = append(b, variableNames[s.Object])
		case 'c':
			b = append(b, s.Compare.String()...)
		case 'l':
			b = append(b, mutexNames[s.Object])
		case 'd':
			b = strconv.AppendInt(b, s.A, 10)
		case 'e':
			b = strconv.AppendInt(b, s.B, 10)
		case 'f':
			b = append(b, operation.FetchOp(s.B).String()...)
		case 'o':
			b = append(b, assignment(operation.FetchOp(s.B))...)
		case 'F':
			b = append(b, operation.FetchOp(s.B).GoString()...)
		case 'N':
			b = append(b, s.named(form)...)
		case 'n':
			b = append(b, sum(s.A)...)
		case 's':
			b = strconv.AppendQuote(b, s.String())
		}
	}
	return string(b)
}

// named returns the name of the operation, or if form is Go, the object and the operation as strings.
func (s Statement) named(form string) string {
	if strings.HasPrefix(form, "t.") {
		return strconv.Quote(s.object()) + ", " + strconv.Quote(s.operation())
	}
	return s.Name
}

// assignment returns op as an assignment operator after a variable.
func assignment(op operation.FetchOp) string {
	text := op.Assignment()
	if text[0] >= 'a' && text[0] <= 'z' {
		return " " + text
	}
	return text
}

func sum(n int64) string {
	switch {
	case n == 0:
		return ""
	case n < 0:
		return " + (" + strconv.FormatInt(n, 10) + ")"
	}
	return " + " + strconv.FormatInt(n, 10)
}

// orderable reports whether s can have that memory order.
func (s Statement) orderable(o operation.Ordering) bool {
	_, fails := o.Fails()
	switch s.Op {
	case Load, Store, StoreRegister, Swap:
		return !fails
	case CAS, CompareExchange, When, WhenAdd:
		return !o.Plain()
	case Update, Fetch, Apply, Await, Fence:
		return !o.Plain() && !fails
	}
	return false
}

// ordered returns a call with the memory order of s, in Go.
func (s Statement) ordered(call string) string {
	on, fails := s.Order.Fails()
	switch {
	case fails:
		call = strings.Replace(call, "t.", fmt.Sprintf("t.WithOrders(%#v, %#v).", s.Order.Memory(), on), 1)
	case s.Order.Memory() != operation.SeqCst:
		call = strings.Replace(call, "t.", fmt.Sprintf("t.With(%#v).", s.Order.Memory()), 1)
	}
	return call
}
