package litmus_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/frontends/litmus"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// herds is the model that herd's rc11.cat is of: C++20 has shorter release sequences.
const herds = memory.RC11of2017

// byHerd returns the final states of a test in C that herd finds with rc11.cat, and whether the test is undefined; ok is false if herd
// does not judge it. HERD names the command, and HERDTOOLS a checkout.
func byHerd(t *testing.T, path string) (states []string, undefined, ok bool) {
	t.Helper()
	command := os.Getenv("HERD")
	if command == "" {
		t.Skip("HERD does not name herd7")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // it enumerates all that each load might read
	defer cancel()
	text, err := exec.CommandContext(ctx, command, "-set-libdir", filepath.Join(herd(t), "herd/libdir"), "-model", "rc11.cat", path).Output()
	if err != nil || !strings.Contains(string(text), "Witnesses") {
		t.Log("herd does not judge ", filepath.Base(path), err)
		return nil, false, false
	}
	return statesOf(string(text)), strings.Contains(string(text), "Undef"), true
}

// statesByTruSt returns the final states of a test.
func statesByTruSt(t *testing.T, test *litmus.Test) (states []string) {
	t.Helper()
	for _, s := range exploreBy(t, "trust", test, algos.Options{Memory: herds}).States {
		states = append(states, s.Text)
	}
	return states
}

// TestHerdC11: herd, with the model of the same paper, finds the same final states of the tests in C, ours and its own.
func TestHerdC11(t *testing.T) {
	compared := 0
	paths := slices.Concat(shapes(t), files(t, "herd/tests/instructions/C", "catalogue/c11popl15/tests/illustrative", "catalogue/demo/tests"))
	for _, path := range paths {
		test, err := litmus.Load(path)
		if err != nil || test.Arch != "C" || test.CheckMemory(memory.RC11) != nil {
			t.Log("left out: ", filepath.Base(path), err)
			continue
		}
		want, undefined, ok := byHerd(t, path)
		if !ok {
			continue
		}
		compared++
		if raced := races(t, test, herds); raced != undefined {
			if test.Name == "a3_reorder" {
				continue // herd takes *y = 1 for plain, though y is atomic
			}
			t.Errorf("%s: has a race: %v, by herd %v", path, raced, undefined)
		} else if undefined {
			continue // then any state is possible
		}
		if got := statesByTruSt(t, test); !slices.Equal(got, want) {
			t.Errorf("%s: states\n%s\nwant\n%s", path, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	t.Logf("%d tests", compared)
}

var (
	herdPrograms = flag.Int("herd-programs", 100, "random programs of TestHerdRandomC11")
	herdSeed     = flag.Uint64("herd-seed", 1, "the seed of TestHerdRandomC11")
)

// TestHerdRandomC11: herd finds the same final states, and whether there is a data race, of random programs with memory orders, written in C: classical shapes, messages that are
// passed, and programs of loads, stores, updates and comparisons.
func TestHerdRandomC11(t *testing.T) {
	r := rand.New(rand.NewPCG(*herdSeed, 0))
	mixes := smallprog.Mixes()
	compared, raced, unjudged := 0, 0, 0
	for n := 0; compared < *herdPrograms; n++ {
		m := mixes[n%len(mixes)]
		p := [...]func() smallprog.Program{
			func() smallprog.Program { return smallprog.Classical(r, m) },
			func() smallprog.Program { return smallprog.Passing(r, m) },
			func() smallprog.Program { return smallprog.Ordered(r, smallprog.Comparing(r), m) },
			func() smallprog.Program { return smallprog.Ordered(r, smallprog.Rich(r), m) },
		}[n/len(mixes)%4]()
		most := [...]int{8, 8, 5, 5}[n/len(mixes)%4] // herd takes minutes for longer ones
		text, ok := inHerdsC(p)
		if !ok || p.Size() > most {
			continue
		}
		path := filepath.Join(t.TempDir(), "random.litmus")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		want, undefined, ok := byHerd(t, path)
		if !ok {
			unjudged++
			continue
		}
		compared++
		test := load(t, path)
		if got := races(t, test, herds); got != undefined {
			t.Fatalf("has a race: %v, by herd %v:\n%v\n%s", got, undefined, p, text)
		}
		if undefined {
			raced++
			continue
		}
		if got := statesByTruSt(t, test); !slices.Equal(got, want) {
			t.Fatalf("%v\n%s: states\n%s\nwant\n%s", p, text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	t.Logf("%d programs, %d of them with data races; herd did not judge %d more", compared, raced, unjudged)
	if unjudged > compared {
		t.Error("herd judges too few")
	}
}

// statesOf returns the final states in herd's output: as many lines as it says. A test that shows nothing has an empty one.
func statesOf(output string) (states []string) {
	_, after, _ := strings.Cut(output, "\nStates ")
	lines := strings.Split(after, "\n")
	n, _ := strconv.Atoi(lines[0])
	for _, line := range lines[1 : n+1] {
		states = append(states, strings.TrimSpace(line))
	}
	slices.Sort(states)
	return states
}

// herdsC writes a small program as a litmus test in C.
type herdsC struct {
	strings.Builder
	expected int // the number of comparisons, each with a variable for the expected value
	ok       bool
	types    [3]string // of x, y and z in the current thread: an access by * of one that is declared atomic is no plain one
}

// inHerdsC returns a litmus test in C that shows all final values, or false if the program has statements that such tests lack.
func inHerdsC(p smallprog.Program) (text string, ok bool) {
	w := herdsC{ok: true}
	bodies, types := make([]string, len(p.Threads)), make([][3]string, len(p.Threads))
	for t, body := range p.Threads {
		w.ok = w.ok && len(body) > 0 // herd reads no empty ones
		w.Reset()
		w.types = [3]string{}
		w.block(body)
		bodies[t], types[t] = w.String(), w.types
	}
	w.Reset()
	w.WriteString("C random\n{}\n")
	shown := "x; y; z;"
	for t, body := range bodies {
		parameters := ""
		for x, declared := range types[t] {
			parameters += fmt.Sprintf("%s *%c, ", cmp.Or(declared, "atomic_int"), "xyz"[x])
		}
		for i := range w.expected {
			parameters += fmt.Sprintf("int *e%d, ", i)
		}
		parameters = strings.TrimSuffix(parameters, ", ")
		fmt.Fprintf(&w, "P%d(%s) {\n", t, parameters)
		for a := range 8 {
			if register := fmt.Sprintf("r%d", a); strings.Contains(body, register) {
				fmt.Fprintf(&w, "int %s = 0;\n", register)
				shown += fmt.Sprintf(" %d:%s;", t, register)
			}
		}
		w.WriteString(body + "}\n")
	}
	fmt.Fprintf(&w, "locations [%s]\nexists (x=77)\n", shown)
	return w.String(), w.ok
}

func (w *herdsC) block(body []smallprog.Statement) {
	for _, s := range body {
		w.statement(s)
	}
}

func (w *herdsC) statement(s smallprog.Statement) {
	if s.Object > 2 {
		w.ok = false
	}
	x, own := "xyz"[min(s.Object, 2):min(s.Object, 2)+1], "memory_order_"+s.Order.Memory().String()
	plain := s.Order.Plain()
	if s.Op != smallprog.Fence && s.Op != smallprog.If {
		declared := &w.types[min(s.Object, 2)]
		kind := map[bool]string{true: "int", false: "atomic_int"}[plain]
		w.ok = w.ok && (*declared == "" || *declared == kind)
		*declared = kind
	}
	switch s.Op {
	case smallprog.Load:
		if plain {
			fmt.Fprintf(w, "r%d = *%s;\n", s.Register, x)
		} else {
			fmt.Fprintf(w, "r%d = atomic_load_explicit(%s, %s);\n", s.Register, x, own)
		}
	case smallprog.Store, smallprog.StoreRegister:
		value := strconv.FormatInt(s.A, 10)
		if s.Op == smallprog.StoreRegister {
			value = fmt.Sprintf("r%d + %s", s.Register, value)
		}
		if plain {
			fmt.Fprintf(w, "*%s = %s;\n", x, value)
		} else {
			fmt.Fprintf(w, "atomic_store_explicit(%s, %s, %s);\n", x, value, own)
		}
	case smallprog.Update:
		fmt.Fprintf(w, "int u%d = atomic_fetch_add_explicit(%s, 1, %s);\n", w.Len(), x, own) // herd has no such statement without a result
	case smallprog.Swap:
		fmt.Fprintf(w, "r%d = atomic_exchange_explicit(%s, %d, %s);\n", s.Register, x, s.A, own)
	case smallprog.CAS, smallprog.CompareExchange:
		failing, ok := s.Order.Fails()
		if !ok {
			failing = map[operation.MemoryOrder]operation.MemoryOrder{operation.AcqRel: operation.Acquire, operation.Release: operation.Relaxed}[s.Order.Memory()]
			if failing == 0 {
				failing = s.Order.Memory()
			}
		}
		e := fmt.Sprintf("e%d", w.expected)
		w.expected++
		fmt.Fprintf(w, "*%s = %d;\nr%d = atomic_compare_exchange_strong_explicit(%s, %s, %d, %s, memory_order_%v);\n", e, s.A, s.Register, x, e, s.B, own, failing)
		if s.Op == smallprog.CompareExchange {
			fmt.Fprintf(w, "r%d = *%s;\n", s.Register, e)
		}
	case smallprog.Fence:
		fmt.Fprintf(w, "atomic_thread_fence(%s);\n", own)
	case smallprog.If:
		fmt.Fprintf(w, "if (r%d == %d) {\n", s.Register, s.A)
		w.block(s.Body)
		w.WriteString("}\n")
	default:
		w.ok = false
	}
}
