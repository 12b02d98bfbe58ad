package certificate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/order"
)

var (
	programs = flag.Int("programs", 0, "random programs of each kind on which the theorem is tried; 0 for as many as take seconds")
	seed     = flag.Uint64("seed", 1, "of the random programs")
)

// TestTheorem looks for a counterexample to the theorem: a set of classes that is
// not complete but is closed under the reversal of races. It does so for all sets of
// classes of a program at once, and then gives some of them to Verify. Use -programs
// 20000 when the checker or the model has changed.
func TestTheorem(t *testing.T) {
	many := *programs
	switch {
	case many > 0:
	case testing.Short():
		many = 64
	default:
		many = 400
	}
	kinds := map[string]func(smallprog.Choices) smallprog.Program{
		"random": smallprog.Random, "contended": smallprog.Contended, "accesses": smallprog.Accesses, "locking": locking, "rich": smallprog.Rich, "awaiting": smallprog.Awaiting, "making": smallprog.Making,
	}
	for name, random := range kinds {
		t.Run(name, func(t *testing.T) {
			tryTheorem(t, random, memory.SC, many)
		})
	}
	kinds["buffered"], kinds["comparing"], kinds["buffered-awaiting"] = smallprog.Buffered, smallprog.Comparing, smallprog.BufferedAwaiting
	kinds["applying"] = smallprog.Applying
	for _, m := range memory.Sequences()[1:] {
		for name, random := range kinds {
			if name == "making" && m == memory.PSO {
				continue // see TestUnsupported
			}
			t.Run(m.String()+"/"+name, func(t *testing.T) { tryTheorem(t, random, m, many/16) })
		}
	}
}

// TestTheoremOfGraphs is TestTheorem where executions are graphs, and changes take the place of races.
func TestTheoremOfGraphs(t *testing.T) {
	many, mixes := max(*programs, 40), smallprog.Mixes()
	if testing.Short() {
		many, mixes = 8, []smallprog.Mix{smallprog.MixAll}
	}
	kinds := map[string]func(smallprog.Choices) smallprog.Program{
		"random": smallprog.Random, "accesses": smallprog.Accesses, "locking": locking, "rich": smallprog.Rich, "awaiting": smallprog.Awaiting,
		"buffered": smallprog.Buffered, "comparing": smallprog.Comparing, "buffered-awaiting": smallprog.BufferedAwaiting,
		"started": started(smallprog.BufferedAwaiting), "started-locking": started(locking),
	}
	for name, random := range kinds {
		for _, mix := range mixes {
			ordered := func(c smallprog.Choices) smallprog.Program { return smallprog.Ordered(c, random(c), mix) }
			for _, m := range memory.Graphs() {
				t.Run(fmt.Sprintf("%v/%s/%v", m, name, mix), func(t *testing.T) { tryTheorem(t, ordered, m, many/8) })
			}
		}
	}
	for _, mix := range mixes {
		for _, m := range memory.Graphs() {
			t.Run(fmt.Sprintf("%v/classical/%v", m, mix), func(t *testing.T) {
				tryTheorem(t, func(c smallprog.Choices) smallprog.Program { return smallprog.Classical(c, mix) }, m, many/4)
			})
			t.Run(fmt.Sprintf("%v/passing/%v", m, mix), func(t *testing.T) {
				tryTheorem(t, func(c smallprog.Choices) smallprog.Program { return smallprog.Passing(c, mix) }, m, many/4)
			})
		}
	}
}

// started makes programs in which threads start others, and join them.
func started(random func(smallprog.Choices) smallprog.Program) func(smallprog.Choices) smallprog.Program {
	return func(c smallprog.Choices) smallprog.Program { return smallprog.Started(c, random(c)) }
}

func tryTheorem(t *testing.T, random func(smallprog.Choices) smallprog.Program, m memory.Model, programs int) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 0))
	classes, subsets := 0, 0
	for n := programs; n > 0; {
		p := random(r)
		lines, ok := oracle(t, p, m)
		if !ok {
			continue
		}
		n--
		classes += len(lines)
		checkConnected(t, p, m, lines)
		subsets += trySubsets(t, r, p, m, lines)
	}
	t.Logf("%d classes, %d subsets", classes, subsets)
}

// locking makes a program of 2 to 4 threads with critical sections of two mutexes,
// some nested and some never left, so that threads wait forever.
func locking(r smallprog.Choices) smallprog.Program {
	p := smallprog.Program{Threads: make([][]smallprog.Statement, 2+r.IntN(3))}
	for range 5 + r.IntN(3) {
		t := r.IntN(len(p.Threads))
		p.Threads[t] = append(p.Threads[t], section(r, 2)...)
	}
	return p
}

// section is a critical section, with others in it to the given depth, or an access.
func section(r smallprog.Choices, depth int) []smallprog.Statement {
	lock := smallprog.Statement{Op: smallprog.Lock, Object: r.IntN(2)}
	access := smallprog.Statement{Op: []smallprog.Op{smallprog.Load, smallprog.Store, smallprog.CAS}[r.IntN(3)], A: int64(r.IntN(2)), B: 1}
	if depth == 0 || r.IntN(3) == 0 {
		return []smallprog.Statement{access}
	}
	body := []smallprog.Statement{lock}
	if r.IntN(2) == 0 {
		body = append(body, section(r, depth-1)...)
	}
	if r.IntN(5) > 0 {
		lock.Op = smallprog.Unlock
		body = append(body, lock)
	}
	return body
}

// checkConnected draws an arrow from each class to every class that the reversal of one
// of its races leads to. A set of classes is closed if no arrow leaves it, so the theorem says
// that there is a path from every class to every other one.
func checkConnected(t *testing.T, p smallprog.Program, m memory.Model, lines []string) {
	v := verification{}
	var err error
	if v.replay, err = newReplay(p.Build(), m); err != nil {
		t.Fatal(err)
	}
	defer v.replay.machine.Close()
	forwards, backwards := map[string][]string{}, map[string][]string{}
	key := ""
	for _, line := range lines {
		s, _ := parseSchedule(nil, []byte(line))
		if err := v.replay.run(s); err != nil {
			t.Fatal(err)
		}
		events := slices.Clone(v.replay.machine.Events())
		key = order.ClassKey(events)
		if m.Graphs() {
			changes(t, v.replay, func(next string) {
				forwards[key], backwards[next] = append(forwards[key], next), append(backwards[next], key)
			})
			continue
		}
		for _, r := range v.races(events) {
			if err := v.replay.reverse(&v.order, r); err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			next := order.ClassKey(v.replay.machine.Events())
			forwards[key], backwards[next] = append(forwards[key], next), append(backwards[next], key)
		}
	}
	if to, from := reached(forwards, key), reached(backwards, key); to != len(lines) || from != len(lines) {
		t.Fatalf("%s\n\tone of the %d classes reaches %d of them, and is reached by %d", p, len(lines), to, from)
	}
}

// changes calls visit with the class to which each change of the machine's execution, a graph, leads.
func changes(t *testing.T, r *replay, visit func(string)) {
	t.Helper()
	c := newChanging(r)
	c.reached = func(event.ThreadID, string) error {
		visit(order.ClassKey(r.machine.Events()))
		return nil
	}
	if err := c.all(); err != nil {
		t.Fatal(err)
	}
}

// reached counts the classes that the arrows reach from one class, including that class.
func reached(arrows map[string][]string, from string) int {
	seen, stack := map[string]bool{from: true}, []string{from}
	for len(stack) > 0 {
		last := len(stack) - 1
		at := stack[last]
		stack = stack[:last]
		for _, next := range arrows[at] {
			if !seen[next] {
				seen[next] = true
				stack = append(stack, next)
			}
		}
	}
	return len(seen)
}

// trySubsets returns the number of subsets it tried.
func trySubsets(t *testing.T, r *rand.Rand, p smallprog.Program, m memory.Model, lines []string) (subsets int) {
	program := p.Build()
	if _, err := verify(program, assembleUnder(t, m, lines)); err != nil {
		t.Fatalf("%s\n\tthe oracle's certificate: %v", p, err)
	}
	for _, part := range parts(r, lines) {
		subsets++
		_, err := verify(program, assembleUnder(t, m, part))
		if missing, ok := errors.AsType[*MissingError](err); !ok {
			t.Fatalf("%s\n\t%d of %d classes verify, error %v\n\t%q", p, len(part), len(lines), err, part)
		} else if contains(t, program, m, part, missing.Missing) {
			t.Fatalf("%s\n\t%v: it is not missing", p, missing)
		}
	}
	return subsets
}

// parts returns some proper, non-empty subsets of the lines, of all sizes, including
// those with one line and those with all but one.
func parts(r *rand.Rand, lines []string) (parts [][]string) {
	n := len(lines)
	if n < 2 {
		return nil
	}
	for _, size := range []int{1, 1 + r.IntN(n-1), 1 + r.IntN(n-1), 1 + r.IntN(n-1), n - 1, n - 1} {
		var part []string
		for _, i := range r.Perm(n)[:size] {
			part = append(part, lines[i])
		}
		parts = append(parts, part)
	}
	return parts
}

// contains reports whether an entry is of the class of e.
func contains(t *testing.T, p *model.Program, m memory.Model, lines []string, e *model.Execution) bool {
	r, err := newReplay(p, m)
	if err != nil {
		t.Fatal(err)
	}
	defer r.machine.Close()
	for _, line := range lines {
		s, err := parseSchedule(nil, []byte(line))
		if err == nil {
			err = r.run(s)
		}
		if err != nil {
			t.Fatal(err)
		}
		if r.execution().Key() == e.Key() {
			return true
		}
	}
	return false
}

var errTooMany = errors.New("too many classes")

// oracle returns the oracle's entries, unless there are too many.
func oracle(t *testing.T, p smallprog.Program, m memory.Model) (lines []string, ok bool) {
	program := p.Build()
	w := &Writer{program: program, memory: m, spawned: map[event.ThreadID]int32{}, orders: map[int32][]writeOf{}}
	_, err := exhaustive.New(algos.Options{Memory: m}).Explore(context.Background(), program, func(e *model.Execution) error {
		if len(lines) == 300 {
			return errTooMany
		}
		if err := w.number(e.Events()); err != nil {
			return err
		}
		lines = append(lines, string(w.schedule.append(nil)))
		return nil
	})
	if err != nil && !errors.Is(err, errTooMany) {
		t.Fatal(err)
	}
	return lines, err == nil
}
