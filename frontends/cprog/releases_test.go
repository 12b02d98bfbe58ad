package cprog_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model/memory"
)

// TestReleasesUnderPSO: under PSO, a release store, and a fence that releases, order stores and nothing else. Random programs have the
// results that an interpreter of their buffers finds, and each algorithm finds them and the classes of full enumeration. The variables
// CPROG_PROGRAMS and CPROG_SEED say how many programs, and which.
func TestReleasesUnderPSO(t *testing.T) {
	otherwise := 60
	if testing.Short() {
		otherwise = 15
	}
	programs, seed, refused := number(t, "CPROG_PROGRAMS", otherwise), uint64(number(t, "CPROG_SEED", 1)), 0
	file := filepath.Join(t.TempDir(), "f.c")
	for k := range programs {
		p := randomReleases(rand.New(rand.NewPCG(seed, uint64(k))))
		write(t, file, p.source())
		program, err := cprog.Load(file, cprog.Options{Races: cprog.Races([]cprog.Races{cprog.Look, cprog.Ignore}[k%2])})
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := exploreLibrary(program, "exhaustive", memory.PSO)
		if err == errTooMany {
			refused++
			continue
		}
		if got := p.results(); err != nil || !maps.Equal(want.final, got) {
			t.Fatalf("program %d: exhaustive has %v, the interpreter %v, error %v\n%s", k, slices.Sorted(maps.Keys(want.final)), slices.Sorted(maps.Keys(got)), err, p.source())
		}
		for _, algorithm := range []string{"pop", "optimal", "trust", "source", "sleepset", "fgdpor"} {
			got, executions, err := exploreLibrary(program, algorithm, memory.PSO)
			if err != nil || !maps.Equal(got.classes, want.classes) || algorithm == "pop" && executions != len(want.classes) {
				t.Fatalf("program %d: %s has %d classes in %d executions, want %d, error %v\n%s", k, algorithm, len(got.classes), executions, len(want.classes), err, p.source())
			}
		}
	}
	if refused > programs/3 {
		t.Errorf("%d of %d programs are too large", refused, programs)
	}
}

// releasing is a random program of threads that run straight on, over two or three variables.
type releasing [][]releasingStep

// releasingStep is an access of a variable, or a fence. A load adds to the result of its thread.
type releasingStep struct {
	kind     releasingKind
	variable int
	value    int
}

type releasingKind int

const (
	storesRelaxed releasingKind = iota
	storesReleasing
	storesInOrder
	releases
	fences
	loads
	exchanges
	kindsOfSteps
)

// bars reports whether a step of that kind is a store barrier, and drains whether it waits until the buffers are empty.
func (k releasingKind) bars() bool   { return k == storesReleasing || k == releases }
func (k releasingKind) drains() bool { return k == storesInOrder || k == fences || k == exchanges }

func randomReleases(random *rand.Rand) (p releasing) {
	for range 2 + random.IntN(2) {
		var steps []releasingStep
		for range 2 + random.IntN(3) {
			kind := releasingKind(random.IntN(int(kindsOfSteps)))
			if random.IntN(3) == 0 {
				kind = []releasingKind{storesRelaxed, storesReleasing, loads}[random.IntN(3)]
			}
			steps = append(steps, releasingStep{kind, random.IntN(3), 1 + random.IntN(2)})
		}
		p = append(p, steps)
	}
	return p
}

func (p releasing) source() string {
	texts := [...]string{
		storesRelaxed: "atomic_store_explicit(&x[%d], %d, memory_order_relaxed);", storesReleasing: "atomic_store_explicit(&x[%d], %d, memory_order_release);",
		storesInOrder: "x[%d] = %d;", releases: "atomic_thread_fence(memory_order_release); (void)(%d + %d);", fences: "atomic_thread_fence(memory_order_seq_cst); (void)(%d + %d);",
		loads: "r = r * 5 + atomic_load_explicit(&x[%d], memory_order_acquire); (void)%d;", exchanges: "r = r * 5 + atomic_exchange_explicit(&x[%d], %d, memory_order_relaxed);",
	}
	var b, main strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\natomic_int x[3]; int result;\n")
	for t, steps := range p {
		fmt.Fprintf(&b, "void *t%d(void *a) { int r = 0; ", t)
		for _, s := range steps {
			fmt.Fprintf(&b, texts[s.kind]+" ", s.variable, s.value)
		}
		b.WriteString("return (void *)(long)r; }\n")
		fmt.Fprintf(&main, "pthread_create(&t[%d], 0, t%d, 0); ", t, t)
	}
	for t := range p {
		fmt.Fprintf(&main, "pthread_join(t[%d], &r); sum = sum * 1000 + (int)(long)r; ", t)
	}
	fmt.Fprintf(&b, "int main(void) { pthread_t t[4]; void *r; int sum = 0; %sresult = sum; }\n", main.String())
	return b.String()
}

// releasingState is a state of the interpreter. A buffer holds, for each store, its value and how many store barriers its thread had passed.
type releasingState struct {
	memory  [3]int
	at      [3]int
	barred  [3]int
	result  [3]int
	buffers [3][3]string // by thread and variable: two bytes for each store
}

// results returns the results that the program may have.
func (p releasing) results() map[string]bool {
	found, known := map[string]bool{}, map[releasingState]bool{}
	var visit func(releasingState)
	visit = func(s releasingState) {
		if known[s] {
			return
		}
		known[s] = true
		over := true
		for t, steps := range p {
			for x, buffer := range s.buffers[t] {
				if buffer == "" {
					continue
				}
				over = false
				if first := func(b string) bool { return b == "" || b[1] >= buffer[1] }; first(s.buffers[t][0]) && first(s.buffers[t][1]) && first(s.buffers[t][2]) {
					next := s
					next.memory[x], next.buffers[t][x] = int(buffer[0]), buffer[2:]
					visit(next)
				}
			}
			if s.at[t] < len(steps) {
				over = false
				if next, ok := s.after(t, steps[s.at[t]]); ok {
					visit(next)
				}
			}
		}
		if over {
			sum := int32(0)
			for t := range p {
				sum = sum*1000 + int32(s.result[t])
			}
			found[fmt.Sprint(sum)] = true
		}
	}
	visit(releasingState{})
	return found
}

// after returns the state after a step of thread t; ok is false if the thread has to wait.
func (s releasingState) after(t int, step releasingStep) (_ releasingState, ok bool) {
	if step.kind.drains() && s.buffers[t] != [3]string{} {
		return s, false
	}
	if step.kind.bars() {
		s.barred[t]++
	}
	buffer := &s.buffers[t][step.variable]
	switch step.kind {
	case storesRelaxed, storesReleasing:
		*buffer += string([]byte{byte(step.value), byte(s.barred[t])})
	case storesInOrder: // the fence after it waits, and changes nothing before that is over
		s.memory[step.variable] = step.value
	case loads, exchanges:
		seen := s.memory[step.variable]
		if n := len(*buffer); n > 0 {
			seen = int((*buffer)[n-2])
		}
		s.result[t] = s.result[t]*5 + seen
		if step.kind == exchanges {
			s.memory[step.variable] = step.value
		}
	}
	s.at[t]++
	return s, true
}
