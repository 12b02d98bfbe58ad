package cprog_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/trace"
)

// progressStatement is one line of a thread: its text, where %d and %e are numbers, %x and %y variables and %m a mutex,
// and its steps. A step changes the state of the program, and says what its thread does next.
type progressStatement struct {
	text  string
	steps []func(s *progressState, a progressArguments) progressNext
}

type progressArguments struct{ x, y, d, e, m int8 }

// progressState is a state of a program of up to three threads, with two variables and two mutexes.
type progressState struct {
	at     [3]struct{ statement, step, a int8 }
	values [2]int8
	holder [2]int8 // of the mutexes: 1 + a thread, or 0
	thread int8    // the thread of the step
}

// progressNext says what a thread does after a step.
type progressNext int

const (
	waits  progressNext = iota // it cannot do the step
	onward                     // it goes to the next step
	around                     // it goes back to the first step of its statement, a loop
	leaves                     // it goes to the next statement
)

func progressIf(ok bool, then, otherwise progressNext) progressNext {
	if ok {
		return then
	}
	return otherwise
}

type progressStep = func(s *progressState, a progressArguments) progressNext

var (
	takes progressStep = func(s *progressState, a progressArguments) progressNext {
		if s.holder[a.m] != 0 {
			return waits
		}
		s.holder[a.m] = 1 + s.thread
		return onward
	}
	frees progressStep = func(s *progressState, a progressArguments) progressNext {
		s.holder[a.m] = 0
		return leaves
	}
	finds progressStep = func(s *progressState, a progressArguments) progressNext {
		return progressIf(s.values[a.x] == a.d, leaves, onward)
	}
	findsOther progressStep = func(s *progressState, a progressArguments) progressNext {
		return progressIf(s.values[a.y] == a.e, leaves, around)
	}
)

var progressStatements = []progressStatement{
	{"%x = %d;", []progressStep{func(s *progressState, a progressArguments) progressNext { s.values[a.x] = a.d; return leaves }}},
	{"%x++;", []progressStep{func(s *progressState, a progressArguments) progressNext { s.values[a.x]++; return leaves }}},
	{"if (%x == %d) %y = %e;", []progressStep{
		func(s *progressState, a progressArguments) progressNext {
			return progressIf(s.values[a.x] == a.d, onward, leaves)
		},
		func(s *progressState, a progressArguments) progressNext { s.values[a.y] = a.e; return leaves },
	}},
	{"while (%x != %d) ;", []progressStep{func(s *progressState, a progressArguments) progressNext {
		return progressIf(s.values[a.x] == a.d, leaves, around)
	}}},
	{"while (%x != %d && %y != %e) ;", []progressStep{finds, findsOther}},
	{"while (1) { if (%x == %d) break; if (%y == %e) break; }", []progressStep{finds, findsOther}},
	{"for (int e = 0; !atomic_compare_exchange_strong(&%x, &e, %d); e = 0) ;", []progressStep{func(s *progressState, a progressArguments) progressNext {
		if s.values[a.x] != 0 {
			return around
		}
		s.values[a.x] = a.d
		return leaves
	}}},
	{"while (1) { pthread_mutex_lock(&%m); int a = %x; pthread_mutex_unlock(&%m); if (a == %d) break; }", []progressStep{
		takes,
		func(s *progressState, a progressArguments) progressNext {
			s.at[s.thread].a = s.values[a.x]
			return onward
		},
		func(s *progressState, a progressArguments) progressNext {
			s.holder[a.m] = 0
			return progressIf(s.at[s.thread].a == a.d, leaves, around)
		},
	}},
	{"pthread_mutex_lock(&%m);", []progressStep{func(s *progressState, a progressArguments) progressNext {
		return progressIf(takes(s, a) == onward, leaves, waits)
	}}},
	{"pthread_mutex_unlock(&%m);", []progressStep{frees}},
}

const (
	progressLocks   = 8
	progressUnlocks = 9
)

// progressProgram has the statements of each thread, one per line.
type progressProgram [][]progressLine

type progressLine struct {
	kind int // in progressStatements
	with progressArguments
}

func (l progressLine) String() string {
	a := l.with
	return strings.NewReplacer("%m", "lk"[a.m:a.m+1], "%x", "xy"[a.x:a.x+1], "%y", "xy"[a.y:a.y+1], "%d", fmt.Sprint(a.d), "%e", fmt.Sprint(a.e)).Replace(progressStatements[l.kind].text)
}

// progressWithoutLoops are the kinds of statements of every other program: if there are loops, some thread usually ends
// up in one.
var progressWithoutLoops = []int{0, 1, 2, progressLocks, progressLocks, progressLocks, progressUnlocks}

// randomProgress returns a program whose threads lock mutexes that they do not hold, unlock those that they do, and may
// end holding some.
func randomProgress(r *rand.Rand) progressProgram {
	p := make(progressProgram, 2+r.IntN(2))
	loops := r.IntN(2) == 0
	for t := range p {
		var held [2]bool
		for range 1 + r.IntN(4) {
			kind, m := r.IntN(len(progressStatements)), int8(r.IntN(2))
			if !loops {
				kind = progressWithoutLoops[r.IntN(len(progressWithoutLoops))]
			}
			if held[m] && (kind == progressLocks || kind == progressLocks-1) || !held[m] && kind == progressUnlocks {
				continue
			}
			held[m] = kind == progressLocks || held[m] && kind != progressUnlocks
			x := int8(r.IntN(2))
			p[t] = append(p[t], progressLine{kind, progressArguments{x, 1 - x, int8(1 + r.IntN(2)), int8(1 + r.IntN(2)), m}})
		}
		for m := range held {
			if held[m] && r.IntN(4) > 0 {
				p[t] = append(p[t], progressLine{progressUnlocks, progressArguments{m: int8(m)}})
			}
		}
	}
	return p
}

// source returns p in C, with the first statement of thread t on line 10*(t+1).
func (p progressProgram) source() string {
	lines := []string{"#include <pthread.h>", "#include <stdatomic.h>", "atomic_int x, y;", "pthread_mutex_t l, k;"}
	for t, body := range p {
		for len(lines) < 10*(t+1)-2 {
			lines = append(lines, "")
		}
		lines = append(lines, fmt.Sprintf("void *t%d(void *_) {", t))
		for _, l := range body {
			lines = append(lines, l.String())
		}
		lines = append(lines, "return 0; }")
	}
	lines = append(lines, "int main(void) { pthread_t t[3];")
	for t := range p {
		lines = append(lines, fmt.Sprintf("pthread_create(&t[%d], 0, t%d, 0);", t, t))
	}
	for t := range p {
		lines = append(lines, fmt.Sprintf("pthread_join(t[%d], 0);", t))
	}
	return strings.Join(append(lines, "return 0; }", ""), "\n")
}

// step returns s after the next step of thread t. moves says that the thread has left its statement.
func (p progressProgram) step(s progressState, t int8) (next progressState, moves, ok bool) {
	at := &s.at[t]
	if int(at.statement) == len(p[t]) {
		return s, false, false
	}
	s.thread = t
	line := p[t][at.statement]
	switch progressStatements[line.kind].steps[at.step](&s, line.with) {
	case waits:
		return s, false, false
	case onward:
		at.step++
	case around:
		at.step, at.a = 0, 0
	case leaves:
		at.statement, at.step, at.a, moves = at.statement+1, 0, 0, true
	}
	s.thread = 0
	return s, moves, true
}

// outcome returns the outcome of a state after which no thread ever leaves its statement.
func (p progressProgram) outcome(s progressState) model.Outcome {
	ended := false
	waits := [3]int8{-1, -1, -1} // by thread: the mutex that it waits for
	for t := range p {
		at := s.at[t]
		if int(at.statement) == len(p[t]) {
			ended = true
			continue
		}
		if _, _, ok := p.step(s, int8(t)); ok {
			return model.Livelocked
		}
		waits[t] = p[t][at.statement].with.m
	}
	for group := 1; group < 1<<len(p); group++ { // of threads: does each wait for a mutex that one of them holds?
		circle := true
		for t := range p {
			in := group>>t&1 == 1
			circle = circle && (!in || waits[t] >= 0 && group>>(s.holder[waits[t]]-1)&1 == 1)
		}
		if circle {
			return model.Deadlocked
		}
	}
	if ended {
		return model.Starved
	}
	return model.Deadlocked
}

// stuck returns the states after which no thread ever leaves its statement, though some have not ended: the outcome,
// and the line of each thread, or 0 if it has ended. They are found in the graph of all states, where loops are cycles.
func (p progressProgram) stuck() map[string]bool {
	before, goesOn, todo := map[progressState][]progressState{}, []progressState{}, []progressState{{}}
	before[progressState{}] = nil
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		any := false
		for t := range int8(len(p)) {
			next, moves, ok := p.step(s, t)
			if !ok {
				continue
			}
			any = any || moves
			if _, known := before[next]; !known {
				todo = append(todo, next)
			}
			before[next] = append(before[next], s)
		}
		if any {
			goesOn = append(goesOn, s)
		}
	}
	may := map[progressState]bool{}
	for len(goesOn) > 0 {
		s := goesOn[len(goesOn)-1]
		goesOn = goesOn[:len(goesOn)-1]
		if !may[s] {
			may[s] = true
			goesOn = append(goesOn, before[s]...)
		}
	}
	all := map[string]bool{}
	for s := range before {
		var lines [3]int
		ended := true
		for t := range p {
			if at := int(s.at[t].statement); at < len(p[t]) {
				lines[t], ended = 10*(t+1)+at, false
			}
		}
		if !may[s] && !ended {
			all[fmt.Sprint(p.outcome(s), lines)] = true
		}
	}
	return all
}

var progressStops = regexp.MustCompile(`(?m)^  t(\d) .*f\.c:(\d+)\)`)

// found returns the same as found by an algorithm: where the threads are at the ends of stuck executions.
func (p progressProgram) found(t *testing.T, file, algorithm string) (all map[string]bool, stats algos.Stats) {
	program, err := cprog.Load(file, cprog.Options{Spin: true})
	if err != nil {
		t.Fatalf("%s\n%s", err, p.source())
	}
	explorer, err := catalog.New(algorithm, algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, visited := map[string]bool{}, 0
	stats, err = explorer.Explore(t.Context(), program, func(e *model.Execution) error {
		if visited++; visited > mostProgress {
			return algos.ErrStop
		}
		if !e.Outcome().IsStuck() {
			return nil
		}
		shown, err := trace.Of(program, model.SC, e.Events())
		if err != nil {
			return err
		}
		var lines [3]int
		for _, stop := range progressStops.FindAllStringSubmatch(shown.Ending(), -1) {
			thread, _ := strconv.Atoi(stop[1])
			lines[thread], _ = strconv.Atoi(stop[2])
		}
		all[fmt.Sprint(e.Outcome(), lines)] = true
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v\n%s", algorithm, err, p.source())
	}
	return all, stats
}

// mostProgress bounds the executions of a program.
const mostProgress = 2000

// TestProgress: deadlocked, starved and livelocked executions end where the graph of all states has no way on, and each
// such place is the end of one. DPORBENCH_PROGRESS says how many programs to try, DPORBENCH_PROGRESS_SEED which.
func TestProgress(t *testing.T) {
	programs := 150
	if testing.Short() {
		programs = 75
	}
	if text := os.Getenv("DPORBENCH_PROGRESS"); text != "" {
		programs, _ = strconv.Atoi(text)
	}
	seed, _ := strconv.ParseUint(os.Getenv("DPORBENCH_PROGRESS_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(30, seed))
	file := filepath.Join(t.TempDir(), "f.c")
	checked, stuck, outcomes := 0, 0, map[string]int{}
	for i := range programs {
		p := randomProgress(r)
		write(t, file, p.source())
		algorithm := []string{"pop", "trust", "optimal", "source", "fgdpor", "sleepset"}[i%6]
		found, stats := p.found(t, file, algorithm)
		if stats.Executions > mostProgress {
			continue
		}
		checked++
		want := p.stuck()
		if len(want) > 0 {
			stuck++
		}
		for _, o := range []model.Outcome{model.Deadlocked, model.Starved, model.Livelocked} {
			if slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(s string) bool { return strings.HasPrefix(s, o.String()) }) {
				outcomes[o.String()]++
			}
		}
		if !maps.Equal(found, want) {
			t.Errorf("program %d, %s: stuck at the lines %v, want %v\n%s", i, algorithm,
				slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(want)), p.source())
		}
	}
	t.Logf("%d programs checked, %d of them may get stuck: %v", checked, stuck, outcomes)
	if checked < programs*8/10 || stuck > checked*19/20 || len(outcomes) < 3 {
		t.Errorf("of %d programs, %d checked, %d may get stuck: %v", programs, checked, stuck, outcomes)
	}
}

// TestProgressCases has the programs of docs/properties.md: how many of their executions have each outcome, and in how
// many places threads are stuck.
func TestProgressCases(t *testing.T) {
	line := func(kind int, x, d, e int8) progressLine {
		return progressLine{kind, progressArguments{x, 1 - x, d, e, 0}}
	}
	set := func(x, d int8) progressLine { return line(0, x, d, 0) }
	await := func(x, d int8) progressLine { return line(3, x, d, 0) }
	lock := func(m int8) progressLine { return progressLine{progressLocks, progressArguments{m: m}} }
	unlock := func(m int8) progressLine { return progressLine{progressUnlocks, progressArguments{m: m}} }
	crossed := progressProgram{{lock(0), lock(1), unlock(1), unlock(0)}, {lock(1), lock(0), unlock(0), unlock(1)}}
	file := filepath.Join(t.TempDir(), "f.c")
	for _, c := range []struct {
		name                                             string
		program                                          progressProgram
		classes, deadlocked, starved, livelocked, places int64
	}{
		{"mutexes in two orders", crossed, 3, 1, 0, 0, 1},
		{"the same next to a thread that ends", append(crossed, []progressLine{set(0, 1)}), 3, 1, 0, 0, 1},
		{"a mutex is kept", progressProgram{{lock(0)}, {lock(0), unlock(0)}}, 2, 0, 1, 0, 1},
		{"both wait for the other", progressProgram{{await(0, 1), set(1, 1)}, {await(1, 1), set(0, 1)}}, 1, 0, 0, 1, 1},
		{"a value is overwritten", progressProgram{{set(0, 1), set(0, 2)}, {await(0, 1)}}, 2, 0, 0, 1, 1},
		{"a loop over two variables", progressProgram{{line(4, 0, 1, 2)}, {line(2, 1, 1, 1)}, {set(1, 1)}}, 5, 0, 0, 1, 1},
		{"a spin lock is kept", progressProgram{{line(6, 0, 1, 0)}, {line(6, 0, 1, 0), set(0, 0)}}, 3, 0, 0, 1, 1},
	} {
		write(t, file, c.program.source())
		for _, algorithm := range []string{"pop", "trust", "optimal"} {
			found, stats := c.program.found(t, file, algorithm)
			counts := [4]int64{stats.Executions, stats.Deadlocked, stats.Starved, stats.Livelocked}
			if want := c.program.stuck(); !maps.Equal(found, want) || int64(len(want)) != c.places || counts != [4]int64{c.classes, c.deadlocked, c.starved, c.livelocked} {
				t.Errorf("%s, %s: %v executions, stuck at the lines %v, want %v; %d places", c.name, algorithm, counts, found, want, len(want))
			}
		}
	}
}
