package certificate

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// small are programs with everything that makes races: accesses of all kinds,
// mutexes, Locks that are pending forever, spawned threads, and threads that fail
// or stop.
var small = []string{
	"p: x=1 | q: a=x | r: b=x",
	"p: x=1; x=2 | q: a=x | r: b=x",
	"p: x=1; a=y | q: b=x; y=b+1; c=x",
	"p: x=1 | q: update x | r: a=swap(x,3)",
	"p: cas(x,0,1) | q: cas(x,1,2) | r: cas(x,2,3)",
	"p: x=2; x=1 | q: a=x | r: cas(x,2,1)",
	"p: lock l; x=1; unlock l | q: lock l; a=x; unlock l | r: lock l; unlock l",
	"p: lock l | q: lock l | r: lock l",
	"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m",
	"p: lock l; lock l | q: a=x; lock l; unlock l | r: x=1",
	"p: go { x=1 }; a=x; join; b=x | q: x=2",
	"p: go { go { x=1 }; y=1 }; x=2; join; a=y | q: y=2",
	"p: x=1; y=1 | q: a=x; assert a!=1; y=2",
	"p: x=1; y=1 | q: a=x; assume a!=1; y=2",
	"p: go { a=x; assert a!=0; y=1 }; join; y=2 | q: x=1; b=y",
	"p: go { a=x; assume a!=0; y=1 }; join; y=2 | q: x=1; b=y",
	"p: a=x; if a==1 { lock l; y=1 } | q: x=1; lock l; b=y; unlock l",
}

// algorithms are some algorithms that find their classes in different ways.
var algorithms = []string{"exhaustive", "source", "optimal", "pop", "trust"}

func TestComplete(t *testing.T) {
	for _, text := range small {
		p := smallprog.MustBuild(text)
		for _, algorithm := range algorithms {
			for _, order := range algos.Orders() {
				data := certify(t, p, algorithm, algos.Options{Order: order, Seed: 1})
				r, err := verify(p, data)
				if err != nil || r.Checked != r.Classes || r.Classes == 0 {
					t.Errorf("%s\n\t%s: %+v, error %v", text, algorithm, r, err)
				}
			}
		}
	}
}

// TestEachClassIsMissed leaves out every class of every program, one at a time.
func TestEachClassIsMissed(t *testing.T) {
	for _, text := range small {
		p := smallprog.MustBuild(text)
		lines := entries(t, p, "pop")
		if len(lines) < 2 {
			t.Errorf("%s: only %d classes", text, len(lines))
		}
		for i := range lines {
			part := slices.Delete(slices.Clone(lines), i, i+1)
			_, err := verify(p, assemble(t, part))
			missing, ok := errors.AsType[*MissingError](err)
			if !ok {
				t.Errorf("%s\n\twithout %q: error %v", text, lines[i], err)
				continue
			}
			if contains(t, p, memory.SC, part, missing.Missing) || !contains(t, p, memory.SC, lines[i:i+1], missing.Missing) {
				t.Errorf("%s\n\twithout %q: missing %v", text, lines[i], missing.Missing.Events())
			}
			checkRace(t, text, missing)
		}
	}
}

// checkRace checks that the race of a MissingError is one, and that it is reversed
// in the class that is missing.
func checkRace(t *testing.T, text string, e *MissingError) {
	t.Helper()
	events, first := e.Execution.Events(), e.Execution.Events()[e.First]
	if e.Second < len(events) && events[e.Second] != e.Event {
		t.Errorf("%s: event %d is %v, not %v", text, e.Second, events[e.Second], e.Event)
	}
	if e.Second == len(events) && e.Event.Kind != event.Lock {
		t.Errorf("%s: pending %v", text, e.Event)
	}
	if !event.Dependent(first, e.Event) || first.Thread == e.Event.Thread {
		t.Errorf("%s: %v and %v are no race", text, first, e.Event)
	}
	place := func(e *model.Execution, f event.Event) int {
		return slices.IndexFunc(e.Events(), func(g event.Event) bool { return g.Thread == f.Thread && g.Index == f.Index })
	}
	if second := place(e.Missing, e.Event); second < 0 {
		t.Errorf("%s: %v is not in the reversal", text, e.Event)
	} else if at := place(e.Missing, first); at >= 0 && at < second {
		t.Errorf("%s: %v still comes before %v", text, first, e.Event)
	}
}

// TestEachClassTwice writes every class of every program a second time.
func TestEachClassTwice(t *testing.T) {
	for _, text := range small {
		p := smallprog.MustBuild(text)
		lines := entries(t, p, "optimal")
		for _, line := range lines {
			_, err := verify(p, assemble(t, append(slices.Clone(lines), line)))
			if err == nil || !strings.HasSuffix(err.Error(), " again") {
				t.Errorf("%s\n\t%q twice: error %v", text, line, err)
			}
		}
	}
}

// TestAnotherRepresentative: two executions of a class are a repetition, even if
// they look different.
func TestAnotherRepresentative(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: y=1")
	for _, lines := range [][]string{{"0 1"}, {"1 0"}} {
		if _, err := verify(p, assemble(t, lines)); err != nil {
			t.Errorf("%q: %v", lines, err)
		}
	}
	_, err := verify(p, assemble(t, []string{"0 1", "1 0"}))
	if err == nil || err.Error() != "9: the class of line 8 again" {
		t.Errorf("error %v", err)
	}
}

func TestNoExecution(t *testing.T) {
	for _, test := range []struct{ program, entry, want string }{
		{"p: x=1; y=1 | q: a=x", "0*2", "8: not maximal: thread 1 (q) can continue after the last event"},
		{"p: x=1; y=1 | q: a=x", "-", "8: not maximal: thread 0 (p) can continue after the last event"},
		{"p: x=1; y=1 | q: a=x", "0*3 1", "8: not an execution: event 3 is of thread 0, which cannot continue there"},
		{"p: x=1; y=1 | q: a=x", "0*2 2", "8: not an execution: event 3 is of thread 2, which has not been spawned"},
		{"p: lock l; unlock l | q: lock l; unlock l", "0 1 0 1", "8: not an execution: event 2 is of thread 1, which cannot continue there"},
		{"p: go { x=1 }; join", "1 0*2", "8: not an execution: event 1 is of thread 1, which has not been spawned"},
		{"p: go { x=1 }; join", "0*2 1", "8: not an execution: event 2 is of thread 0, which cannot continue there"},
		{"p: a=x; assume a!=0; y=1", "0*2", "8: not an execution: event 2 is of thread 0, which cannot continue there"},
	} {
		_, err := verify(smallprog.MustBuild(test.program), assemble(t, []string{test.entry}))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s, %q:\n\tgot  %v\n\twant %s", test.program, test.entry, err, test.want)
		}
	}
}

func TestNoEvent(t *testing.T) {
	p := model.NewProgram("idle")
	p.Thread("idle", func(*model.Thread) {})
	data := certify(t, p, "pop", algos.Options{})
	if r, err := verify(p, data); err != nil || r.Classes != 1 || r.Events != 0 {
		t.Errorf("%+v, error %v", r, err)
	}
}

func TestNoEntry(t *testing.T) {
	if _, err := verify(smallprog.MustBuild("p: x=1"), assemble(t, nil)); err == nil {
		t.Error("a certificate without entries verifies")
	}
}

// TestAnotherProgram: a certificate does not verify for another program with the same
// number of threads.
func TestAnotherProgram(t *testing.T) {
	data := certify(t, smallprog.MustBuild("p: x=1 | q: a=x"), "pop", algos.Options{})
	for _, text := range []string{"p: x=1 | q: a=y", "p: x=1; y=1 | q: a=x", "p: x=1 | q: a=x | r: b=x", "p: x=1"} {
		if _, err := verify(smallprog.MustBuild(text), data); err == nil {
			t.Errorf("it verifies for %s", text)
		}
	}
}

// TestSpawnedThreadsAreNumberedAsTheyCome: the exploration may see the second of two
// siblings first.
func TestSpawnedThreadsAreNumberedAsTheyCome(t *testing.T) {
	p := smallprog.MustBuild("p: go { x=1; go { y=1 } } | q: go { a=x; b=y; if a==0 { go { y=2 } } }")
	for _, order := range algos.Orders() {
		for seed := range uint64(5) {
			if _, err := verify(p, certify(t, p, "pop", algos.Options{Order: order, Seed: seed})); err != nil {
				t.Errorf("%v, seed %d: %v", order, seed, err)
			}
		}
	}
}

func TestNondeterministic(t *testing.T) {
	p := model.NewProgram("alternates")
	x, n := p.Var("x", 0), 0
	p.Thread("p", func(t *model.Thread) {
		n++
		t.Store(x, int64(n))
	})
	var wrong *behaviour.NondeterminismError
	if _, err := verify(p, assemble(t, []string{"0"})); !errors.As(err, &wrong) {
		t.Errorf("error %v", err)
	}
}

func TestProgress(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: x=2")
	s := source(p, certify(t, p, "pop", algos.Options{}))
	var reported [][2]int64
	s.Progress = func(done, all int64) { reported = append(reported, [2]int64{done, all}) }
	if _, err := Verify(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if want := [][2]int64{{1, 0}, {2, 0}, {1, 2}, {2, 2}}; !slices.Equal(reported, want) {
		t.Errorf("reported %v, want %v", reported, want)
	}
}

func TestCancelled(t *testing.T) {
	p := smallprog.MustBuild(small[0])
	data := certify(t, p, "pop", algos.Options{})
	enough := errors.New("enough")
	steps := len(entries(t, p, "pop")) * 2
	for after := 1; after < steps; after++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		s, done := source(p, data), 0
		s.Progress = func(int64, int64) {
			if done++; done == after {
				cancel(enough)
			}
		}
		if r, err := Verify(ctx, s); err != enough || r.Checked == r.Classes && after < steps-1 && r.Checked > 0 {
			t.Errorf("stopped after %d entries: %+v, error %v", after, r, err)
		}
	}
}

// TestChangedInBetween: the file has changed when it is read a second time.
func TestChangedInBetween(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: y=1")
	whole := [][]byte{assemble(t, []string{"0 1"}), assemble(t, []string{"1 0"})}
	s := source(p, nil)
	s.Open = func() (io.ReadCloser, error) {
		next := source(p, whole[0])
		whole = whole[1:]
		return next.Open()
	}
	if _, err := Verify(t.Context(), s); err == nil || !strings.Contains(err.Error(), "changed while it was read") {
		t.Errorf("error %v", err)
	}
}

// TestUnsupported: features that certificates do not support under a memory model are refused with one line that names them.
func TestUnsupported(t *testing.T) {
	p := smallprog.MustBuild("p: *x=0 | q: x=new")
	w, err := NewWriter(io.Discard, under(memory.PSO), p)
	if err != nil {
		t.Fatal(err)
	}
	_, err = catalog.All()[0].New(algos.Options{Memory: memory.PSO}).Explore(context.Background(), p, w.Add)
	checkUnsupported(t, err, "no name for the buffer of a variable that a thread has made")

	p = smallprog.MustBuild("p: x+=1 | q: x+=1 | r: await x==1")
	_, err = verify(p, certify(t, p, "exhaustive", algos.Options{Memory: memory.CommutingSC}))
	checkUnsupported(t, err, "Await or a When of a variable that an Apply changes")
}

func checkUnsupported(t *testing.T, err error, what string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), what) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line with %q", err, what)
	}
}

// TestOtherMemoryModels: the memory model is written, unless it is sc, read, and used.
func TestOtherMemoryModels(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; a=y; x=2 | q: y=1; a=x")
	for _, m := range memory.Sequences() {
		data := certify(t, p, "pop", algos.Options{Memory: m})
		result, err := verify(p, data)
		if err != nil || result.Header.Memory != m || strings.Contains(string(data), "\nmemory "+m.String()+"\n") == (m == memory.SC) {
			t.Errorf("%v: %+v, error %v", m, result, err)
		}
	}
	if _, err := verify(p, assemble(t, entries(t, p, "pop"))); err != nil {
		t.Error(err)
	}
	if _, err := verify(p, assembleUnder(t, memory.TSO, entries(t, p, "pop"))); err == nil {
		t.Error("the classes under sc verify under tso")
	}
}

// smallGraphs are programs under the models of C11, one for each thing that a change may lead to. In this order: another write; a violation of
// atomicity, of psc, of psc through fences, and of hb ∪ mo; a write at another place in mo; an await that is over, and one that waits after all, also where another
// thread has to wait before; a Lock; a choice; and threads that are started.
var smallGraphs = []struct {
	text    string
	memory  memory.Model
	classes int
}{
	{"p: x=1; release y=1 | q: acquire a=y; relaxed b=x", memory.RC11, 3},
	{"p: relaxed update x | q: relaxed update x | r: relaxed update x", memory.RC11, 6},
	{"p: x=1; a=y | q: y=1; b=x", memory.RC11, 3},
	{"p: relaxed x=1 | q: relaxed a=x; fence; relaxed b=y | r: relaxed y=1; fence; relaxed c=x", memory.RC11, 7},
	{"p: x=1; y=2 | q: y=1; x=2", memory.SRA, 3},
	{"p: relaxed x=1; relaxed x=2 | q: relaxed x=3; relaxed a=x", memory.RC11, 6},
	{"p: relaxed x=1; relaxed x=2 | q: relaxed a=await x==1", memory.RC11, 2},
	{"p: relaxed x=1; relaxed x=0 | q: relaxed a=await x==1; relaxed y=1 | r: relaxed await y==1; relaxed z=1", memory.RC11, 2},
	{"p: lock l; relaxed x=1; unlock l | q: lock l; relaxed a=x", memory.RC11, 2},
	{"p: a=choose(3); relaxed x=a+0 | q: relaxed b=x", memory.RA, 6},
	{"p: relaxed x=1; go { relaxed a=x; relaxed y=1 }; relaxed b=y; join | q: relaxed x=2", memory.RC11, 0},
}

// TestGraphs: what TruSt finds verifies, and without any class that class is missed.
func TestGraphs(t *testing.T) {
	for _, c := range smallGraphs {
		p := smallprog.MustBuild(c.text)
		lines, _ := oracle(t, smallprog.MustParse(c.text), c.memory)
		if c.classes != 0 && len(lines) != c.classes {
			t.Errorf("%s under %v: %d classes, want %d", c.text, c.memory, len(lines), c.classes)
		}
		if r, err := verify(p, certify(t, p, "trust", algos.Options{Memory: c.memory})); err != nil || r.Checked != int64(len(lines)) {
			t.Errorf("%s under %v: %+v, error %v", c.text, c.memory, r, err)
		}
		checkConnected(t, smallprog.MustParse(c.text), c.memory, lines)
		for i := range lines {
			part := slices.Delete(slices.Clone(lines), i, i+1)
			_, err := verify(p, assembleUnder(t, c.memory, part))
			if missing, ok := errors.AsType[*MissingError](err); !ok {
				t.Errorf("%s under %v\n\twithout %q: error %v", c.text, c.memory, lines[i], err)
			} else if contains(t, p, c.memory, part, missing.Missing) || missing.Change == "" {
				t.Errorf("%s under %v\n\twithout %q: missing %v", c.text, c.memory, lines[i], missing.Missing.Events())
			}
		}
	}
}

// TestInconsistentGraphs: an entry that the axioms forbid is refused, and so is a reference to no write.
func TestInconsistentGraphs(t *testing.T) {
	for _, c := range []struct{ text, line, want string }{
		{"p: relaxed x=1; release y=1 | q: acquire a=y; relaxed b=x", "0*2 1 1!1", "not an execution under rc11, since coherence"},
		{"p: x=1; a=y | q: y=1; b=x", "0 1 0!1 1!1", "not an execution under rc11, since psc is acyclic"},
		{"p: relaxed update x | q: relaxed update x", "0 1!1", "not an execution under rc11, since atomicity"},
		{"p: relaxed x=1 | q: relaxed a=x", "0 1!2", "event 2 is of thread 1, which cannot refer to the write 2 before the last there"},
		{"p: relaxed x=1; relaxed x=2 | q: relaxed a=await x==2", "0*2", "not maximal: thread 1 (q) can continue"},
	} {
		_, err := verify(smallprog.MustBuild(c.text), assembleUnder(t, memory.RC11, []string{c.line}))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: error %v, want %s", c.text, c.line, err, c.want)
		}
	}
}
