package primitives_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/primitives"
)

// plain simulates threads that do operations, one letter each, on a few numbers. The rules give
// the next step of a thread: its variable and its effect; nil if it must wait.
type plain struct {
	scripts []string
	rules   func(p *plain, t int, op byte) (variable int, do func(p *plain))
	at      []int
	phase   []int // of the operation
	note    []int64
	state   [4]int64
	reads   bool // the step only read
	log     []string
}

func (p *plain) clone() simulation {
	c := *p
	c.at, c.phase, c.note, c.log = slices.Clone(p.at), slices.Clone(p.phase), slices.Clone(p.note), slices.Clone(p.log)
	return &c
}

func (p *plain) results() []string { return slices.Concat(p.log, make([]string, len(p.log))) }

func (p *plain) step(t int) []way {
	if p.at[t] == len(p.scripts[t]) || strings.HasSuffix(p.log[t], "!") {
		return nil
	}
	variable, do := p.rules(p, t, p.scripts[t][p.at[t]])
	if do == nil {
		return nil
	}
	after := p.clone().(*plain)
	do(after)
	return []way{{variable, after.reads, func(s simulation) { do(s.(*plain)); s.(*plain).reads = false }}}
}

func (p *plain) returns(t int, result int64) {
	p.log[t] += fmt.Sprint(result)
	p.at[t]++
	p.phase[t] = 0
}

func (p *plain) fails(t int) { p.log[t] += "!" }

// primitive holds a primitive's simulation, and how a thread does its operations.
type primitive struct {
	name      string
	letters   string
	variables int
	initial   int64
	rules     func(p *plain, t int, op byte) (int, func(p *plain))
	declare   func(p *model.Program) func(t *model.Thread, op byte) (result int64)
}

var all = []primitive{
	{"Mutex", "lut", 1, 0, func(p *plain, t int, op byte) (int, func(*plain)) {
		held := p.state[0] == 1
		switch op {
		case 'l':
			if held {
				return 0, nil
			}
			return 0, func(p *plain) { p.state[0] = 1; p.returns(t, 0) }
		case 'u':
			return 0, func(p *plain) {
				if p.state[0] = 0; !held {
					p.fails(t)
					return
				}
				p.returns(t, 0)
			}
		}
		return 0, func(p *plain) { p.state[0] = 1; p.reads = held; p.returns(t, flag(!held)) }
	}, func(p *model.Program) func(*model.Thread, byte) int64 {
		m := primitives.NewMutex(p, "m")
		return func(t *model.Thread, op byte) int64 {
			switch op {
			case 'l':
				m.Lock(t)
			case 'u':
				m.Unlock(t)
			default:
				return flag(m.TryLock(t))
			}
			return 0
		}
	}},
	{"RWMutex", "LUTrRy", 1, 0, func(p *plain, t int, op byte) (int, func(*plain)) {
		const readers, waiting, writing = 0, 1, 2
		s := p.state
		switch op {
		case 'L':
			if p.phase[t] == 0 {
				return 0, func(p *plain) { p.state[waiting]++; p.phase[t] = 1 }
			}
			if s[readers] > 0 || s[writing] > 0 {
				return 0, nil
			}
			return 0, func(p *plain) { p.state[waiting]--; p.state[writing] = 1; p.returns(t, 0) }
		case 'r':
			if s[waiting] > 0 || s[writing] > 0 {
				return 0, nil
			}
			return 0, func(p *plain) { p.state[readers]++; p.returns(t, 0) }
		case 'U', 'R':
			of := map[byte]int{'U': writing, 'R': readers}[op]
			return 0, func(p *plain) {
				if s[of] == 0 {
					p.fails(t)
					return
				}
				p.state[of]--
				p.returns(t, 0)
			}
		case 'T':
			return 0, func(p *plain) {
				can := s == [4]int64{}
				p.state[writing] += flag(can)
				p.reads = !can
				p.returns(t, flag(can))
			}
		}
		return 0, func(p *plain) {
			can := s[waiting] == 0 && s[writing] == 0
			p.state[readers] += flag(can)
			p.returns(t, flag(can))
		}
	}, func(p *model.Program) func(*model.Thread, byte) int64 {
		m := primitives.NewRWMutex(p, "m")
		return func(t *model.Thread, op byte) int64 {
			switch op {
			case 'L':
				m.Lock(t)
			case 'U':
				m.Unlock(t)
			case 'r':
				m.RLock(t)
			case 'R':
				m.RUnlock(t)
			case 'T':
				return flag(m.TryLock(t))
			default:
				return flag(m.TryRLock(t))
			}
			return 0
		}
	}},
	{"Semaphore", "atr", 1, 1, func(p *plain, t int, op byte) (int, func(*plain)) {
		permits := p.state[0]
		switch {
		case op == 'r':
			return 0, func(p *plain) { p.state[0]++; p.returns(t, 0) }
		case op == 'a' && permits == 0:
			return 0, nil
		case op == 'a':
			return 0, func(p *plain) { p.state[0]--; p.returns(t, 0) }
		}
		return 0, func(p *plain) { p.state[0] -= flag(permits > 0); p.returns(t, flag(permits > 0)) }
	}, func(p *model.Program) func(*model.Thread, byte) int64 {
		s := primitives.NewSemaphore(p, "s", 1)
		return func(t *model.Thread, op byte) int64 {
			switch op {
			case 'a':
				s.Acquire(t)
			case 'r':
				s.Release(t)
			default:
				return flag(s.TryAcquire(t))
			}
			return 0
		}
	}},
	{"WaitGroup", "+-w", 1, 0, func(p *plain, t int, op byte) (int, func(*plain)) {
		switch {
		case op == 'w' && p.state[0] != 0:
			return 0, nil
		case op == 'w':
			return 0, func(p *plain) { p.reads = true; p.returns(t, 0) }
		}
		return 0, func(p *plain) {
			p.state[0] += map[byte]int64{'+': 1, '-': -1}[op]
			if p.state[0] < 0 {
				p.fails(t)
				return
			}
			p.returns(t, 0)
		}
	}, func(p *model.Program) func(*model.Thread, byte) int64 {
		g := primitives.NewWaitGroup(p, "g")
		return func(t *model.Thread, op byte) int64 {
			switch op {
			case 'w':
				g.Wait(t)
			case '+':
				g.Add(t, 1)
			default:
				g.Done(t)
			}
			return 0
		}
	}},
	{"Once", "o", 1, 0, func(p *plain, t int, op byte) (int, func(*plain)) {
		const begun, done = 0, 1
		switch {
		case p.phase[t] == 1: // runs the function
			return 0, func(p *plain) { p.state[done] = 1; p.returns(t, 1) }
		case p.phase[t] == 2 && p.state[done] == 0:
			return 0, nil
		case p.phase[t] == 2 || p.state[done] == 1:
			return 0, func(p *plain) { p.reads = true; p.returns(t, 0) }
		case p.state[begun] == 1:
			return 0, func(p *plain) { p.reads = true; p.phase[t] = 2 }
		}
		return 0, func(p *plain) { p.state[begun] = 1; p.phase[t] = 1 }
	}, func(p *model.Program) func(*model.Thread, byte) int64 {
		o := primitives.NewOnce(p, "o")
		return func(t *model.Thread, op byte) int64 {
			ran := int64(0)
			o.Do(t, func() { ran = 1 })
			return ran
		}
	}},
	{"Cond", "wsb", 2, 0, func(p *plain, t int, op byte) (int, func(*plain)) {
		// Each operation is called with the mutex, which it locks and unlocks: the variable 0. The
		// condition is the variable 1, with the threads that have begun to wait and been woken.
		const held, came, woken = 0, 1, 2
		lock := func(p *plain) { p.state[held] = 1; p.phase[t]++ }
		unlock := func(p *plain) { p.state[held] = 0; p.phase[t]++ }
		last := func(p *plain) { p.state[held] = 0; p.returns(t, 0) }
		if op == 'w' {
			switch p.phase[t] {
			case 1:
				return 1, func(p *plain) { p.note[t] = p.state[came]; p.state[came]++; p.phase[t]++ }
			case 2:
				return 0, unlock
			case 3:
				if p.state[woken] <= p.note[t] {
					return 1, nil
				}
				return 1, func(p *plain) { p.reads = true; p.phase[t]++ }
			case 5:
				return 0, last
			}
		} else {
			switch p.phase[t] {
			case 1:
				return 1, func(p *plain) {
					if p.state[woken] < p.state[came] {
						p.state[woken]++
					}
					if op == 'b' {
						p.state[woken] = p.state[came]
					}
					p.phase[t]++
				}
			case 2:
				return 0, last
			}
		}
		if p.state[held] == 1 {
			return 0, nil
		}
		return 0, lock
	}, func(p *model.Program) func(*model.Thread, byte) int64 {
		c := primitives.NewCond(p, "c", primitives.NewMutex(p, "m"))
		return func(t *model.Thread, op byte) int64 {
			c.L.Lock(t)
			switch op {
			case 'w':
				c.Wait(t)
			case 's':
				c.Signal(t)
			default:
				c.Broadcast(t)
			}
			c.L.Unlock(t)
			return 0
		}
	}},
}

// TestPrimitives compares random programs with their simulations, class by class.
func TestPrimitives(t *testing.T) {
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 0))
			n, classes := 100, 0
			if testing.Short() {
				n = 12
			}
			for range n {
				scripts := make([]string, 2+r.IntN(2))
				for range 3 + r.IntN(3) {
					i := r.IntN(len(scripts))
					scripts[i] += c.letters[r.IntN(len(c.letters)):][:1]
				}
				classes += c.check(t, scripts)
			}
			t.Log(classes, "classes")
		})
	}
}

func (c primitive) check(t *testing.T, scripts []string) int {
	t.Helper()
	n := len(scripts)
	s := &plain{scripts: scripts, rules: c.rules, at: make([]int, n), phase: make([]int, n), note: make([]int64, n), log: make([]string, n)}
	s.state[0] = c.initial
	var do func(*model.Thread, byte) int64
	bodies := make([]func(*model.Thread, *log), n)
	for i, script := range scripts {
		bodies[i] = func(t *model.Thread, l *log) {
			for _, op := range []byte(script) {
				l.add(t, do(t, op))
			}
		}
	}
	p := program(bodies, func(p *model.Program) { do = c.declare(p) })
	return compare(t, fmt.Sprint(c.name, " ", scripts), p, s, c.variables)
}

// outcomes explores p with pop, and returns the number of executions with each outcome.
func outcomes(t *testing.T, p *model.Program) map[string]int {
	t.Helper()
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	_, err = explorer.Explore(context.Background(), p, func(e *model.Execution) error {
		found[strings.TrimSpace(fmt.Sprint(e.Outcome(), " ", e.Failure()))]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestBarrier: no thread passes a barrier before all have arrived, and a round has one class.
func TestBarrier(t *testing.T) {
	for _, c := range []struct{ participants, rounds int }{{1, 3}, {2, 4}, {3, 3}, {5, 2}} {
		p := model.NewProgram("barrier")
		b := primitives.NewBarrier(p, "b", c.participants)
		at := p.Vars("at", c.participants, 0)
		for i := range c.participants {
			p.Thread("participant", func(t *model.Thread) {
				w := b.Participant(t, i)
				for round := range int64(c.rounds) {
					t.Store(at[i], round)
					w.Wait(t)
					for _, x := range at {
						t.Assert(t.Load(x) == round, "all are in this round")
					}
					w.Wait(t)
				}
			})
		}
		if got := outcomes(t, p); len(got) != 1 || got["complete"] != 1 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestMisuse: an operation that panics in Go is a failure whose message describes the mistake.
func TestMisuse(t *testing.T) {
	for want, body := range map[string]func(p *model.Program) func(t *model.Thread){
		"unlock of unlocked mutex": func(p *model.Program) func(t *model.Thread) {
			return primitives.NewMutex(p, "m").Unlock
		},
		"RUnlock of unlocked RWMutex": func(p *model.Program) func(t *model.Thread) {
			return primitives.NewRWMutex(p, "m").RUnlock
		},
		"Unlock of unlocked RWMutex": func(p *model.Program) func(t *model.Thread) {
			return primitives.NewRWMutex(p, "m").Unlock
		},
		"negative WaitGroup counter": func(p *model.Program) func(t *model.Thread) {
			return primitives.NewWaitGroup(p, "g").Done
		},
		"close of closed channel": func(p *model.Program) func(t *model.Thread) {
			c := primitives.NewChan(p, "c", 0)
			return func(t *model.Thread) { c.Close(t); c.Close(t) }
		},
		"send on closed channel": func(p *model.Program) func(t *model.Thread) {
			c := primitives.NewChan(p, "c", 1)
			return func(t *model.Thread) { c.Close(t); c.Send(t, 1) }
		},
		"select on channels of different groups": func(p *model.Program) func(t *model.Thread) {
			c, d := primitives.NewChan(p, "c", 1), primitives.NewChan(p, "d", 1)
			return func(t *model.Thread) { primitives.Select(t, c.RecvCase(), d.RecvCase()) }
		},
		"participant 2 of barrier b: it has only 2, numbered from 0": func(p *model.Program) func(t *model.Thread) {
			b := primitives.NewBarrier(p, "b", 2)
			return func(t *model.Thread) { b.Participant(t, 2) }
		},
		"participant 0 of barrier b is more than one thread": func(p *model.Program) func(t *model.Thread) {
			b := primitives.NewBarrier(p, "b", 1)
			return func(t *model.Thread) {
				b.Participant(t, 0).Wait(t)
				b.Participant(t, 0).Wait(t)
				b.Participant(t, 0).Wait(t)
			}
		},
	} {
		p := model.NewProgram("misuse")
		p.Thread("t", body(p))
		got := outcomes(t, p)
		for outcome := range got {
			if len(got) != 1 || !strings.HasPrefix(outcome, "failed") || !strings.Contains(outcome, want) {
				t.Errorf("%v, want a failure: %s", got, want)
			}
		}
	}
}
