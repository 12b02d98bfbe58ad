package cprog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"dporbench/model"
)

// sectioned is a random C program with atomic sections, and its meaning: for each thread, steps that
// each access memory at most once, or the three numbers of an atomic struct. The memory is x, y, a[0],
// a[1], and the struct; a thread has nine registers. A function that is a section has four of them, and
// the last has no name.
type sectioned struct {
	*rand.Rand
	functions, body strings.Builder
	steps           []sectionedStep
	threads         [][]sectionedStep
	in, registers   int // of the section being generated: 0 for none, 1, or 2 for a function
	named           int
	stays           bool // main ends with pthread_exit, and the process continues
}

// sectionedStep is a step of a thread.
type sectionedStep struct {
	do   func(*sectionedState, *[9]int64) bool // reports false if the step is not enabled
	next func(*[9]int64) int                   // returns how many steps are skipped after it; nil for none
	kind sectionedKind
}

type sectionedKind uint8

const (
	inThread sectionedKind = iota // others cannot see when it happens
	inMemory                      // an access; outside sections, others cannot see anything between two of these
	begins                        // begins a section
	ends                          // ends it
	assumes                       // assumes that do holds
	asserts
)

// sectionedState is the memory, and the holder of the mutex.
type sectionedState struct {
	memory sectionedMemory
	locked bool
}

// sectionedMemory is x, y, a[0], a[1], s.u, s.v and s.w.
type sectionedMemory [7]int64

func (m *sectionedMemory) record() *[3]int64 { return (*[3]int64)(m[4:]) }

const sectionedPreamble = `
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int x, y, a[2];
struct record { long u, v, w; };
_Atomic struct record s;
#define OF(...) ((struct record){ __VA_ARGS__ })
pthread_mutex_t m;
`

var sectionedVariables = []string{"x", "y", "a[0]", "a[1]"}

func randomSectioned(seed uint64) *sectioned {
	p := &sectioned{Rand: rand.New(rand.NewPCG(seed, 7))}
	var threads, main strings.Builder
	for t := range 2 + p.IntN(2) {
		p.body.Reset()
		p.steps = nil
		p.statements(2+p.IntN(2), 2)
		fmt.Fprintf(&threads, "void *t%d(void *arg) { int r0 = 0, r1 = 0, r2 = 0, r3 = 0;\n%sreturn 0; }\n", t, p.body.String())
		fmt.Fprintf(&main, "pthread_create(&t, 0, t%d, 0);\n", t)
		p.threads = append(p.threads, p.steps)
	}
	p.body.Reset()
	end := ""
	if p.stays = p.IntN(2) == 0; p.stays {
		end = "pthread_exit(0);\n"
	}
	p.body.WriteString(sectionedPreamble + p.functions.String() + threads.String() + "int main(void) { pthread_t t;\n" + main.String() + end + "}\n")
	return p
}

func (p *sectioned) source() string { return p.body.String() }

func (p *sectioned) statements(n, depth int) {
	for range n {
		p.statement(depth)
	}
}

// register returns the number and the name of a register in use.
func (p *sectioned) register() (int, string) {
	k := p.IntN(4)
	return p.registers + k, fmt.Sprintf("r%d", k)
}

func (p *sectioned) add(kind sectionedKind, do func(*sectionedState, *[9]int64)) {
	p.steps = append(p.steps, sectionedStep{kind: kind, do: func(s *sectionedState, r *[9]int64) bool { do(s, r); return true }})
}

func (p *sectioned) say(format string, args ...any) { fmt.Fprintf(&p.body, format+"\n", args...) }

func (p *sectioned) statement(depth int) {
	v, c := p.IntN(len(sectionedVariables)), int64(p.IntN(3))
	name := sectionedVariables[v]
	k, r := p.register()
	switch choice := p.IntN(16); {
	case choice > 13:
		p.record(k, r, c)
	case choice < 3:
		p.say("%s = %s;", r, name)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { r[k] = s.memory[v] })
	case choice < 5:
		p.say("%s = %s + %d;", name, r, c)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { s.memory[v] = r[k] + c })
	case choice == 5:
		p.say("%s = a[%s & 1];", r, r)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { r[k] = s.memory[2+r[k]&1] })
	case choice == 6:
		p.say("a[%s & 1] = %d;", r, c)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { s.memory[2+r[k]&1] = c })
	case choice == 7:
		p.say("%s = __sync_fetch_and_add(&%s, 1);", r, name)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { r[k] = s.memory[v]; s.memory[v]++ })
	case choice == 8:
		p.conditional(k, r, c, depth)
	case choice == 9 || p.in > 0 && choice == 10:
		p.check(k, r, c)
	case choice < 13 && p.in == 0 && depth > 0:
		p.section(k, r, v)
	case p.in == 0 && depth > 0:
		p.locked(depth)
	default:
		p.say("%s++;", name)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { r[8] = s.memory[v] })
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { s.memory[v] = r[8] + 1 })
	}
}

// record generates an access of the atomic struct, which is one step though it is of several words.
func (p *sectioned) record(k int, r string, c int64) {
	of := func(r *[9]int64) [3]int64 { return [3]int64{r[k], c, r[k] + c} }
	p.say("{ struct record o = OF(%s, %d, %s + %d), e = OF(%d, %d, %d);", r, c, r, c, c, c, 2*c)
	defer p.say("}")
	switch p.IntN(4) {
	case 0:
		p.say("o = s; %s = o.u + 2 * o.v + 3 * o.w;", r)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) {
			o := s.memory.record()
			r[k] = int64(int32(o[0] + 2*o[1] + 3*o[2]))
		})
	case 1:
		p.say("s = o;")
		p.add(inMemory, func(s *sectionedState, r *[9]int64) { *s.memory.record() = of(r) })
	case 2:
		p.say("o = atomic_exchange(&s, o); %s = o.u - o.w;", r)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) {
			o := *s.memory.record()
			*s.memory.record() = of(r)
			r[k] = o[0] - o[2]
		})
	default:
		p.say("%s = atomic_compare_exchange_strong(&s, &e, o) + 2 * e.w;", r)
		p.add(inMemory, func(s *sectionedState, r *[9]int64) {
			if e := [3]int64{c, c, 2 * c}; *s.memory.record() == e {
				*s.memory.record() = of(r)
				r[k] = 1 + 4*c
			} else {
				r[k] = 2 * s.memory.record()[2]
			}
		})
	}
}

func (p *sectioned) conditional(k int, r string, c int64, depth int) {
	if depth == 0 {
		return
	}
	p.say("if (%s == %d) {", r, c)
	at := len(p.steps)
	p.steps = append(p.steps, sectionedStep{})
	p.statements(1+p.IntN(2), depth-1)
	p.say("}")
	left := len(p.steps) - at - 1
	p.steps[at].next = func(r *[9]int64) int {
		if r[k] == c {
			return 0
		}
		return left
	}
}

func (p *sectioned) check(k int, r string, c int64) {
	kind, function := assumes, "__VERIFIER_assume"
	if p.IntN(2) == 0 {
		kind, function = asserts, "assert"
	}
	p.say("%s(%s != %d);", function, r, c+1)
	p.steps = append(p.steps, sectionedStep{kind: kind, do: func(_ *sectionedState, r *[9]int64) bool { return r[k] != c+1 }})
}

// section generates a section between begin and end, or one that is a function.
func (p *sectioned) section(k int, r string, v int) {
	p.add(begins, func(*sectionedState, *[9]int64) {})
	if p.in = 1 + p.IntN(2); p.in == 1 {
		p.say("__VERIFIER_atomic_begin();")
		p.statements(1+p.IntN(3), 1)
		p.say("__VERIFIER_atomic_end();")
	} else {
		p.function(k, r, v)
	}
	p.in = 0
	p.add(ends, func(*sectionedState, *[9]int64) {})
}

func (p *sectioned) function(k int, r string, v int) {
	p.named++
	p.say("%s = __VERIFIER_atomic_f%d(&%s);", r, p.named, sectionedVariables[v])
	outer := p.body.String()
	p.body.Reset()
	p.registers = 4
	p.add(inThread, func(_ *sectionedState, r *[9]int64) { clear(r[4:8]) })
	p.statements(p.IntN(3), 1)
	p.say("*p += r0 + 1;")
	p.add(inMemory, func(s *sectionedState, r *[9]int64) { s.memory[v] += r[4] + 1 })
	p.add(inThread, func(_ *sectionedState, r *[9]int64) { r[k] = r[5] })
	p.registers = 0
	fmt.Fprintf(&p.functions, "int __VERIFIER_atomic_f%d(int *p) { int r0 = 0, r1 = 0, r2 = 0, r3 = 0;\n%sreturn r1; }\n", p.named, p.body.String())
	p.body.Reset()
	p.body.WriteString(outer)
}

func (p *sectioned) locked(depth int) {
	p.say("pthread_mutex_lock(&m);")
	p.steps = append(p.steps, sectionedStep{kind: inMemory, do: func(s *sectionedState, _ *[9]int64) bool {
		free := !s.locked
		s.locked = true
		return free
	}})
	p.statements(1+p.IntN(2), depth-1)
	p.say("pthread_mutex_unlock(&m);")
	p.add(inMemory, func(s *sectionedState, _ *[9]int64) { s.locked = false })
}

// interleavings enumerates all of p, with sections as one step each.
type interleavings struct {
	p    *sectioned
	seen map[sectionedPoint]bool
	ends map[sectionedEnd]bool
}

// sectionedEnd is how an execution ends, and the memory at that point.
type sectionedEnd struct {
	outcome model.Outcome
	memory  sectionedMemory
}

// sectionedPoint is a state of the program.
type sectionedPoint struct {
	state           sectionedState
	at              [3]int
	registers       [3][9]int64
	failed, blocked [3]bool
}

func (p *sectioned) ends() map[sectionedEnd]bool {
	e := &interleavings{p, map[sectionedPoint]bool{}, map[sectionedEnd]bool{}}
	e.from(sectionedPoint{})
	return e.ends
}

func (e *interleavings) from(s sectionedPoint) {
	if e.seen[s] {
		return
	}
	e.seen[s] = true
	moved, ended := false, true
	for t, steps := range e.p.threads {
		if s.at[t] == len(steps) || s.failed[t] || s.blocked[t] {
			continue
		}
		ended = false
		next := s
		if e.step(&next, t) {
			moved = true
			e.from(next)
		}
	}
	if moved {
		return
	}
	end := sectionedEnd{model.Complete, s.state.memory}
	switch {
	case slices.Contains(s.failed[:], true):
		end.outcome = model.Failed
	case slices.Contains(s.blocked[:], true):
		end.outcome = model.AssumeBlocked
	case !ended && e.p.stays: // otherwise main's return has ended the process
		end.outcome = model.Deadlocked
	}
	e.ends[end] = true
}

// step runs thread t until after its next access or section; it reports false if the thread has to wait.
func (e *interleavings) step(s *sectionedPoint, t int) bool {
	before, inside := s.state, false
	for steps := e.p.threads[t]; s.at[t] < len(steps); {
		step := &steps[s.at[t]]
		r := &s.registers[t]
		switch {
		case step.next != nil:
			s.at[t] += step.next(r)
		case step.do(&s.state, r):
		case step.kind == assumes:
			if inside {
				s.state = before
			}
			s.blocked[t] = true
			return true
		case step.kind == asserts:
			s.failed[t] = true
			return true
		default:
			return false
		}
		s.at[t]++
		inside = step.kind == begins || inside && step.kind != ends
		if !inside && (step.kind == inMemory || step.kind == ends) {
			return true
		}
	}
	return true
}
