package cprog_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

const preamble = featureHeaders + `#include <assert.h>
#include <string.h>
#include <stdio.h>
double floor(double), fabs(double), trunc(double), ceil(double);
float sqrtf(float);
#define M(e) (sum = sum * 31 + (unsigned long)(e))
`

// TestSequential compares the results of random programs of one thread with gcc's. The variables
// CPROG_PROGRAMS and CPROG_SEED say how many, and which.
func TestSequential(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no gcc")
	}
	const batch = 50
	otherwise := 2 * batch
	if testing.Short() {
		otherwise = batch / 2
	}
	programs, seed := number(t, "CPROG_PROGRAMS", otherwise), number(t, "CPROG_SEED", 1)
	for first := 0; first < programs; first += batch {
		var all []*sequential
		for k := range min(batch, programs-first) {
			all = append(all, randomSequential(uint64(seed)<<32+uint64(first+k), k))
		}
		together := same(t, all)
		if together == nil {
			continue
		}
		for _, p := range all {
			if err := same(t, []*sequential{p}); err != nil && !errors.Is(err, errCompiler) {
				shrinkSequential(p, func() bool { return same(t, []*sequential{p}) != nil })
				t.Fatalf("%v\n%s", same(t, []*sequential{p}), p.source())
			}
		}
		if !errors.Is(together, errCompiler) {
			t.Fatalf("programs differ together, and none does alone: %v", together)
		}
	}
}

func number(t *testing.T, variable string, otherwise int) int {
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

var errCompiler = errors.New("gcc has an internal error")

// same returns an error if one of the programs computes a result that differs from gcc's, or if its behaviour is undefined, as gcc's
// sanitizer finds, and nothing fails here.
func same(t *testing.T, programs []*sequential) error {
	t.Helper()
	folder := t.TempDir()
	var all, calls strings.Builder
	all.WriteString(preamble)
	for _, p := range programs {
		all.WriteString(p.source())
	}
	results, err := natively(t, folder, all.String(), programs)
	if err != nil {
		return err
	}
	ours := filepath.Join(folder, "ours.c")
	for k, r := range results {
		if !r.undefined {
			fmt.Fprintf(&calls, "assert(P%d() == %sul);\n", programs[k].number, r.sum)
			continue
		}
		write(t, ours, fmt.Sprintf("%s%sint main(void) {\nP%d();\nreturn 0;\n}\n", preamble, programs[k].source(), programs[k].number))
		if runOnce(ours) == nil {
			return fmt.Errorf("P%d: nothing fails; gcc: %s", programs[k].number, r.sum)
		}
	}
	write(t, ours, all.String()+"int main(void) {\n"+calls.String()+"return 0;\n}\n")
	return runOnce(ours)
}

// result is a sum that a program compiled by gcc has printed.
type result struct {
	sum       string
	undefined bool // its behaviour; sum says how
}

// sanitized are the options of gcc for finding undefined behaviour, without kinds that are defined here or not found.
// Without -frounding-math, gcc 12 turns 0 - (float)x and -(float)x + 0 into -(float)x, which has another sign if x is 0.
var sanitized = []string{
	"-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-frounding-math", "-fsanitize=undefined,float-cast-overflow",
	"-fno-sanitize=signed-integer-overflow,shift-base,pointer-overflow,alignment,object-size",
}

// natively compiles the programs with gcc, and runs each in a process of its own.
func natively(t *testing.T, folder, source string, programs []*sequential) ([]result, error) {
	t.Helper()
	var main strings.Builder
	for _, p := range programs {
		fmt.Fprintf(&main, "if (!fork()) { dup2(1, 2); unsigned long r = P%d(); dprintf(1, \"%%lu\\n\", r); _exit(0); } wait(0); dprintf(1, \"next\\n\");\n", p.number)
	}
	compiled := filepath.Join(folder, "gcc.c")
	write(t, compiled, "#include <sys/wait.h>\n#include <unistd.h>\n"+source+"int main(void) {\n"+main.String()+"return 0;\n}\n")
	out, err := exec.Command("gcc", append(slices.Clone(sanitized), "-o", compiled+".out", compiled, "-lm", "-latomic")...).CombinedOutput()
	if bytes.Contains(out, []byte("internal compiler error")) {
		return nil, errCompiler
	}
	if err != nil {
		return nil, fmt.Errorf("gcc: %v\n%s", err, out)
	}
	printed, err := exec.Command(compiled + ".out").Output()
	if err != nil {
		t.Fatalf("the compiled program: %v\n%s", err, source)
	}
	var results []result
	for text := range strings.SplitSeq(strings.TrimSuffix(string(printed), "next\n"), "next\n") {
		text = strings.TrimSpace(text)
		results = append(results, result{text, strings.Contains(text, "runtime error") || text == ""})
	}
	return results, nil
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func runOnce(file string) error {
	p, err := cprog.Load(file, cprog.Options{})
	if err != nil {
		return err
	}
	return explored(p)
}

// explored explores p and returns how an execution fails, or why it cannot be explored.
func explored(p *model.Program) error {
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		return err
	}
	var failure error
	_, err = pop.Explore(context.Background(), p, func(e *model.Execution) error {
		if e.Outcome() == model.Failed {
			failure = errors.New(e.Failure())
		}
		return nil
	})
	if err != nil {
		return err
	}
	return failure
}

// shrinkSequential removes statements from p as long as it fails.
func shrinkSequential(p *sequential, fails func() bool) {
	for smaller := true; smaller; {
		smaller = shrinkList(&p.body, fails)
	}
}

func shrinkList(list *[]*statement, fails func() bool) (smaller bool) {
	for k := len(*list) - 1; k >= 0; k-- {
		before := *list
		*list = slices.Delete(slices.Clone(before), k, k+1)
		if fails() {
			smaller = true
			continue
		}
		*list = before
		for l := range before[k].lists {
			smaller = shrinkList(&before[k].lists[l], fails) || smaller
		}
	}
	return smaller
}
