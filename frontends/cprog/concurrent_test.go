package cprog_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// mostStates bounds the states that the reference enumerates of a program. A program with more loses statements until it
// fits.
const mostStates = 4000

// TestConcurrent compares random programs of a few threads, as C files, with a reference interpreter of their syntax
// trees, which runs them in every order: explorers find the same final states and the same number of classes, POP each
// class once. Under TSO, only final states are compared. The variables CPROG_PROGRAMS and CPROG_SEED say how many
// programs, and which.
func TestConcurrent(t *testing.T) {
	otherwise := 150
	if testing.Short() {
		otherwise = 40
	}
	programs, seed := number(t, "CPROG_PROGRAMS", otherwise), number(t, "CPROG_SEED", 1)
	for name, under := range map[string]memory.Model{"sc": memory.SC, "tso": memory.TSO} {
		t.Run(name, func(t *testing.T) { testConcurrent(t, programs, uint64(seed)<<32, under) })
	}
}

func testConcurrent(t *testing.T, programs int, seed uint64, under memory.Model) {
	folder, tso := t.TempDir(), under == memory.TSO
	var classes, states int
	for k := range programs {
		p := randomConcurrent(seed + uint64(k))
		want := p.makeSmall(tso)
		others := []string{"optimal", "trust", "source", "exhaustive"}
		check := func() error { return sameFinals(folder, p, under, want, "pop", others[k%len(others)]) }
		if check() != nil {
			p.shrink(func() bool {
				var ok bool
				want, ok = p.enumerate(tso, mostStates)
				return ok && check() != nil
			})
			want, _ = p.enumerate(tso, mostStates)
			t.Fatalf("program %d: %v\n%s", k, check(), p.source())
		}
		classes, states = classes+len(want.classes), states+len(want.final)
	}
	t.Logf("%d programs: %d final states and, except under TSO, %d classes", programs, states, classes)
	if states < 2*programs || !tso && classes < 5*programs {
		t.Errorf("%d programs have only %d final states and %d classes", programs, states, classes)
	}
}

// sameFinals returns an error if the results of an algorithm differ from those wanted.
func sameFinals(folder string, p *concurrent, under memory.Model, want seen, algorithms ...string) error {
	file := filepath.Join(folder, "p.c")
	if err := os.WriteFile(file, []byte(p.source()), 0o600); err != nil {
		return err
	}
	program, err := cprog.Load(file, cprog.Options{Races: cprog.Ignore})
	if err != nil {
		return err
	}
	for _, name := range algorithms {
		got, executions, err := p.explore(program, name, under)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		case !maps.Equal(got.final, want.final):
			return fmt.Errorf("%s: final states\n%q, want\n%q", name, slices.Sorted(maps.Keys(got.final)), slices.Sorted(maps.Keys(want.final)))
		case under == memory.SC && len(got.classes) != len(want.classes):
			return fmt.Errorf("%s: %d classes, want %d", name, len(got.classes), len(want.classes))
		case name == "pop" && executions != len(got.classes):
			return fmt.Errorf("pop: %d executions of %d classes", executions, len(got.classes))
		}
	}
	return nil
}

// explore returns the results of an algorithm. The values at the end of an execution are from a machine that reruns it.
func (p *concurrent) explore(program *model.Program, algorithm string, under memory.Model) (s seen, executions int, err error) {
	s = seen{map[string]bool{}, map[string]bool{}}
	err = exploreBeside(program, algorithm, algos.Options{MaxSteps: 100_000, Memory: under}, func(e *model.Execution, r *machine.Replay) error {
		executions++
		if _, err := r.Run(e.Events()); err != nil {
			return err
		}
		s.final[finalState(p, stuckAsOne(e.Outcome()), p.valuesOf(program, r.Machine))] = true
		s.classes[e.Key()] = true
		return nil
	})
	return s, executions, err
}

// valuesOf returns the values of the variables, and then of the outs.
func (p *concurrent) valuesOf(program *model.Program, m *machine.Machine) (values []int64) {
	for k := range len(p.variables) + len(p.threads) {
		name := p.variableName(k)
		for x := range int32(program.NumVars()) {
			if program.VarName(x) == name {
				v := m.Value(x)
				if k < len(p.variables) {
					v = p.variables[k].wrap(v)
				}
				values = append(values, v)
			}
		}
	}
	return values
}

// makeSmall removes statements from p, the last first, until the reference can enumerate it.
func (p *concurrent) makeSmall(tso bool) seen {
	for {
		s, ok := p.enumerate(tso, mostStates)
		if ok {
			return s
		}
		longest := &p.threads[0]
		for t := range p.threads {
			if len(p.threads[t]) >= len(*longest) {
				longest = &p.threads[t]
			}
		}
		*longest = (*longest)[:len(*longest)-1]
	}
}

// shrink makes p smaller as long as it fails.
func (p *concurrent) shrink(fails func() bool) {
	for smaller := true; smaller; {
		smaller = false
		for t := len(p.threads) - 1; t > 0 && len(p.threads) > 2; t-- {
			smaller = try(&p.threads, slices.Delete(slices.Clone(p.threads), t, t+1), fails) || smaller
		}
		for _, lists := range [][][]*node{p.threads, p.functions} {
			for k := range lists {
				smaller = shrinkNodes(&lists[k], fails) || smaller
			}
		}
	}
}

// try replaces *place by a smaller value if p still fails with it.
func try[T any](place *T, smaller T, fails func() bool) bool {
	before := *place
	*place = smaller
	if fails() {
		return true
	}
	*place = before
	return false
}

func shrinkNodes(list *[]*node, fails func() bool) (smaller bool) {
	for k := len(*list) - 1; k >= 0; k-- {
		s := (*list)[k]
		replaced := slices.ContainsFunc([][]*node{nil, s.body, s.else_}, func(by []*node) bool {
			return try(list, slices.Replace(slices.Clone(*list), k, k+1, by...), fails)
		})
		if replaced {
			smaller = true
			continue
		}
		smaller = shrinkNodes(&s.body, fails) || smaller
		smaller = shrinkNodes(&s.else_, fails) || smaller
		smaller = shrinkOperands(s, fails) || smaller
	}
	return smaller
}

// shrinkOperands replaces operands by one of their own operands, or by a number.
func shrinkOperands(s *node, fails func() bool) (smaller bool) {
	for k := range s.kids {
		for _, by := range append(slices.Clone(s.kids[k].kids), &node{kind: literal, n: 1}, &node{kind: literal}) {
			if s.kids[k].kind != literal && try(&s.kids[k], by, fails) {
				smaller = true
			}
		}
		smaller = shrinkOperands(s.kids[k], fails) || smaller
	}
	return smaller
}

// TestReference: the reference finds the behaviours of two threads that are known by hand.
func TestReference(t *testing.T) {
	one := []*node{{kind: literal, n: 1}}
	increment := func() []*node { return []*node{{kind: changed, op: "+", kids: one}} }
	for atomic, want := range map[bool]int{false: 2, true: 1} {
		p := &concurrent{
			variables: []variable{{name: "x0", declared: "int", bits: 32, atomic: atomic}},
			threads:   [][]*node{nil, increment(), increment()},
		}
		s, ok := p.enumerate(false, mostStates)
		if classes := map[bool]int{false: 4, true: 2}[atomic]; !ok || len(s.final) != want || len(s.classes) != classes {
			t.Errorf("atomic %v: %d final states and %d classes, want %d and %d", atomic, len(s.final), len(s.classes), want, classes)
		}
	}
	side := func(x, y int) []*node {
		return []*node{{kind: written, n: x, kids: one}, {kind: set, kids: []*node{{kind: loaded, n: y}}}}
	}
	for tso, want := range map[bool]int{false: 3, true: 4} {
		p := &concurrent{
			variables: []variable{{name: "x0", declared: "int", bits: 32}, {name: "x1", declared: "int", bits: 32}},
			threads:   [][]*node{nil, side(0, 1), side(1, 0)},
		}
		if s, ok := p.enumerate(tso, mostStates); !ok || len(s.final) != want {
			t.Errorf("store buffering, TSO %v: %d final states, want %d", tso, len(s.final), want)
		}
	}
}
