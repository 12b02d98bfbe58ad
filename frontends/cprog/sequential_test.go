package cprog_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

const preamble = featureHeaders + `int __VERIFIER_choose(int);
void __VERIFIER_error(void);
#include <assert.h>
#include <string.h>
#include <stdio.h>
double floor(double), fabs(double), trunc(double), ceil(double);
float sqrtf(float);
#define M sum = sum * 31 + (unsigned long)
#define EACH(e) for (int i_ = 0; i_ < 4; i_++) M(e)
static unsigned long bits_of(double q) { unsigned long bits = 7; if (q == q) memcpy(&bits, &q, sizeof q); return bits; }
`

// TestSequential compares the results of random programs of one thread with gcc's. The variables
// CPROG_PROGRAMS and CPROG_SEED say how many, and which. With CPROG_COLLECT, the first program that differs does not end the test:
// all that differ, or are refused, are counted and listed.
func TestSequential(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no gcc")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	otherwise := 2 * batch
	if testing.Short() {
		otherwise = batch / 4
	}
	programs, seed, collect := number(t, "CPROG_PROGRAMS", otherwise), number(t, "CPROG_SEED", 1), os.Getenv("CPROG_COLLECT") != ""
	c := sequentialCheck{refused: map[string]int{}}
	for first := 0; first < programs; first += batch {
		var all []*sequential
		for k := range min(batch, programs-first) {
			all = append(all, randomSequential(uint64(seed)<<32+uint64(first+k), k))
		}
		c.check(t, all, collect)
	}
	t.Logf("%d programs of seed %d: %d differ, %d batches differ only together; refused: %v", programs, seed, c.different, c.together, c.refused)
	if c.different+c.together+len(c.refused) > 0 {
		t.Fail()
	}
}

// sequentialCheck counts the programs that are not as gcc's.
type sequentialCheck struct {
	different, together int
	refused             map[string]int // by message, without places and numbers
}

var placeOrNumber = regexp.MustCompile(`^(P\d+: )?[^ ]*\.[ch]:[0-9:]+ |\d+`)

// check compares the programs of a batch. What differs is fatal, unless all is collected.
func (c *sequentialCheck) check(t *testing.T, all []*sequential, collect bool) {
	different, err := whichDiffer(t, all)
	switch {
	case err != nil && collect:
		c.together++
		t.Logf("programs differ together, and none does alone: %v", err)
	case err != nil:
		t.Fatalf("programs differ together, and none does alone: %v", err)
	}
	for _, p := range different {
		err := same(t, []*sequential{p})
		if isRefusal(err) == nil && collect {
			c.refused[placeOrNumber.ReplaceAllString(err.Error(), "")]++ // and not shrunk, which takes longer than all others
			continue
		}
		c.different++
		shrinkSequential(p, func() bool { return fails(same(t, []*sequential{p}), err) })
		if text := fmt.Sprintf("%v\n%s", same(t, []*sequential{p}), p.source()); collect {
			t.Log(text)
		} else {
			t.Fatal(text)
		}
	}
}

// fails reports whether a program fails in the way of want: it is refused, or it differs.
func fails(err, want error) bool {
	return err != nil && (isRefusal(err) == nil) == (isRefusal(want) == nil)
}

// batch is how many programs make one file. The preprocessor expands so many macros at most.
const batch = 100

// whichDiffer returns the programs that differ from gcc's when they are alone, and an error if none does though they differ together.
func whichDiffer(t *testing.T, all []*sequential) ([]*sequential, error) {
	err := same(t, all)
	if err == nil || errors.Is(err, errCompiler) && len(all) == 1 {
		return nil, nil
	}
	if len(all) == 1 {
		return all, nil
	}
	var different []*sequential
	for _, half := range [][]*sequential{all[:len(all)/2], all[len(all)/2:]} {
		some, err := whichDiffer(t, half)
		if err != nil {
			return nil, err
		}
		different = append(different, some...)
	}
	if len(different) > 0 || errors.Is(err, errCompiler) || strings.Contains(err.Error(), "accesses of mixed sizes") { // which no trial run of so large a file has met
		return different, nil
	}
	return nil, err
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
// sanitizer finds, and nothing fails here. All programs are one file for gcc, and one here, whose main chooses among them.
func same(t *testing.T, programs []*sequential) error {
	t.Helper()
	folder := t.TempDir()
	defer os.RemoveAll(folder)
	var source, calls strings.Builder
	source.WriteString(preamble)
	for _, p := range programs {
		source.WriteString(p.source())
	}
	results, err := natively(t, folder, source.String(), programs)
	if err != nil {
		return err
	}
	for k, p := range programs {
		fmt.Fprintf(&calls, "case %d: if (P%d() != %sul) __VERIFIER_error(); break;\n", k, p.number, results[k].orZero())
	}
	ours := filepath.Join(folder, "ours.c")
	write(t, ours, fmt.Sprintf("%sint main(void) {\nswitch (__VERIFIER_choose(%d)) {\n%s}\nreturn 0;\n}\n", source.String(), len(programs), calls.String()))
	p, err := cprog.Load(ours, cprog.Options{})
	if err != nil {
		if len(programs) == 1 && results[0].undefined {
			return nil
		}
		return err
	}
	return sameAs(p, programs, results)
}

// sameAs explores p, each of whose executions runs one of the programs, and compares the executions with results of gcc.
func sameAs(p *model.Program, programs []*sequential, results []result) error {
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		return err
	}
	seen := 0
	_, err = pop.Explore(context.Background(), p, func(e *model.Execution) error {
		k := 0
		if len(programs) > 1 {
			k = chosen(e)
		}
		seen++
		failed := e.Outcome() == model.Failed
		switch number := programs[k].number; {
		case failed && !results[k].undefined:
			return fmt.Errorf("P%d: %s; gcc: %s", number, e.Failure(), results[k].sum)
		case !failed && results[k].undefined:
			return fmt.Errorf("P%d: nothing fails; gcc: %s", number, results[k].sum)
		}
		return nil
	})
	if err == nil && seen != len(programs) {
		return fmt.Errorf("%d executions of %d programs", seen, len(programs))
	}
	return err
}

// chosen returns the value of the first choice of an execution.
func chosen(e *model.Execution) int {
	for _, event := range e.Events() {
		if event.Kind == model.Choice {
			return int(event.Value())
		}
	}
	return -1
}

// result is a sum that a program compiled by gcc has printed.
type result struct {
	sum       string
	undefined bool // its behaviour; sum says how, unless gcc's code only trapped
}

// orZero is the sum, or 0 where there is none.
func (r result) orZero() string {
	if r.undefined {
		return "0"
	}
	return r.sum
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
	options := slices.Clone(sanitized)
	if len(programs) > 1 {
		options = append(options, "-fsanitize-undefined-trap-on-error") // of a program alone, the output names the undefined behaviour
	}
	out, err := exec.Command("gcc", append(options, "-o", compiled+".out", compiled, "-lm", "-latomic")...).CombinedOutput()
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
