package primitives_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/model"
	"dporbench/model/primitives"
)

// operation is an operation of a thread on channels 0 and 1: it sends 1 to 3, receives, or
// closes; or it selects among several of these.
type operation struct {
	cases      []action
	hasDefault bool
	isSelect   bool
}

type action struct {
	what  byte // 's', 'r' or 'c'
	on    int
	value int64
}

func (o operation) String() string {
	text := ""
	for _, a := range o.cases {
		text += fmt.Sprintf("%c%d", a.what, a.on)
		if a.what == 's' {
			text += fmt.Sprint("=", a.value)
		}
		text += " "
	}
	if o.hasDefault {
		text += "default"
	}
	return "{" + strings.TrimSpace(text) + "}"
}

// goChannels models Go's channels with parked threads: one list has the parked threads, each
// with its operation, in order of arrival.
type goChannels struct {
	scripts  [][]operation
	at       []int
	capacity []int
	buffer   [][]int64
	closed   []bool
	parked   []int          // threads
	woken    map[int]string // the values they get
	choosing int            // the thread that chooses among ready cases, or -1
	log      []string
	choices  []string
}

func (g *goChannels) clone() simulation {
	c := *g
	c.at, c.closed, c.parked, c.log = slices.Clone(g.at), slices.Clone(g.closed), slices.Clone(g.parked), slices.Clone(g.log)
	c.choices = slices.Clone(g.choices)
	c.buffer = slices.Clone(g.buffer)
	for i := range c.buffer {
		c.buffer[i] = slices.Clone(c.buffer[i])
	}
	c.woken = map[int]string{}
	for t, w := range g.woken {
		c.woken[t] = w
	}
	return &c
}

func (g *goChannels) results() []string { return slices.Concat(g.log, g.choices) }

func (g *goChannels) step(t int) []way {
	if g.choosing >= 0 && g.choosing != t || g.at[t] == len(g.scripts[t]) || strings.HasSuffix(g.log[t], "!") {
		return nil
	}
	as := func(f func(*goChannels)) way { return way{0, false, func(s simulation) { f(s.(*goChannels)) }} }
	if _, ok := g.woken[t]; ok {
		return []way{as(func(g *goChannels) { g.returns(t, g.woken[t]); delete(g.woken, t) })}
	}
	if slices.Contains(g.parked, t) {
		return nil
	}
	o := g.scripts[t][g.at[t]]
	var ready []int
	for i, a := range o.cases {
		if g.isReady(a) {
			ready = append(ready, i)
		}
	}
	switch {
	case g.choosing == t:
		var all []way
		for choice, i := range ready {
			all = append(all, as(func(g *goChannels) {
				g.choosing = -1
				g.choices[t] += fmt.Sprint(choice)
				g.do(t, i)
			}))
		}
		return all
	case len(ready) == 0 && o.hasDefault:
		return []way{as(func(g *goChannels) { g.returns(t, "9") })}
	case len(ready) == 0:
		return []way{as(func(g *goChannels) { g.parked = append(g.parked, t) })}
	case len(ready) == 1:
		return []way{as(func(g *goChannels) { g.do(t, ready[0]) })}
	}
	return []way{as(func(g *goChannels) { g.choosing = t })}
}

// partner returns the first parked thread that would do the opposite, and which of its cases would.
func (g *goChannels) partner(what byte, on int) (thread, index int) {
	for _, t := range g.parked {
		for i, a := range g.scripts[t][g.at[t]].cases {
			if a.what == what && a.on == on {
				return t, i
			}
		}
	}
	return -1, 0
}

func (g *goChannels) isReady(a action) bool {
	switch sender, _ := g.partner('s', a.on); a.what {
	case 's':
		receiver, _ := g.partner('r', a.on)
		return g.closed[a.on] || receiver >= 0 || len(g.buffer[a.on]) < g.capacity[a.on]
	case 'r':
		return g.closed[a.on] || sender >= 0 || len(g.buffer[a.on]) > 0
	}
	return true
}

func (g *goChannels) do(t, index int) {
	o := g.scripts[t][g.at[t]]
	a := o.cases[index]
	x := a.on
	sent := func(thread, i int) int64 { return g.scripts[thread][g.at[thread]].cases[i].value }
	switch a.what {
	case 's':
		receiver, i := g.partner('r', x)
		switch {
		case g.closed[x]:
			g.returns(t, "!")
			return
		case receiver >= 0:
			g.wake(receiver, fmt.Sprint(i, 1, a.value))
		default:
			g.buffer[x] = append(g.buffer[x], a.value)
		}
		g.returns(t, fmt.Sprint(index))
	case 'r':
		sender, i := g.partner('s', x)
		switch {
		case len(g.buffer[x]) > 0:
			g.returns(t, fmt.Sprint(index, 1, g.buffer[x][0]))
			g.buffer[x] = g.buffer[x][1:]
			if sender >= 0 {
				g.buffer[x] = append(g.buffer[x], sent(sender, i))
				g.wake(sender, fmt.Sprint(i))
			}
		case sender >= 0:
			g.returns(t, fmt.Sprint(index, 1, sent(sender, i)))
			g.wake(sender, fmt.Sprint(i))
		default:
			g.returns(t, fmt.Sprint(index, 0, 0))
		}
	case 'c':
		if g.closed[x] {
			g.returns(t, "!")
			return
		}
		g.closed[x] = true
		for receiver, i := g.partner('r', x); receiver >= 0; receiver, i = g.partner('r', x) {
			g.wake(receiver, fmt.Sprint(i, 0, 0))
		}
		for sender, _ := g.partner('s', x); sender >= 0; sender, _ = g.partner('s', x) {
			g.wake(sender, "!")
		}
		g.returns(t, "7")
	}
}

func (g *goChannels) wake(t int, result string) {
	g.parked = slices.DeleteFunc(g.parked, func(u int) bool { return u == t })
	g.woken[t] = result
}

func (g *goChannels) returns(t int, result string) {
	g.log[t] += strings.ReplaceAll(result, " ", "")
	g.at[t]++
}

// run is the body of a thread that runs a script.
func run(script []operation, channels []primitives.Chan) func(t *model.Thread, l *log) {
	return func(t *model.Thread, l *log) {
		for _, o := range script {
			if o.cases[0].what == 'c' {
				channels[o.cases[0].on].Close(t)
				l.add(t, 7)
				continue
			}
			chosen, v, ok := doSelect(t, o, channels)
			if chosen < 0 {
				l.add(t, 9)
				continue
			}
			l.add(t, int64(chosen))
			if o.cases[chosen].what == 'r' {
				l.add(t, flag(ok))
				l.add(t, v)
			}
		}
	}
}

func doSelect(t *model.Thread, o operation, channels []primitives.Chan) (chosen int, v int64, ok bool) {
	c, a := channels[o.cases[0].on], o.cases[0]
	switch {
	case o.isSelect || o.hasDefault || len(o.cases) > 1:
		var cases []primitives.Case
		for _, a := range o.cases {
			if a.what == 's' {
				cases = append(cases, channels[a.on].SendCase(a.value))
			} else {
				cases = append(cases, channels[a.on].RecvCase())
			}
		}
		if o.hasDefault {
			return primitives.SelectDefault(t, cases...)
		}
		return primitives.Select(t, cases...)
	case a.what == 's':
		c.Send(t, a.value)
	default:
		v, ok = c.Recv(t)
	}
	return 0, v, ok
}

func checkChannels(t *testing.T, scripts [][]operation, capacity []int) int {
	t.Helper()
	s := &goChannels{
		scripts: scripts, at: make([]int, len(scripts)), capacity: capacity, buffer: make([][]int64, len(capacity)),
		closed: make([]bool, len(capacity)), woken: map[int]string{}, choosing: -1, log: make([]string, len(scripts)), choices: make([]string, len(scripts)),
	}
	channels := make([]primitives.Chan, len(capacity))
	bodies := make([]func(*model.Thread, *log), len(scripts))
	for i, script := range scripts {
		bodies[i] = run(script, channels)
	}
	p := program(bodies, func(p *model.Program) {
		g := primitives.NewGroup(p, "channels")
		for i := range channels {
			channels[i] = g.Chan(fmt.Sprint("c", i), capacity[i])
		}
	})
	return compare(t, fmt.Sprint(scripts, " of capacity ", capacity), p, s, 1)
}

// TestChannels compares random programs of two channels with Go's channels.
func TestChannels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	n, classes := 100, 0
	if testing.Short() {
		n = 20
	}
	for range n {
		scripts := make([][]operation, 2+r.IntN(2))
		for range 3 + r.IntN(3) {
			i := r.IntN(len(scripts))
			scripts[i] = append(scripts[i], randomOperation(r))
		}
		classes += checkChannels(t, scripts, []int{r.IntN(3), r.IntN(2)})
	}
	t.Log(classes, "classes")
}

func randomOperation(r *rand.Rand) operation {
	if r.IntN(8) == 0 {
		return operation{cases: []action{{'c', r.IntN(2), 0}}}
	}
	o := operation{hasDefault: r.IntN(5) == 0, isSelect: r.IntN(5) == 0}
	for len(o.cases) == 0 || r.IntN(4) == 0 {
		o.cases = append(o.cases, action{"sr"[r.IntN(2)], r.IntN(2), int64(1 + r.IntN(3))})
	}
	return o
}
