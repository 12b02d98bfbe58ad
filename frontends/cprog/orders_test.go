package cprog_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// orderHead defines short names for C11's atomics. With COUNTED, nothing fails, so that each tool counts all executions.
const orderHead = `#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>
#ifdef COUNTED
static void assert(int holds) { (void)holds; }
#else
#include <assert.h>
#endif
#define LD(x,o) atomic_load_explicit(&(x), memory_order_##o)
#define ST(x,v,o) atomic_store_explicit(&(x), (v), memory_order_##o)
#define ADD(x,v,o) atomic_fetch_add_explicit(&(x), (v), memory_order_##o)
#define SUB(x,v,o) atomic_fetch_sub_explicit(&(x), (v), memory_order_##o)
#define OR(x,v,o) atomic_fetch_or_explicit(&(x), (v), memory_order_##o)
#define XCHG(x,v,o) atomic_exchange_explicit(&(x), (v), memory_order_##o)
#define CAS(x,e,v,s,f) atomic_compare_exchange_strong_explicit(&(x), (e), (v), memory_order_##s, memory_order_##f)
#define FENCE(o) atomic_thread_fence(memory_order_##o)
`

// orderProgram is a program of testdata/c11/programs.txt.
type orderProgram struct {
	name          string
	genmc, rc11   int
	ends          string
	byGenMC       bool // GenMC counts as we do
	before, after string
	globals       []string
	threads       []string
}

// orderPrograms reads testdata/c11/programs.txt.
func orderPrograms(t *testing.T) (all []*orderProgram) {
	t.Helper()
	text, err := os.ReadFile("testdata/c11/programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	var p *orderProgram
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		mark, rest, _ := strings.Cut(line, " ")
		switch mark {
		case "", "##":
		case "#":
			p = &orderProgram{byGenMC: !strings.Contains(rest, "(")}
			all = append(all, p)
			if n, err := fmt.Sscan(rest, &p.name, &p.genmc, &p.rc11, &p.ends); n != 4 {
				t.Fatalf("%q: %v", line, err)
			}
		case "<":
			p.before = rest
		case ">":
			p.after = rest
		case "|":
			p.threads = append(p.threads, rest)
		default:
			p.globals = append(p.globals, line)
		}
	}
	return all
}

func (p *orderProgram) source() string {
	var b strings.Builder
	b.WriteString(orderHead + strings.Join(p.globals, "\n") + "\n")
	for i, body := range p.threads {
		fmt.Fprintf(&b, "static void *t%d(void *unused) {\n\t%s\n\treturn 0;\n}\n", i, body)
	}
	fmt.Fprintf(&b, "int main(void) {\n\tpthread_t t[%d];\n\t%s\n", len(p.threads), p.before)
	for i := range p.threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%d, 0);\n", i, i)
	}
	for i := range p.threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	return b.String() + "\t" + p.after + "\n\treturn 0;\n}\n"
}

// explore counts the executions that end and, of these, the ones that fail and the ones that race.
func (p *orderProgram) explore(t *testing.T, m memory.Model, define ...string) (ended, failed, raced int) {
	t.Helper()
	program, err := cprog.Parse(p.name+".c", p.source(), cprog.Options{Define: define, Spin: true, Like: cprog.GenMC, Races: cprog.Look})
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	trust, _ := catalog.Lookup("trust")
	if _, err := trust.New(algos.Options{Memory: m}).Explore(t.Context(), program, func(e *model.Execution) error {
		switch o := e.Outcome(); {
		case o == model.Failed:
			failed++
		case o == model.Raced:
			raced++
		case o == model.AssumeBlocked || o.IsStuck():
			return nil
		}
		ended++
		return nil
	}); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return ended, failed, raced
}

// TestOrders: locks, sequence locks, read-copy-update, reference counts, fences, release sequences, comparisons that fail and classical shapes have
// as many executions as were found with GenMC, and end as they did there. GENMC names GenMC's command, to find them again.
func TestOrders(t *testing.T) {
	genmc := os.Getenv("GENMC")
	compared := 0
	for i, p := range orderPrograms(t) {
		if testing.Short() && i%5 != 0 {
			continue
		}
		counted, _, _ := p.explore(t, memory.GenMCRC11, "COUNTED")
		in11, _, _ := p.explore(t, memory.RC11, "COUNTED")
		if counted != p.genmc || in11 != p.rc11 {
			t.Errorf("%s: %d executions under rc11-genmc, %d under rc11, want %d and %d", p.name, counted, in11, p.genmc, p.rc11)
		}
		_, failed, raced := p.explore(t, memory.GenMCRC11)
		if (failed > 0) != strings.Contains(p.ends, "failed") || (raced > 0) != strings.Contains(p.ends, "raced") {
			t.Errorf("%s: %d executions failed and %d raced, want %s", p.name, failed, raced, p.ends)
		}
		if genmc != "" && p.byGenMC {
			compared++
			if got := byGenMC(t, genmc, p); got != counted {
				t.Errorf("%s: %d executions, and %d by GenMC", p.name, counted, got)
			}
		}
	}
	t.Logf("%d compared with GenMC", compared)
}

var genmcCount = regexp.MustCompile(`complete executions explored: (\d+)`)

// byGenMC is the number of complete executions that GenMC finds.
func byGenMC(t *testing.T, command string, p *orderProgram) int {
	t.Helper()
	file := filepath.Join(t.TempDir(), p.name+".c")
	if err := os.WriteFile(file, []byte(p.source()), 0o666); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.CommandContext(t.Context(), command, "--rc11", "--disable-sr", "--disable-ipr", "--disable-estimation", "--disable-race-detection", "--", "-DCOUNTED", file).CombinedOutput()
	m := genmcCount.FindSubmatch(out)
	if m == nil {
		t.Fatalf("%s: %s", p.name, out)
	}
	n, _ := strconv.Atoi(string(m[1]))
	return n
}
