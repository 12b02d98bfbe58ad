package trace_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// roundTrip records an execution of p, reads it and replays it, and expects the same
// again.
func roundTrip(t *testing.T, p *model.Program, e *model.Execution) {
	t.Helper()
	before, err := trace.Of(p, memory.SC, e.Events())
	if err != nil {
		t.Fatal(err)
	}
	if before.Outcome != e.Outcome() || !before.Maximal() {
		t.Errorf("%s: outcome %v, maximal %v, of one that is %v", p.Name(), before.Outcome, before.Maximal(), e.Outcome())
	}
	written := before.Record()
	read := reread(t, written)
	if d := cmp.Diff(written, read, cmpopts.IgnoreUnexported(trace.Recorded{})); d != "" {
		t.Fatalf("%s: written and read:\n%s", p.Name(), d)
	}
	after, differences, err := read.Replay(p)
	if err != nil || differences != nil {
		t.Fatalf("%s: error %v, differences %v", p.Name(), err, differences)
	}
	if p.ClassKey(after.Events()) != e.Key() {
		t.Errorf("%s: another execution", p.Name())
	}
	if d := cmp.Diff(written, after.Record(), cmpopts.IgnoreUnexported(trace.Recorded{})); d != "" {
		t.Errorf("%s: recorded and replayed:\n%s", p.Name(), d)
	}
}

func reread(t *testing.T, r trace.Recording) trace.Recording {
	t.Helper()
	var file bytes.Buffer
	if err := r.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := trace.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestRoundTripOfBenchmarks(t *testing.T) {
	for _, b := range benchmarks.All() {
		params := make([]int, len(b.Params))
		for i, p := range b.Params {
			params[i] = min(max(p.Min, 5), p.Max)
		}
		p, err := b.Program(params...)
		if err != nil {
			t.Fatal(err)
		}
		explore(t, p, "pop", func(e *model.Execution) error {
			roundTrip(t, p, e)
			return algos.ErrStop
		})
	}
}

// TestRoundTripOfLitmus does this for all executions of small programs, or the
// first ones of programs that have more.
func TestRoundTripOfLitmus(t *testing.T) {
	executions := 0
	outcomes := map[model.Outcome]int{}
	r := rand.New(rand.NewPCG(7, 0))
	for i := range 300 {
		random := smallprog.Random
		switch {
		case i >= 260:
			random = smallprog.Making
		case i >= 200:
			random = smallprog.Rich
		}
		p := random(r).Build()
		left := 30
		explore(t, p, "trust", func(e *model.Execution) error {
			executions++
			outcomes[e.Outcome()]++
			roundTrip(t, p, e)
			if left--; left == 0 {
				return algos.ErrStop
			}
			return nil
		})
	}
	if executions < 1000 || len(outcomes) < 4 {
		t.Errorf("only %d executions, with outcomes %v", executions, outcomes)
	}
}

func explore(t *testing.T, p *model.Program, algorithm string, visit func(*model.Execution) error) {
	t.Helper()
	explorer, err := catalog.New(algorithm, algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := explorer.Explore(context.Background(), p, visit); err != nil {
		t.Fatal(err)
	}
}

// recording is a file with these lines after the first.
func recording(t *testing.T, lines ...string) trace.Recording {
	t.Helper()
	r, err := trace.Read(strings.NewReader("dporbench execution, format 1\n" + strings.Join(lines, "\n") + "\nend:\n"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReplayOfChangedProgram: the threads run in the recorded order, and
// differences between their operations are reported; texts may be left out.
func TestReplayOfChangedProgram(t *testing.T) {
	r := recording(t, "p  x = 1", "q  y → 0", "p", "# a comment", "p  x → 1")
	got, differences, err := r.Replay(smallprog.MustBuild("p: x=2; z=1; a=x | q: b=x"))
	if err != nil {
		t.Fatal(err)
	}
	want := []trace.Difference{
		{Event: 1, Thread: "p", Recorded: "x = 1", Replayed: "x = 2"},
		{Event: 2, Thread: "q", Recorded: "y → 0", Replayed: "x → 2"},
		{Event: 4, Thread: "p", Recorded: "x → 1", Replayed: "x → 2"},
	}
	if d := cmp.Diff(want, differences); d != "" {
		t.Error(d)
	}
	if !got.Maximal() || len(got.Steps) != 4 {
		t.Errorf("got %+v", got)
	}
}

func TestReplayThatDoesNotFit(t *testing.T) {
	p := smallprog.MustBuild("p: lock l; x=1 | q: lock l; assert a!=0; x=2 | r: assume a!=0 | s: go { z=1 }; join")
	for _, c := range []struct {
		events []string
		want   string
		steps  int
	}{
		{[]string{"p lock l", "q  lock l"}, `event 2 (line 3): thread q, recorded as "lock l": it waits at lock l, held by p`, 1},
		{[]string{"p", "p x = 1", "p x → 3"}, `event 3 (line 4): thread p, recorded as "x → 3": it has ended`, 2},
		{[]string{"q", "q"}, `event 2 (line 3): thread q: it failed: assert: assert a!=0`, 1},
		{[]string{"r x = 1"}, `event 1 (line 2): thread r, recorded as "x = 1": it stopped at a false assume`, 0},
		{[]string{"s", "s"}, `event 2 (line 3): thread s: it waits at join child`, 1},
		{[]string{"child"}, `event 1 (line 2): thread child: there is no such thread now, only p, q, r, s`, 0},
	} {
		got, _, err := recording(t, c.events...).Replay(p)
		if _, ok := errors.AsType[*trace.MisfitError](err); !ok || err.Error() != c.want {
			t.Errorf("%q: error %v, want %s", c.events, err, c.want)
		}
		if len(got.Steps) != c.steps || got.Maximal() {
			t.Errorf("%q: %d steps, maximal %v", c.events, len(got.Steps), got.Maximal())
		}
	}
}

func TestReadRejects(t *testing.T) {
	const head = "dporbench execution, format 1\n"
	for _, c := range []struct{ file, want string }{
		{"", "line 1: not a recorded execution: the file is empty"},
		{"benchmark,params\n", `line 1: not a recorded execution: it must begin with "dporbench execution, format 1"`},
		{"\x7fELF\x00", `line 1: not a recorded execution: it must begin with "dporbench execution, format 1"`},
		{"dporbench execution, format 2\n", `line 1: format "2" is not known: must be 1`},
		{head + "p  x = 1\nq  x ", `line 3: the file ends here, without the line "end:" that ends a recorded execution`},
		{head + "program: p\nthreads: p q\nend:", `line 3: "threads:" is not known: must be program:, parameters:, source:, memory:, origin:, end: or the name of a thread, which is quoted if it ends in a colon`},
		{head + "parameters: 3 x\n", `line 2: parameter "x": must be a whole number`},
		{head + "\n\"p  x = 1\nend:", `line 3: the quotes are not closed: "\"p  x = 1"`},
		{head + "p \"x\" = 1\nend:", `line 2: not one text in quotes: "\"x\" = 1"`},
		{head + "p \xff\nend:", `line 2: not text`},
		{head + "end: complete\n\np  x = 1", `line 4: "p  x = 1" comes after the end`},
		{head + strings.Repeat("x", 2<<20), `line 2: longer than 1048576 bytes`},
	} {
		_, err := trace.Read(strings.NewReader(c.file))
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q: error %v, want %s", c.file, err, c.want)
		}
	}
}

// odd has names and texts that must be quoted.
var odd = trace.Recording{
	Program: " p\n", Params: []int{-1, 2}, Origin: `"`, Ending: "a\tb",
	Events: []trace.Recorded{
		{Thread: ""}, {Thread: "a b", Text: " x"}, {Thread: "end:"}, {Thread: "#2", Text: `"y`}, {Thread: "\xff", Text: "→"}, {Thread: "変数", Text: "\n"},
	},
}

func TestOddNames(t *testing.T) {
	if d := cmp.Diff(odd, reread(t, odd), cmpopts.IgnoreUnexported(trace.Recorded{})); d != "" {
		t.Error(d)
	}
}

// FuzzRead: accepted text survives being written and read again, and anything
// else is rejected with a one-line error that names a line.
func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	if err := odd.Write(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte("dporbench execution, format 1\nprogram: lastzero\nparameters: 3\n\nreader  array[3] → 0\nwriter#2\nend: complete\n"))
	f.Add([]byte("dporbench execution, format 1\r\np\t\"x = 1\"\r\n# q\nend:\n"))
	f.Add([]byte("dporbench execution, format 9\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := trace.Read(bytes.NewReader(file))
		if err != nil {
			if text := err.Error(); !strings.HasPrefix(text, "line ") || strings.Contains(text, "\n") {
				t.Errorf("error %q", text)
			}
			return
		}
		if d := cmp.Diff(r, reread(t, r), cmpopts.IgnoreUnexported(trace.Recorded{}), cmpopts.EquateEmpty()); d != "" {
			t.Error(d)
		}
	})
}
