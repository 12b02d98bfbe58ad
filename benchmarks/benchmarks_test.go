package benchmarks

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

func TestValidate(t *testing.T) {
	if err := Validate(All()); err != nil {
		t.Error(err)
	}

	good, _ := Lookup("length-param")
	tests := []struct {
		spoil func(*Benchmark)
		want  string
	}{
		{func(b *Benchmark) { b.Name = "" }, "no name"},
		{func(b *Benchmark) { b.Name = "taken" }, "the name is taken"},
		{func(b *Benchmark) { b.Doc = " " }, "Doc is not one line"},
		{func(b *Benchmark) { b.Source = "two\nlines" }, "Source is not one line"},
		{func(b *Benchmark) { b.Build = nil }, "nothing builds the program"},
		{func(b *Benchmark) { b.Params[1].Name = "" }, "parameter 1 has no name"},
		{func(b *Benchmark) { b.Params[1].Name = "T" }, `two parameters are called "T"`},
		{func(b *Benchmark) { b.Params[0].Doc = "" }, `Doc of parameter "T" is not one line`},
		{func(b *Benchmark) { b.Params[0].Min = 101 }, "Min 101 > Max 100"},
	}
	for _, test := range tests {
		taken, bad := good, good
		taken.Name = "taken"
		bad.Params = slices.Clone(good.Params)
		test.spoil(&bad)
		err := Validate([]Benchmark{taken, bad})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Validate: %v, want %q and nothing else", err, test.want)
		}
	}
}

func TestLookup(t *testing.T) {
	for i, want := range All() {
		b, ok := Lookup(want.Name)
		if !ok || b.Name != want.Name || benchmarks[i].Name != want.Name {
			t.Errorf("Lookup(%q) = %q, %v; benchmarks[%d] is %q", want.Name, b.Name, ok, i, benchmarks[i].Name)
		}
	}
	if _, ok := Lookup("nothing"); ok {
		t.Error(`Lookup("nothing") found something`)
	}
}

// The list begins with Table 1, in its order.
func TestOrder(t *testing.T) {
	var table []string
	for _, r := range PaperTable() {
		table = append(table, r.Benchmark)
	}
	table = slices.Compact(table)
	var got []string
	for _, b := range All() {
		got = append(got, b.Name)
	}
	if !slices.Equal(got[:min(len(table), len(got))], table) {
		t.Errorf("All() is %q, must begin with %q", got, table)
	}
}

func TestParameterErrors(t *testing.T) {
	tests := []struct {
		benchmark string
		params    []int
		want      string
	}{
		{"circular-buffer", []int{11}, "circular-buffer: n = 11: must be from 1 to 10"},
		{"circular-buffer", []int{0}, "circular-buffer: n = 0: must be from 1 to 10"},
		{"lastzero", nil, "lastzero takes 1 parameter (n), as in lastzero 1: 0 given"},
		{"lastzero", []int{-3}, "lastzero: n = -3: must be from 1 to 100"},
		{"length-param", []int{2}, "length-param takes 2 parameters (T, N), as in length-param 1 1: 1 given"},
		{"length-param", []int{2, 4, 4}, "length-param takes 2 parameters (T, N), as in length-param 1 1: 3 given"},
		{"fig1", []int{1}, "fig1 takes no parameters, as in fig1: 1 given"},
		{"length-param", []int{2, 0}, "length-param: N = 0: must be from 1 to 1048576"},
	}
	for _, test := range tests {
		b, _ := Lookup(test.benchmark)
		p, err := b.Program(test.params...)
		if p != nil || err == nil || err.Error() != test.want {
			t.Errorf("%s%v: program %v, error %v, want %s", test.benchmark, test.params, p, err, test.want)
		}
	}
}

// Whatever the schedule, a program ends as expected, also at the ends of its
// range of parameters.
func TestRandomWalks(t *testing.T) {
	walks := Counts()
	for _, b := range All() {
		if b.Name == "length-param" { // hundreds of millions of events at its largest
			continue
		}
		var least, most []int
		for _, p := range b.Params {
			least, most = append(least, p.Min), append(most, p.Max)
		}
		walks = append(walks, Count{Benchmark: b.Name, Params: least}, Count{Benchmark: b.Name, Params: most})
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, w := range walks {
		b, _ := Lookup(w.Benchmark)
		p, err := b.Program(w.Params...)
		if err != nil {
			t.Error(err)
			continue
		}
		anyThread := func(_ *machine.Machine, enabled []event.ThreadID) event.ThreadID {
			return enabled[random.IntN(len(enabled))]
		}
		if outcome, failure := walk(t, p, anyThread); outcome != model.Complete && !slices.Contains(b.Outcomes, outcome) {
			t.Errorf("%s%v: %v %s", w.Benchmark, w.Params, outcome, failure)
		}
	}
}

// TestExplorersTakeEach: an explorer accepts each benchmark, with the smallest parameters, for as many executions as it
// visits in a moment.
func TestExplorersTakeEach(t *testing.T) {
	for _, b := range All() {
		if err := exploreBriefly(t.Context(), b); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		}
	}
}

// TestSpinLoopIsRefused: Peterson's lock with a loop that spins is not a benchmark that explorers take, and the error says
// what to write instead.
func TestSpinLoopIsRefused(t *testing.T) {
	b := Benchmark{Name: "peterson", Doc: "Peterson's lock, with loops that spin", Build: func([]int) *model.Program { return peterson() }}
	if err := exploreBriefly(t.Context(), b); err == nil || !strings.Contains(err.Error(), "wait with t.Await") {
		t.Errorf("the error is %v, want one that says how to wait", err)
	}
}

func peterson() *model.Program {
	p := model.NewProgram("peterson")
	flags, turn := p.Vars("flag", 2, 0), p.Var("turn", 0)
	for i := range int64(2) {
		p.Thread("p", func(t *model.Thread) {
			t.Store(flags[i], 1)
			t.Store(turn, 1-i)
			for t.Load(flags[1-i]) == 1 && t.Load(turn) == 1-i {
			}
			t.Store(flags[i], 0)
		})
	}
	return p
}

// exploreBriefly returns the error of the first executions of b with its smallest parameters, if there is one.
func exploreBriefly(ctx context.Context, b Benchmark) error {
	var least []int
	for _, p := range b.Params {
		least = append(least, p.Min)
	}
	p, err := b.Program(least...)
	if err != nil {
		return err
	}
	const executions = 100
	visits := 0
	_, err = pop.New(algos.Options{}).Explore(ctx, p, func(*model.Execution) error {
		if visits++; visits == executions {
			return algos.ErrStop
		}
		return nil
	})
	return err
}

// At n = 10 the buffer overflows if every element goes through it, and only
// then.
func TestCircularBufferOverflow(t *testing.T) {
	for n := 1; n <= slots; n++ {
		// A thread that has left its critical section waits for the other one's.
		takeTurns := func(m *machine.Machine, enabled []event.ThreadID) event.ThreadID {
			turn := enabled[0]
			for i := m.Len() - 1; i >= 0; i-- {
				if e := m.Events()[i]; e.Kind == event.Unlock {
					turn = 3 - e.Thread // main is thread 0, producer 1, consumer 2
					break
				}
			}
			if !slices.Contains(enabled, turn) {
				return enabled[0]
			}
			return turn
		}
		want := model.Complete
		if n == slots {
			want = model.Failed
		}
		if outcome, failure := walk(t, CircularBuffer(n), takeTurns); outcome != want {
			t.Errorf("circular-buffer(%d): %v %s, want %v", n, outcome, failure, want)
		}
	}
}

// walk runs p to an end; choose says which of the enabled threads does
// the next event.
func walk(t *testing.T, p *model.Program, choose func(*machine.Machine, []event.ThreadID) event.ThreadID) (model.Outcome, string) {
	t.Helper()
	m, err := machine.New(p, behaviour.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for {
		var enabled []event.ThreadID
		for id := range event.ThreadID(m.Threads()) {
			if m.Enabled(id) {
				enabled = append(enabled, id)
			}
		}
		if len(enabled) == 0 {
			return m.Ending()
		}
		if _, err := m.Step(choose(m, enabled)); err != nil {
			t.Fatal(err)
		}
	}
}
