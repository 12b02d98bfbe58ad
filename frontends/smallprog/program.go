package smallprog

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Program is a small concurrent program. Variables are x, y, z, u, v and w,
// initially 0; mutexes are l, m and n, initially free; registers are a to h, local to a
// thread, initially 0.
type Program struct {
	Threads [][]Statement
}

// Statement is one statement of a thread. Which fields are used depends on Op.
type Statement struct {
	Op       Op
	Object   int                // the variable or mutex
	Register int                // loaded into, stored from, or compared
	A, B     int64              // operands
	Compare  Comparison         // of Await, When and WhenAdd: how x is compared with A
	Body     []Statement        // of If and Go
	Name     string             // of the operation that an Invoke begins, perhaps after the name of the object: "enqueue", "q.enqueue"
	Order    operation.Ordering // of an access or a Fence, as in `plain x=1`, `acquire/relaxed a=cas(x,0,1)`, `release fence`
}

// Op is the operation of a statement.
type Op int

// The statements, each with how it is written.
const (
	Load            Op = iota // a=x
	Store                     // x=1
	StoreRegister             // x=a+1
	Update                    // update x, which adds 1
	Swap                      // a=swap(x,1)
	CAS                       // a=cas(x,0,1); a becomes 1 or 0
	Lock                      // lock l
	Unlock                    // unlock l
	If                        // if a==1 { … }
	Go                        // go { … }, with a copy of the registers of the thread
	Join                      // join, of the thread started last
	Assert                    // assert a!=1
	Assume                    // assume a!=1
	Fetch                     // a=max(x,1), or the name of another operation.FetchOp, which is B
	Choose                    // a=choose(2), the number of values
	CompareExchange           // a=cmpxchg(x,0,1); a becomes what x was
	Await                     // a=await x==1, or another Comparison
	When                      // a=when x==0 x=1, which waits like Await; a becomes what x was
	WhenAdd                   // a=when x>=1 x+=-1
	Fence                     // fence
	Apply                     // x+=1, x max=1, or with the assignment of another operation.FetchOp, which is B
	New                       // x=new, the address of a variable that the thread makes
	LoadAt                    // a=*x, the value of the variable whose address x holds
	StoreAt                   // *x=1
	Invoke                    // invoke q.dequeue(), or invoke dequeue() of the object o
	InvokeWith                // invoke q.enqueue(1)
	InvokeWithTwo             // invoke m.put(1,2)
	Respond                   // respond
	RespondWith               // respond a
)

func (p Program) String() string {
	threads := make([]string, len(p.Threads))
	for i, body := range p.Threads {
		threads[i] = ThreadName(i) + ": " + block(body)
	}
	return strings.Join(threads, " | ")
}

// ThreadName names the i-th thread of a program: p to z, then by number.
func ThreadName(i int) string {
	if name := 'p' + rune(i); name <= 'z' {
		return string(name)
	}
	return fmt.Sprintf("t%d", i)
}

func block(body []Statement) string {
	parts := make([]string, len(body))
	for i, s := range body {
		parts[i] = s.String()
	}
	return strings.Join(parts, "; ")
}

func (s Statement) String() string {
	text := s.in(notation[s.Op].text)
	if s.Op.waits() && s.Register == len(registerNames)-1 {
		text = s.in(notation[s.Op].short)
	}
	if s.Op == If || s.Op == Go {
		text += " { " + block(s.Body) + " }"
	}
	if order := s.Order.String(); order != "" {
		return order + " " + text
	}
	return text
}

// Build returns the program to be explored.
func (p Program) Build() *model.Program {
	built := front.NewProgram(p.String())
	built.AssumeIsolated()
	env := environment{}
	for i := range variableNames {
		env.vars = append(env.vars, built.Var(variableNames[i:i+1], 0))
	}
	for i := range mutexNames {
		env.mutexes = append(env.mutexes, built.Mutex(mutexNames[i:i+1]))
	}
	for i, body := range p.Threads {
		built.Thread(ThreadName(i), func(t *front.Thread) {
			env.run(t, body, 0, newState(t, uint64(i), [len(registerNames)]int64{}))
		})
	}
	return (*model.Program)(built)
}

type environment struct {
	vars    []front.Var
	mutexes []front.Mutex
}

type state struct {
	registers [len(registerNames)]int64
	children  []front.Child // started and not joined
	made      int64         // the number of variables
	locality
}

// run executes a body, inside of so many statements.
func (env environment) run(t *front.Thread, body []Statement, depth int, s *state) {
	for i, st := range body {
		s.begin(depth, body, i)
		env.do(t, st, depth, s)
	}
}

func (env environment) do(t *front.Thread, st Statement, depth int, s *state) {
	a := &s.registers[st.Register]
	if st.Order != 0 {
		t.Ordered(st.Order)
	}
	switch st.Op {
	case Load:
		*a = t.Load(env.vars[st.Object])
	case Store:
		t.Store(env.vars[st.Object], st.A)
	case StoreRegister:
		t.Store(env.vars[st.Object], *a+st.A)
	case Update:
		t.Add(env.vars[st.Object], 1)
	case Swap:
		*a = t.Swap(env.vars[st.Object], st.A)
	case CAS:
		*a = 0
		if t.CompareAndSwap(env.vars[st.Object], st.A, st.B) {
			*a = 1
		}
	case Fetch:
		*a = t.Fetch(env.vars[st.Object], operation.FetchOp(st.B), st.A)
	case Apply:
		t.Apply(env.vars[st.Object], operation.FetchOp(st.B), st.A)
	case Choose:
		*a = t.Choose(int(st.A))
	case Await:
		*a = st.await(t, env.vars[st.Object])
	case When:
		*a = t.When(env.vars[st.Object], st.holds, func(int64) int64 { return st.B })
	case WhenAdd:
		*a = t.When(env.vars[st.Object], st.holds, func(v int64) int64 { return v + st.B })
	case CompareExchange:
		*a = t.CompareExchange(env.vars[st.Object], st.A, st.B)
	case Lock:
		t.Lock(env.mutexes[st.Object])
	case Unlock:
		t.Unlock(env.mutexes[st.Object])
	case If:
		if *a == st.A {
			env.run(t, st.Body, depth+1, s)
		}
	case Go:
		inherited, code := s.registers, s.here()
		s.children = append(s.children, t.Go("child", func(t *front.Thread) {
			env.run(t, st.Body, 0, newState(t, code, inherited))
		}))
	case Join:
		if n := len(s.children); n > 0 {
			child := s.children[n-1]
			s.children = s.children[:n-1]
			t.Join(child)
		}
	case Fence:
		t.Fence()
	case New:
		s.made++
		t.Store(env.vars[st.Object], t.New("made", 0).Address())
	case LoadAt:
		*a = t.Load(t.At(t.Load(env.vars[st.Object])))
	case StoreAt:
		t.Store(t.At(t.Load(env.vars[st.Object])), st.A)
	case Invoke:
		t.Invoke(st.object(), st.operation())
	case InvokeWith:
		t.Invoke(st.object(), st.operation(), st.A)
	case InvokeWithTwo:
		t.Invoke(st.object(), st.operation(), st.A, st.B)
	case Respond:
		t.Respond()
	case RespondWith:
		t.Respond(*a)
	case Assert:
		t.Assert(*a != st.A, st.String())
	case Assume:
		t.Assume(*a != st.A)
	}
}

// await waits for a value, if possible by the operation for a least value.
func (s Statement) await(t *front.Thread, x front.Var) int64 {
	if s.Compare == AtLeast {
		return t.AwaitAtLeast(x, s.A)
	}
	return t.Await(x, s.holds)
}

// object and operation return the names in an Invoke.
func (s Statement) object() string {
	if object, _, ok := strings.Cut(s.Name, "."); ok {
		return object
	}
	return "o"
}

func (s Statement) operation() string { return s.Name[strings.IndexByte(s.Name, '.')+1:] }

// Clone returns a copy that shares nothing with p.
func (p Program) Clone() Program {
	threads := slices.Clone(p.Threads)
	for i := range threads {
		threads[i] = clone(threads[i])
	}
	return Program{threads}
}

func clone(body []Statement) []Statement {
	body = slices.Clone(body)
	for i := range body {
		body[i].Body = clone(body[i].Body)
	}
	return body
}

// statements yields all statements of p, each before the statements of its Body.
func (p Program) statements() iter.Seq[*Statement] {
	return func(yield func(*Statement) bool) {
		for _, body := range p.Threads {
			if !each(body, yield) {
				return
			}
		}
	}
}

func each(body []Statement, yield func(*Statement) bool) bool {
	for i := range body {
		if !yield(&body[i]) || !each(body[i].Body, yield) {
			return false
		}
	}
	return true
}

// Size returns the number of statements.
func (p Program) Size() int {
	n := 0
	for range p.statements() {
		n++
	}
	return n
}
