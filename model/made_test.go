package model_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
)

// A thread makes variables with New. Their addresses are numbers, so that they can be linked: this is a stack of
// nodes (R. K. Treiber, Systems Programming: Coping with Parallelism, 1986) that no thread
// reaches before another has made them.
func ExampleThread_New() {
	p := model.NewProgram("stack")
	top := p.Var("top", 0) // the address of the first node: a variable with the value, followed by one with the link
	push := func(t *model.Thread, value int64) {
		node := t.NewVars("node", 2, 0)
		t.Store(node[0], value)
		for {
			first := t.Load(top)
			t.Store(node[1], first)
			if t.CompareAndSwap(top, first, node[0].Address()) {
				return
			}
		}
	}
	pop := func(t *model.Thread) int64 {
		for {
			first := t.Load(top)
			if first == 0 {
				return 0
			}
			next := t.Load(t.At(first + 1))
			if t.CompareAndSwap(top, first, next) {
				return t.Load(t.At(first))
			}
		}
	}
	p.Thread("p", func(t *model.Thread) { push(t, 1) })
	p.Thread("q", func(t *model.Thread) { push(t, 2) })
	p.Thread("r", func(t *model.Thread) { t.Return(pop(t)) })

	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := explorer.Explore(context.Background(), p, nil)
	fmt.Println(stats.Executions, "executions,", stats.Failed, "failed, error", err)
	// Output:
	// 22 executions, 0 failed, error <nil>
}

// TestMadeNames: a variable is named after the thread that makes it, and has the same address in every execution.
func TestMadeNames(t *testing.T) {
	p := model.NewProgram("made")
	x := p.Var("x", 0)
	var names []string
	note := func(v model.Var) { names = append(names, fmt.Sprint(v.Address()>>32, v.Address()&0xffffffff)) }
	p.Thread("main", func(t *model.Thread) {
		a := t.NewVars("a", 2, 7)
		names = names[:0]
		note(x)
		note(a[1])
		t.Go("child", func(t *model.Thread) {
			t.Load(a[1])
			b := t.New("b", 0)
			note(b)
			t.Store(b, 1)
			t.Load(t.At(b.Address()))
		})
		t.Load(t.New("l", 0))
	})
	(*front.Program)(p).AssumeIsolated()
	m := newMachine(t, p, behaviour.Limits{Places: true})
	var did []string
	for thread := m.NextEnabled(event.NoThread); thread != event.NoThread; thread = m.NextEnabled(event.NoThread) {
		did = append(did, m.Statement(thread))
		step(t, m, thread)
	}
	if got, want := strings.Join(did, "; "), "go child; main.l#2; main.a#1[1]; main.1.b#1 = 1; main.1.b#1"; got != want {
		t.Errorf("did  %s\nwant %s", got, want)
	}
	if got, want := strings.Join(names, "; "), "0 1; 3 2; 7 1"; got != want {
		t.Errorf("addresses %s, want %s", got, want)
	}
}

// numbering returns the numbers that programs give made variables, execution by execution.
func numbering(t *testing.T, p *model.Program, order algos.Order) (numbers string, keys []string) {
	t.Helper()
	explorer, err := catalog.New("optimal", algos.Options{Order: order})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int32]bool{}
	_, err = explorer.Explore(context.Background(), p, func(e *model.Execution) error {
		for _, event := range e.Events() {
			if event.Kind.OnVariable() && int(event.Object) >= p.NumVars() && !seen[event.Object] {
				seen[event.Object] = true
				numbers += fmt.Sprintln(event.Object, p.VarName(event.Object))
			}
		}
		keys = append(keys, e.Key())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	return numbers, keys
}

// TestMadeKeys: classes have the same keys, whatever the numbers of made variables.
func TestMadeKeys(t *testing.T) {
	differ := 0
	for _, text := range []string{
		"p: x=new; a=*x | q: x=new; *x=1",
		"p: go { x=new; *x=1 }; go { x=new; *x=2 } | q: a=*x",
		"p: a=x; if a==0 { x=new }; y=new | q: b=*y; x=new",
		"p: go { x=new }; b=*x | q: go { x=new }; *x=1 | r: a=x; y=a",
	} {
		first, keys := numbering(t, smallprog.MustBuild(text), algos.FirstThread)
		for _, order := range []algos.Order{algos.LastThread, algos.RandomThread} {
			other, again := numbering(t, smallprog.MustBuild(text), order)
			if !slices.Equal(keys, again) {
				t.Errorf("%s, order %v: different keys", text, order)
			}
			if first != other {
				differ++
			}
		}
		if len(keys) < 2 || len(slices.Compact(slices.Clone(keys))) != len(keys) {
			t.Errorf("%s: %d classes, some of which share a key", text, len(keys))
		}
	}
	if differ == 0 {
		t.Error("the numbers are always the same: this tests nothing")
	}
}

// TestMadeVariants: a variable that depends on values may be made with a different name or initial
// value, unless its address is taken.
func TestMadeVariants(t *testing.T) {
	for _, c := range []struct {
		address bool
		want    string
	}{
		{false, ""},
		{true, "and takes their address, which is the same: give variables whose addresses are taken one name and one initial value in all executions"},
	} {
		p := model.NewProgram("variants")
		x, y := p.Var("x", 0), p.Var("y", 0)
		p.Thread("p", func(t *model.Thread) {
			made := t.New("made", t.Load(x))
			if c.address {
				t.Store(y, made.Address())
			}
			t.Go("child", func(t *model.Thread) { t.Return(t.Load(made)) })
		})
		p.Thread("q", func(t *model.Thread) { t.Store(x, 5) })
		for _, algorithm := range []string{"exhaustive", "pop", "optimal", "trust"} {
			explorer, err := catalog.New(algorithm, algos.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s, err := explorer.Explore(context.Background(), p, nil)
			switch {
			case c.want == "" && (err != nil || s.Executions != 2):
				t.Errorf("%s: %d executions, %v", algorithm, s.Executions, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s, which takes the address: %v", algorithm, err)
			}
		}
	}
}

// TestMadeRefused: the error for a variable that cannot be made is one line.
func TestMadeRefused(t *testing.T) {
	other := model.NewProgram("other").Var("theirs", 0)
	for _, c := range []struct {
		body func(*model.Thread)
		want string
	}{
		{func(t *model.Thread) { t.NewVars("a", -1, 0) }, "thread 0 (p): makes -1 variables a: the number must not be negative"},
		{func(t *model.Thread) {
			for {
				t.New("a", 0)
			}
		}, "thread 0 (p): makes more than 50 variables in an execution: bound its loops"},
		{func(t *model.Thread) { t.NewVars("a", 1<<40, 0) }, "thread 0 (p): makes more than 50 variables in an execution: bound its loops"},
		{func(t *model.Thread) { t.Load(other) }, "thread 0 (p): use of a variable of another program (other): declare it with Var"},
		{func(t *model.Thread) { t.Load(model.Var{}) }, "thread 0 (p): use of a variable that was never declared (a zero value): declare it with Var"},
	} {
		p := model.NewProgram("refused")
		p.Thread("p", c.body)
		m, err := machine.New(p, behaviour.Limits{MaxMade: 50})
		if err == nil {
			m.Close()
			t.Fatalf("not refused, want %s", c.want)
		}
		if _, ok := errors.AsType[*model.UsageError](err); !ok || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

// TestNoVariable: a thread that uses an address without a variable fails.
func TestNoVariable(t *testing.T) {
	for _, address := range []func(*model.Thread) int64{
		func(*model.Thread) int64 { return 0 },
		func(*model.Thread) int64 { return -1 },
		func(*model.Thread) int64 { return 2 },
		func(t *model.Thread) int64 { return t.New("a", 0).Address() + 1 },
		func(t *model.Thread) int64 { return t.New("a", 0).Address() - 1 },
	} {
		p := model.NewProgram("nil")
		p.Var("x", 0)
		var at int64
		p.Thread("p", func(t *model.Thread) {
			at = address(t)
			t.Store(t.At(at), 1)
		})
		m := newMachine(t, p, behaviour.Limits{})
		outcome, failure := m.Ending()
		if want := fmt.Sprintf("0 (p): use of the address %d, where no variable is", at); outcome != model.Failed || failure != want {
			t.Errorf("%v, %q, want %q", outcome, failure, want)
		}
	}
}
