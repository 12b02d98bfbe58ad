package goprog_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// concurrent makes the source of functions that start goroutines, and return what these have seen.
type concurrent struct {
	*rand.Rand
	b         strings.Builder
	registers int
	labels    int
}

// header begins the file; Pause is called between statements.
const header = `package progs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

var (
	_ = time.After
	_ = runtime.Goexit
	_ iter.Seq[int]
)

// kept is a generic type with a lock.
type kept[T any] struct {
	mu sync.Mutex
	v  T
}

func (k *kept[T]) swap(v T) (old T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	old, k.v = k.v, v
	return old
}

// Pause lets others run.
var Pause = func() {}

// sum differs for most different registers.
func sum(registers []int) (all int64) {
	for _, v := range registers {
		all = 7*all + int64(v)
	}
	return all
}

func try(f func()) (failed bool) {
	defer func() { failed = recover() != nil }()
	f()
	return false
}
`

func (c *concurrent) pick(choices ...string) string { return choices[c.IntN(len(choices))] }

// program returns function P<n>, and E<n>, which panics with its result.
func (c *concurrent) program(n int) string {
	c.b.Reset()
	c.registers = 0
	var bodies []string
	for range 2 + c.IntN(2) {
		var body strings.Builder
		for range 1 + c.IntN(3) {
			body.WriteString("\t\tPause()\n\t\t" + c.statement() + "\n")
		}
		bodies = append(bodies, body.String())
	}
	if c.IntN(4) == 0 {
		bodies = []string{c.detour(), "\t\tgate.Store(1)\n\t\tgate.Store(0)\n\t\tpassed <- true\n", bodies[0]}[:2+c.IntN(2)]
	}
	fmt.Fprintf(&c.b, `
func E%[1]d() { panic(P%[1]d()) }

func P%[1]d() string {
	var (
		a, b atomic.Int32
		p atomic.Pointer[int]
		mu sync.Mutex
		rw sync.RWMutex
		once sync.Once
		m sync.Map
		wg, inner sync.WaitGroup
		x, y, z int
		r [%[2]d]int
		ch, other = make(chan int, 1), make(chan int)
		cond = sync.NewCond(&mu)
		ctx, cancel = context.WithCancel(context.Background())
		table = map[int]int{}
		box kept[int]
		value = sync.OnceValue(func() int { return int(a.Add(1)) })
		gate atomic.Int32
		total atomic.Int64
		passed = make(chan bool, 1)
		rows = map[int][]int{}
		queue = list[int]{ready: sync.NewCond(new(sync.Mutex))}
		pairs dictionary[string, int]
		pool = sync.Pool{New: func() any { return new(int) }}
		any2 atomic.Value
		flag atomic.Bool
		z2 int
	)
	queue.ready.L = &queue
	_, _, _, _, _, _ = rows, &pairs, &pool, &any2, &flag, z2
	_, _ = &gate, passed
	_, _, _, _, _, _, _, _, _, _, _ = &a, &b, &p, &mu, &rw, &once, &m, &inner, x, y, z
	_, _, _, _, _, _, _ = other, cond, ctx, cancel, table, &box, value
`, n, max(1, c.registers))
	twins := c.IntN(2 * len(bodies))
	for k, body := range bodies {
		if k == twins { // the same goroutine twice
			fmt.Fprintf(&c.b, "\tfor range 2 {\n\twg.Go(func() {\n\t\tvar r [%d]int\n\t\tdefer func() { _ = recover(); total.Add(sum(r[:])) }()\n%s\t})\n\t}\n", max(1, c.registers), body)
			continue
		}
		fmt.Fprintf(&c.b, "\twg.Go(func() {\n\t\tdefer func() { _ = recover() }()\n%s\t})\n", body)
	}
	c.b.WriteString("\twg.Wait()\n\treturn fmt.Sprint(r, x, y, z, a.Load(), b.Load(), len(ch), total.Load())\n}\n")
	return c.b.String()
}

// detour is the body of a goroutine that does something where the gate is open, and shows later whether it has. In between, the gate is closed again.
func (c *concurrent) detour() string {
	d := detours[c.IntN(len(detours))]
	return fmt.Sprintf("\t\t%s\n\t\tif gate.Load() == 1 {\n\t\t\t%s\n\t\t}\n\t\t<-passed\n\t\t%s\n", d[0], d[1], strings.ReplaceAll(d[2], "$", c.register()))
}

// detours are statements before one, on it, and after it: $ is where a result goes. The goroutine is then in one state again, but for what only it has.
var detours = [][3]string{
	{"", "p.Store(new(int)); p.Store(nil)", "p.Store(new(int))"},
	{"n := new(int)", "p.Store(n); p.Store(nil)", "p.CompareAndSwap(new(int), n); *n = 1; p.Store(new(int)); $ = *n"},
	{"", "defer a.Add(1)", ""},
	{"n := 1", "n = 2", "$ = n"},
	{"n := 1; f := func() { n++ }", "n = 2", "f(); $ = n"},
	{"f := func() int { return 1 }", "f = func() int { return 2 }", "$ = f()"},
	{"f := a.Add", "f = a.Or", "a.Store(1); $ = int(f(1))"},
	{"a.Store(1); f := (*atomic.Int32).And", "f = (*atomic.Int32).Or", "defer f(&a, 2)"},
	{"s := make([]int, 2); q := s[:1:1]", "q = s[1:]", "q[0] = 1; $ = s[0]"},
	{"s := make([]int, 2); q := s[:1]", "q = s[:1:1]", "_ = append(q, 1); $ = s[1]"},
	{"u, v := new(int), new(int); w := u", "w = v", "*w = 1; $ = *u"},
	{"var v any = int32(1)", "v = int64(1)", "if _, ok := v.(int64); ok { $ = 1 }"},
	{"v := map[int]int{1: 1}", "v[1] = 2", "$ = v[1]"},
	{"v := map[int]int{1: 1}", "v[2] = 1; delete(v, 1)", "$ = v[1]"},
	{"v := \"a\"", "v += \"b\"", "$ = len(v)"},
	{"v := complex(1, 0)", "v = complex(1, 1)", "$ = int(imag(v))"},
	{"m.Store(1, 1); m.Store(2, 1); n := 0", "n = 1", "defer m.Range(func(k, _ any) bool { if k == 1 { n++; a.Add(1) } else { $ = n }; return true })"},
	{"var o, t sync.Once; d := &o", "d = &t", "d.Do(func() { a.Add(1) }); o.Do(func() { $ = 1 })"},
	{"", "inner.Add(1); inner.Done()", "inner.Wait(); $ = 1"},
	{"", "func() { defer func() { _ = recover() }(); panic(1) }()", "$ = 1"},
	{"var own sync.WaitGroup; own.Add(1)", "go own.Done(); own.Wait(); own.Add(1)", "go own.Done(); own.Wait()"},
	{"own := make(chan int, 2); own <- 1", "<-own; own <- 2", "$ = <-own"},
}

// register returns where the next result goes.
func (c *concurrent) register() string {
	c.registers++
	return fmt.Sprintf("r[%d]", c.registers-1)
}

// statement returns one of any kind. k is a number that it stores.
func (c *concurrent) statement() string {
	k := 1 + c.IntN(3)
	if c.IntN(2) == 0 {
		return c.filled(concurrentStatements[c.IntN(len(concurrentStatements))])
	}
	v := c.pick("a", "b")
	switch c.IntN(40) {
	case 0:
		return fmt.Sprintf("%s = int(%s.Load())", c.register(), v)
	case 1:
		return fmt.Sprintf("%s.Store(%d)", v, k)
	case 2:
		return fmt.Sprintf("%s = int(%s.Add(%d))", c.register(), v, k)
	case 3:
		return fmt.Sprintf("if %s.CompareAndSwap(%d, %d) { %s = 1 }", v, c.IntN(2), k, c.register())
	case 4:
		return fmt.Sprintf("%s = int(%s.Swap(%d))", c.register(), v, k)
	case 5:
		return "mu.Lock(); x++; mu.Unlock()"
	case 6:
		return fmt.Sprintf("mu.Lock(); %s = x; Pause(); x = %d; mu.Unlock()", c.register(), k)
	case 7:
		return fmt.Sprintf("if mu.TryLock() { x += %d; mu.Unlock() } else { %s = 7 }", k, c.register())
	case 8:
		return fmt.Sprintf("rw.RLock(); %s = y; rw.RUnlock()", c.register())
	case 9:
		return fmt.Sprintf("rw.Lock(); y = %d; rw.Unlock()", k)
	case 10:
		return fmt.Sprintf("if rw.TryRLock() { %s = y + 1; rw.RUnlock() }", c.register())
	case 11:
		return fmt.Sprintf("select { case ch <- %d: default: %s = 9 }", k, c.register())
	case 12:
		return fmt.Sprintf("select { case %s = <-ch: default: }", c.register())
	case 13:
		return fmt.Sprintf("select { case other <- %d: case %s = <-ch: default: }", k, c.register())
	case 14:
		return fmt.Sprintf("%s = len(ch)", c.register())
	case 15:
		return fmt.Sprintf("once.Do(func() { a.Add(10); %s = 5 })", c.register())
	case 16:
		return fmt.Sprintf("if v, loaded := m.LoadOrStore(%d, %d); loaded { %s = v.(int) }", c.IntN(2), k, c.register())
	case 17:
		return fmt.Sprintf("if _, ok := m.LoadAndDelete(%d); ok { %s = 3 }", c.IntN(2), c.register())
	case 18:
		return fmt.Sprintf("if v := p.Load(); v != nil { %s = *v }", c.register())
	case 19:
		return fmt.Sprintf("{ n := %d; p.Store(&n) }", k)
	case 20:
		return fmt.Sprintf("if try(func() { close(ch) }) { %s = 4 }", c.register())
	case 21:
		return c.pick("ch <- 1", fmt.Sprintf("%s = <-ch", c.register()))
	case 22:
		return c.pick("other <- 2", fmt.Sprintf("%s = <-other", c.register()))
	case 23:
		return fmt.Sprintf("select { case %s = <-ch: case other <- %d: }", c.register(), k)
	}
	if s := c.other(k); s != "" {
		return s
	}
	if c.IntN(4) == 0 {
		return fmt.Sprintf("%s = int(a.Load() + b.Load())", c.register())
	}
	return c.pick(fmt.Sprintf("z = %d", k), fmt.Sprintf("%s = z", c.register()))
}

// filled returns a template with each of its holes filled: all results of a statement go to one place.
func (c *concurrent) filled(template string) string {
	for {
		before, rest, found := strings.Cut(template, "«")
		if !found {
			break
		}
		choices, after, _ := strings.Cut(rest, "»")
		template = before + c.pick(strings.Split(choices, "~")...) + after
	}
	c.labels++
	template = strings.ReplaceAll(template, "$n", fmt.Sprint(c.labels))
	if strings.Contains(template, "$") {
		template = strings.ReplaceAll(template, "$", c.register())
	}
	for strings.Contains(template, "#") {
		template = strings.Replace(template, "#", fmt.Sprint(1+c.IntN(3)), 1)
	}
	return template
}

// other returns a statement with something made of locks and channels, or "".
func (c *concurrent) other(k int) string {
	switch c.IntN(16) {
	case 0:
		return fmt.Sprintf("mu.Lock(); if x == 0 { cond.Wait() }; %s = x; mu.Unlock()", c.register())
	case 1:
		return fmt.Sprintf("mu.Lock(); x = %d; cond.%s(); mu.Unlock()", k, c.pick("Signal", "Broadcast"))
	case 2:
		return "cancel()"
	case 3:
		return fmt.Sprintf("if ctx.Err() != nil { %s = 6 }", c.register())
	case 4:
		return fmt.Sprintf("select { case <-ctx.Done(): %s = 8; case %s = <-ch: }", c.register(), c.register())
	case 5:
		return fmt.Sprintf("select { case <-time.After(time.Microsecond): %s = 8; case %s = <-ch: }", c.register(), c.register())
	case 6:
		return fmt.Sprintf("mu.Lock(); table[%d]++; %s = table[%d]; mu.Unlock()", c.IntN(2), c.register(), c.IntN(2))
	case 7:
		return fmt.Sprintf("%s = box.swap(%d)", c.register(), k)
	case 8:
		return fmt.Sprintf("%s = value()", c.register())
	case 9:
		return fmt.Sprintf("{ var w sync.WaitGroup; w.Go(func() { b.Add(%d) }); w.Wait(); %s = int(b.Load()) }", k, c.register())
	case 10:
		return fmt.Sprintf("func() { rw.RLock(); defer rw.RUnlock(); defer func() { %s += y }(); Pause() }()", c.register())
	case 11:
		return fmt.Sprintf("{ next := make(chan int); go func() { next <- int(a.Load()); close(next) }(); for v := range next { %s = v + 1 } }", c.register())
	}
	return ""
}
