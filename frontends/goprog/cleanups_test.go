package goprog_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/goprog"
	"dporbench/model"
)

const withCleanups = "./testdata/cleanups"

func loadCleanups(t *testing.T) *goprog.Package {
	t.Helper()
	p, err := goprog.LoadPackage(withCleanups, true, goprog.Options{TimersLast: true, Settle: 100})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCleanups: no execution of these tests fails, as natively, and the algorithms explore the same classes.
func TestCleanups(t *testing.T) {
	command(t, withCleanups, "go", "test", "-count=1", ".")
	found, err := goprog.FindTests(".", withCleanups)
	if err != nil || len(found) != 1 || len(found[0].Functions) < 20 {
		t.Fatal(found, err)
	}
	p := loadCleanups(t)
	for _, name := range append(found[0].Functions, declared(t, withCleanups+"/concurrent.go")...) {
		m, err := p.Program(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var want explored
		for i, algorithm := range []string{"pop", "optimal", "source", "exhaustive"} {
			seen := explore(t, m, algorithm)
			if seen.outcomes[model.Complete] == 0 || seen.outcomes[model.Complete]+seen.outcomes[model.AssumeBlocked] != seen.executions {
				t.Errorf("%s, %s: %v %v", name, algorithm, seen.outcomes, seen.reports)
			}
			if i == 0 {
				want = seen
			}
			if algorithm != "exhaustive" && seen.executions != want.executions || !maps.Equal(keys(seen.classes), keys(want.classes)) {
				t.Errorf("%s, %s: %d executions of %d classes, pop %d of %d", name, algorithm, seen.executions, len(seen.classes), want.executions, len(want.classes))
			}
		}
	}
}

// TestCleanupsFail: cleanups race with each other, and may come after the end of a test; a finalizer races with no other one, and a cleanup with
// nothing before. What waits for one that cannot run is told so.
func TestCleanupsFail(t *testing.T) {
	p := loadCleanups(t)
	for function, want := range map[string]struct {
		outcome model.Outcome
		report  string
	}{
		"Racing": {model.Raced, "data race"}, "Ordered": {model.Complete, ""}, "InTurn": {model.Complete, ""},
		"Blocked": {model.Complete, ""}, "Waiting": {model.Deadlocked, "the cleanup set at failing.go:"},
		"WaitingForStopped": {model.Deadlocked, "the cleanup set at failing.go:"}, "Panics": {model.Failed, "panic: too late"},
		"SetTwice": {model.Failed, "finalizer already set"}, "NoPointer": {model.Failed, "first argument is not a pointer"}, "Counted": {model.Complete, ""},
	} {
		m, err := p.Program(function)
		if err != nil {
			t.Fatalf("%s: %v", function, err)
		}
		seen := explore(t, m, "pop")
		told := want.report == "" || strings.Contains(fmt.Sprint(seen.reports), want.report)
		if seen.outcomes[want.outcome] == 0 || len(seen.outcomes) != 1 || !told {
			t.Errorf("%s: %v %v", function, seen.outcomes, seen.reports)
		}
	}
	m, err := p.Program("Ordered")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exploreAll(m, "trust"); !errors.As(err, new(*algos.RefusedError)) {
		t.Errorf("trust: %v", err)
	}
}

const cleanupsHeader = `package progs

import (
	"runtime"
	"sync/atomic"
	"time"
)

type node struct {
	a, b *node
	id   int
}

var global *node

func holds(x *node, until chan bool) {
	<-until
	runtime.KeepAlive(x)
}

// The compiler sees that neither of these has an effect, unless they are functions that are called.

//go:noinline
func next(x *node) *node { return x.a }

//go:noinline
func boxed(x *node) any { return x }

//go:noinline
func appended(s []*node, x *node) []*node { return append(s, x) }

//go:noinline
func keeping(x *node) func() { return func() { runtime.KeepAlive(x) } }

//go:noinline
func ignores(x *node) { waits() }

//go:noinline
func uses(x *node) {
	waits()
	runtime.KeepAlive(x)
}
`

// Natively, cleanups have run once later ones have.
const waitsNatively = `package progs

import (
	"runtime"
	"time"
)

func waits() {
	for range 3 {
		done := make(chan bool, 2)
		x, y := &node{}, &node{}
		runtime.AddCleanup(x, func(bool) { done <- true }, true)
		runtime.SetFinalizer(y, func(*node) { done <- true })
		x, y = nil, nil
		for n := 0; n < 2; {
			runtime.GC()
			select {
			case <-done:
				n++
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
}
`

const waits = `package progs

import "time"

func waits() { time.Sleep(time.Second) }
`

// moves are statements of these programs: A and B are variables, I is the number of a new node, and K a key.
var moves = []string{
	"A = made(I)", "A = made(I)", "A = finalized(I)", "A = B", "A = next(&node{})", "if A != nil { A.a = B }", "if A != nil { A.b = B }", "if A != nil { A.a, A.b = nil, nil }",
	"if B != nil { A = next(B) }", "m[K] = A", "delete(m, K)", "A = m[K]", "s = appended(s, A)", "if len(s) > 0 { s = s[1:] }", "s = nil",
	"if len(c) < cap(c) { c <- A }", "if len(c) > 0 { A = <-c }", "global = A", "global = nil", "f = keeping(A)", "f = nil",
	"go holds(A, stop)", "close(stop); stop = make(chan bool)", "ignores(A); note()", "uses(A); note()", "defer runtime.KeepAlive(A)", "i = boxed(A)", "i = nil",
	"if A != nil { unmade[A.id].Stop() }",
	"{ x := A; timer = time.AfterFunc(time.Hour, func() { runtime.KeepAlive(x) }) }",
}

// cleanupCoder writes programs in which pointers to nodes are moved.
type cleanupCoder struct{ *rand.Rand }

func (c cleanupCoder) local() string { return fmt.Sprintf("v%d", c.IntN(4)) }

// program is a function that returns which nodes have been cleaned up at each note, as bits.
func (c cleanupCoder) program(n int) string {
	ids := 2
	b := &strings.Builder{}
	fmt.Fprintf(b, `
func E%[1]d() { panic(P%[1]d()) }

func P%[1]d() (text string) {
	var cleaned [40]atomic.Bool
	var v0, v1, v2, v3 *node
	var s []*node
	var i any
	m, c, stop, timer, f, unmade := map[int]*node{}, make(chan *node, 3), make(chan bool), time.AfterFunc(time.Hour, func() {}), func() {}, map[int]runtime.Cleanup{}
	global = nil
	made := func(id int) *node {
		x := &node{id: id}
		unmade[id] = runtime.AddCleanup(x, func(id int) { cleaned[id].Store(true) }, id)
		return x
	}
	finalized := func(id int) *node {
		x := made(id)
		runtime.SetFinalizer(x, func(x *node) { cleaned[x.id+20].Store(true) })
		return x
	}
	note := func() {
		waits()
		for i := range len(cleaned) {
			if cleaned[i].Load() {
				text += string(rune('A' + i))
			}
		}
		text += "]"
	}
	_, _, text = f, timer, "["
	v0, v1 = made(1), finalized(2)
	v2, v3 = next(v0), next(v0)
`, n)
	for range 6 + c.IntN(10) {
		statement := moves[c.IntN(len(moves))]
		if strings.Contains(statement, "I)") {
			ids++
		}
		fill := strings.NewReplacer("KeepAlive", "KeepAlive", "AfterFunc", "AfterFunc", "A", c.local(), "B", c.local(), "I)", fmt.Sprint(ids, ")"), "K", fmt.Sprint(c.IntN(2)))
		fmt.Fprintln(b, fill.Replace(statement))
	}
	fmt.Fprintln(b, "note()")
	for _, v := range []string{"v0", "v1", "v2", "v3", "m", "s", "c", "f", "i", "timer"} {
		if c.IntN(3) == 0 {
			fmt.Fprintf(b, "runtime.KeepAlive(%s)\n", v)
		} else {
			fmt.Fprintf(b, "_ = %s\n", v)
		}
	}
	b.WriteString("close(stop)\nreturn text\n}\n")
	return b.String()
}

const printed = `package progs

import (
	"fmt"
	"testing"
)

func TestAll(t *testing.T) {
	for k, p := range all {
		fmt.Println("outcome", k, p())
	}
}
`

// isLater reports whether, at each place of an outcome, as "[B]BD]", nothing has been cleaned up that is not cleaned up natively.
func isLater(outcome string, native map[string]bool) bool {
	for other := range native {
		places, others := strings.Split(outcome, "]"), strings.Split(other, "]")
		if len(native) != 1 || len(places) != len(others) {
			return false
		}
		for i, place := range places {
			if strings.Trim(place, others[i]) != "" {
				return false
			}
		}
	}
	return true
}

// TestRandomCleanups: in random programs the same nodes have been cleaned up at several places as natively. In one of a hundred they may be later: the compiler may see that
// something is not needed any more which its text still uses. GOPROG_CLEANUPS is the number of programs.
func TestRandomCleanups(t *testing.T) {
	n, seed := number("GOPROG_CLEANUPS", 20), number("GOPROG_SEED", 1)
	c := cleanupCoder{rand.New(rand.NewPCG(uint64(seed), 2))}
	folder, source, list := t.TempDir(), cleanupsHeader, "package progs\n\nvar all = []func() string{"
	for k := range n {
		source += c.program(k)
		list += fmt.Sprintf("P%d, ", k)
	}
	for name, text := range map[string]string{"go.mod": "module generated\n\ngo 1.26\n", "progs.go": source, "list.go": list + "}\n", "all_test.go": printed, "waits.go": waitsNatively} {
		write(t, filepath.Join(folder, name), text)
	}
	native := nativeOutcomes(t, folder)
	write(t, filepath.Join(folder, "waits.go"), waits)
	p := loadIn(t, folder, true)
	cleaned, late := 0, 0
	for k := range n {
		possible := slices.Collect(maps.Keys(timedOutcomes(t, p, k)))
		same := len(possible) == 1 && native[k][strings.TrimSpace(possible[0])]
		if !same && len(possible) == 1 && isLater(strings.TrimSpace(possible[0]), native[k]) {
			late++
		} else if !same {
			t.Errorf("seed %d, program %d: %q natively, explored %q", seed, k, slices.Collect(maps.Keys(native[k])), possible)
		}
		if len(possible) == 1 && strings.Trim(possible[0], "[]") != "" {
			cleaned++
		}
	}
	if late > n/100 {
		t.Errorf("seed %d: %d of %d programs clean up later than natively", seed, late, n)
	}
	if cleaned < n/2 {
		t.Errorf("only %d of %d programs have cleanups that run", cleaned, n)
	}
}
