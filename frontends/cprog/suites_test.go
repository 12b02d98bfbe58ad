package cprog_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/samplers"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

// TestSuites writes docs/c-files.md: for each file of some collections whether it loads, and what an exploration
// says of it. The variable CPROG_SUITES names a folder with checkouts of the collections, and CPROG_SECONDS is how
// long a file is explored with each bound.
func TestSuites(t *testing.T) {
	root := os.Getenv("CPROG_SUITES")
	if root == "" {
		t.Skip("CPROG_SUITES names no folder")
	}
	limit := time.Duration(number(t, "CPROG_SECONDS", 5)) * time.Second
	page := string(suitesIntroduction)
	for _, s := range suites {
		rows := s.rows(t, root, limit)
		if len(rows) == 0 {
			t.Errorf("%s: there are no files", s.name)
			continue
		}
		page += s.table(rows)
	}
	if !t.Failed() {
		write(t, "../../docs/c-files.md", page+randomPrograms)
	}
}

const suitesIntroduction = `# C files of others

Programs with threads that others have written, as they are: whether each file loads and, if so, what POP finds under
sequential consistency, against what its authors expect of it. Checkouts of the collections in one folder, with the
names given below, make this page again: ` + "`CPROG_SUITES=FOLDER go test ./cprog -run TestSuites`" + `.

An exploration ends at the first execution that fails, and otherwise after five seconds. With a bound, a loop runs at
most that often each time it is entered (` + "`--unroll`" + `); a file gets one if it has a loop without end, or if its
exploration does not end otherwise. What may be any number is 0 or 1 (` + "`--nondet 0..1`" + `), and so is a local variable
without a value. In tables, "all" means that no execution fails, and "none so far" that none of those explored does.
Then 2,000 runs of the sampler ` + "`rff`" + ` follow, for ten seconds at most, without a bound if the file has no endless loop;
the table says in which of them the file failed. malloc never fails.
`

// randomPrograms says what comparisons with random programs have been run; see CONTRIBUTING.md.
const randomPrograms = `
## Random programs

` + "`TestConcurrent`" + ` compares final states and classes with those of an interpreter that runs each program in every order;
` + "`TestSequential`" + ` compares what a program prints with gcc, and ` + "`TestLibrary`" + ` programs that use the library of threads with
full enumeration and with runs of the code of gcc. None of these differed. Another run met one sequential program
that does: gcc 12 makes -0 of trunc(0.125) - (float)x, where x is 0, if the result becomes a float; by IEEE 754 it is 0,
as here.

| commit | programs | compared with |
|---|--:|---|
| a070a0c | 10,000 concurrent ones, 29,696 final states, 143,931 classes | the interpreter, under SC |
| cb5d142 | 300 concurrent ones, 987 final states, 4,531 classes | the interpreter, under SC |
| cb5d142 | 300 concurrent ones, 905 final states | the interpreter, under TSO |
| cb5d142 | 1,000 sequential ones | gcc |
| 9b484b8 | 100,000 sequential ones, in one run | gcc |
| e94bcac | 10,000 concurrent ones, 29,749 final states, 140,275 classes | the interpreter, under SC |
| e94bcac | 10,000 concurrent ones, 26,989 final states | the interpreter, under TSO |
| b7ab75c | 2,240 ones with the library of threads, 31,733 classes | full enumeration, under SC |
| b7ab75c | 440 of these, 2,640 runs | the code of gcc: each result is among those explored, under SC or TSO |
`

// suite is a collection of files.
type suite struct {
	name, text string
	patterns   []string // in the folder
	options    func(root, file string) cprog.Options
	expected   func(file string) string // "fails", "none fails", or "" if unknown
	deadlocks  bool                     // are failures
	labels     bool                     // a label ERROR stands for a failure
}

var suites = []suite{
	{
		name: "SCTBench, CS", patterns: []string{"sctbench/benchmarks/concurrent-software-benchmarks/*.c"}, deadlocks: true,
		text:     "`sctbench`: github.com/mc-imperial/sctbench. The names say what is expected; a deadlock is a failure, too.",
		options:  anyBit,
		expected: byName("fails", "_bad.c", "_sat.c", "none fails", "_ok.c", "_unsat.c"),
	},
	{
		name: "SCTBench, inspect", patterns: []string{"sctbench/benchmarks/inspect_*/*.c", "sctbench/benchmarks/inspect_*/*/*.c", "sctbench/benchmarks/inspect_*/*/*/*.c"},
		text: "From the same repository. Nothing is expected.", options: anyBit, deadlocks: true,
		expected: func(string) string { return "" },
	},
	{
		name: "SV-COMP, pthread", patterns: []string{"svcomp/pthread/*.c"}, labels: true,
		text: "`svcomp`: github.com/jirislaby/svcomp, the state of 2013. The names say what is expected. To reach a label ERROR is a\n" +
			"failure, a deadlock is none. Files with `.cil` were preprocessed for 32 bits: reorder_5_false.cil and\n" +
			"twostage_3_false.cil fail where they pass malloc a size that is too small for 64. Of two files the names say something\n" +
			"else than the competition does today, which is what is expected here: bigshot_p_true reads what malloc has returned,\n" +
			"to which nothing has been stored if thread2 comes first (c/pthread/bigshot_p.yml of\n" +
			"github.com/sosy-lab/sv-benchmarks, where calloc is called, expects false); bigshot_s_false would fail only if malloc\n" +
			"failed, and does with `--malloc-fails` (bigshot_s2.yml expects true).",
		options: anyBit, expected: asToday(byName("fails", "false", "none fails", "true")),
	},
	{
		name: "SV-COMP, pthread-ext", patterns: []string{"svcomp/pthread-ext/*.c"}, labels: true, text: "From the same repository.",
		options: anyBit, expected: byName("fails", "false", "none fails", "true"),
	},
	{
		name: "SV-COMP, pthread-atomic", patterns: []string{"svcomp/pthread-atomic/*.c"}, labels: true, text: "From the same repository.",
		options: anyBit, expected: byName("fails", "false", "none fails", "true"),
	},
	{
		name: "libvsync, verify", patterns: []string{"libvsync/verify/*/*.c"},
		text: "`libvsync`: github.com/open-s4c/libvsync. A file that takes its test from a macro has one of its\n" +
			"tests and one of its algorithms. No execution should fail.",
		options: libvsync, expected: func(string) string { return "none fails" },
	},
}

func anyBit(string, string) cprog.Options { return cprog.Options{Nondet: cprog.Range{From: 0, To: 1}} }

// byName returns a function that looks for parts of names; in words, these follow the result expected for them.
func byName(words ...string) func(string) string {
	return func(file string) (expected string) {
		for _, w := range words {
			switch {
			case w == "fails" || w == "none fails":
				expected = w
			case strings.Contains(filepath.Base(file), w):
				return expected
			}
		}
		return ""
	}
}

// asToday returns expected, except for two files whose results expected by the competition today differ from their
// names of 2013.
func asToday(expected func(string) string) func(string) string {
	return func(file string) string {
		switch filepath.Base(file) {
		case "bigshot_p_true.c":
			return "fails"
		case "bigshot_s_false.c":
			return "none fails"
		}
		return expected(file)
	}
}

var libvsyncTests = map[string]string{
	"bitmap":          `TEST_CASE="test_case_intact.h"`,
	"listset":         `SMR_MAX_NTHREADS=4 LISTSET_LF SMR_NONE TEST_CASE="test_case_1.h"`,
	"mpsc":            `NTHREADS=3 MPSC DEFAULT VMEM_LIB_ALLOC_TRACKING_OFF TEST_CASE="test_case_spsc.h"`,
	"priority_queue":  `VQUEUE_PRIO_TESTING VSTACK_TESTING VSKIPLIST_MAX_HEIGHT=2 SKIPLIST_ONE_HEIGHT SMR_MAX_NTHREADS=4 VSTACK_XCHGER_COUNT=1 SMR_NONE VQUEUE_PRIO_STACK_ARRAY_BASED TEST_CASE="test_case_add_vs_rem.h"`,
	"simpleht":        `SIMPLEHT TEST_CASE="test_case_add.h"`,
	"skiplist":        `VSKIPLIST_MAX_HEIGHT=2 SMR_MAX_NTHREADS=4 SMR_NONE LOCK_FREE_SKIPLIST TEST_CASE="test_case_rem_node.h"`,
	"smr":             `CAP_TESTING SMR_MAX_NTHREADS=3 SMR_EBR TEST_CASE="test_case_list.h"`,
	"stack":           `VSTACK_TESTING SMR_THRESHOLD=1 SMR_MAX_NTHREADS=4 VSTACK_XCHGER_COUNT=1 STACK_XBO_BACKOFF SMR_NONE TEST_CASE="test_case_lifo.h"`,
	"treeset":         `VMEM_LIB_ALLOC_TRACKING_OFF TREESET_BST_COARSE TREESET_LOCK_TTAS TEST_CASE="testcase_add_1.h"`,
	"unbounded_queue": `SMR_MAX_NTHREADS=4 VQUEUE_UB_LF TEST_CASE="test_case_1.h"`,
}

func libvsync(root, file string) cprog.Options {
	o := anyBit(root, file)
	o.Spin = true
	o.Define = append([]string{"VSYNC_VERIFICATION", "VSYNC_VERIFICATION_QUICK", "DEFAULT_SMR_EBR"}, strings.Fields(libvsyncTests[filepath.Base(filepath.Dir(file))])...)
	for _, folder := range []string{"include", "vatomic/include", "verify/include", "test/include"} {
		o.Include = append(o.Include, filepath.Join(root, "libvsync", folder))
	}
	o.Include = append(o.Include, filepath.Dir(file))
	return o
}

// suiteRow is a file, why it does not load, what has been found, and the bound on loops.
type suiteRow struct {
	name, problem, found, expected string
	executions                     int64
	bound                          int
}

func (s suite) rows(t *testing.T, root string, limit time.Duration) (rows []suiteRow) {
	var files []string
	for _, pattern := range s.patterns {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	for _, file := range files {
		row := s.try(t, root, file, limit)
		t.Logf("%+v", row)
		rows = append(rows, row)
	}
	return rows
}

// bounds are tried one after the other, 0 for none, until something fails or time is up.
var bounds = []int{0, 1, 2, 3, 4, 6, 8}

// try returns the row of a file.
func (s suite) try(t *testing.T, root, file string, limit time.Duration) suiteRow {
	relative, err := filepath.Rel(filepath.Join(root, filepath.Dir(s.patterns[0])), file)
	if err != nil {
		t.Fatal(err)
	}
	row := suiteRow{name: strings.TrimPrefix(filepath.ToSlash(relative), "../"), expected: s.expected(file)}
	o := s.options(root, file)
	if s.labels {
		o.Include = append(o.Include, filepath.Dir(file))
		file = withFailures(t, file)
	}
	for _, bound := range bounds {
		o.Unroll = bound
		next, done := s.explored(row, file, o, limit)
		if next.found != "" || row.found == "" {
			row = next
		}
		if done {
			break
		}
	}
	if row.found == "none so far" {
		s.sample(&row, file, o)
	}
	return row
}

// mostSampled is the number of runs of a sampler after an unfinished exploration.
const mostSampled = 2000

// sample has RFF look for failures that an unfinished exploration has not found; without a bound, if possible.
func (s suite) sample(row *suiteRow, file string, o cprog.Options) {
	for _, o.Unroll = range []int{0, row.bound} {
		if p, err := cprog.Load(file, o); err == nil && s.sampled(row, p) {
			row.bound = o.Unroll
			return
		}
	}
}

func (s suite) sampled(row *suiteRow, p *model.Program) (failed bool) {
	rff, _ := samplers.Lookup("rff")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	runs := 0
	samplers.New(algos.Options{MaxSteps: 20_000, Seed: 1}, func() samplers.Sampler { return rff.New(nil) }, mostSampled).
		Explore(ctx, p, func(e *model.Execution) error {
			runs++
			why, ok := s.fails(e)
			if !ok {
				return nil
			}
			row.found, failed = fmt.Sprintf("fails: %s, in run %d of `rff`", why, runs), true
			return algos.ErrStop
		})
	return failed
}

// fails says what is wrong with an execution, if anything.
func (s suite) fails(e *model.Execution) (why string, ok bool) {
	switch o := e.Outcome(); {
	case o == model.Failed:
		return failure(e.Failure()), true
	case o.IsStuck() && s.deadlocks:
		return "deadlock", true
	}
	return "", false
}

var errorLabel = regexp.MustCompile(`\bERROR\s*:`)

// withFailures returns a copy of a file in which a thread that reaches a label ERROR fails.
func withFailures(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(t.TempDir(), filepath.Base(file))
	write(t, changed, errorLabel.ReplaceAllString(string(text), "ERROR: if (1) __VERIFIER_error(); else "))
	return changed
}

// explored returns row with the result of an exploration of the file; done is false if a higher bound, or a first one, may
// find more.
func (s suite) explored(row suiteRow, file string, o cprog.Options, limit time.Duration) (_ suiteRow, done bool) {
	row.problem, row.found = "", ""
	p, err := cprog.Load(file, o)
	if err != nil {
		row.problem = err.Error()
		return row, !strings.Contains(row.problem, "never ends")
	}
	pop, err := catalog.New("pop", algos.Options{MaxSteps: 20_000})
	if err != nil {
		row.problem = err.Error()
		return row, true
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	stats, err := pop.Explore(ctx, p, func(e *model.Execution) error {
		if why, ok := s.fails(e); ok {
			row.found = why
			return algos.ErrStop
		}
		return nil
	})
	row.executions, row.bound = stats.Executions, o.Unroll
	switch {
	case row.found != "":
		row.found = "fails: " + row.found
		return row, true
	case errors.Is(err, context.DeadlineExceeded):
		row.found = "none so far"
		return row, o.Unroll > 0
	case err != nil:
		row.problem = "when it runs: " + strings.TrimPrefix(err.Error(), "thread ")
		return row, o.Unroll > 0
	}
	row.found = "all"
	return row, o.Unroll == 0
}

var failureOf = regexp.MustCompile(`assert: ([^ ]*:\d+): (.*)$`)

// failure returns where a thread failed and, unless the file itself says so, why.
func failure(text string) string {
	m := failureOf.FindStringSubmatch(text)
	if m == nil {
		return "at an unlock"
	}
	for _, own := range []string{"use of ", "free of ", "division ", "unlock of ", "a thread "} {
		if strings.HasPrefix(m[2], own) {
			return m[1] + ": " + m[2]
		}
	}
	return m[1]
}

// agrees says whether the result is the expected one, or at least consistent with it.
func (r suiteRow) agrees() string {
	fails := strings.HasPrefix(r.found, "fails")
	switch {
	case r.expected == "" || r.found == "":
		return ""
	case fails == (r.expected == "fails"):
		if r.found == "none so far" {
			return "yes, so far"
		}
		return "yes"
	case !fails && (r.bound > 0 || r.found == "none so far"):
		return "open"
	}
	return "**no**"
}

func (s suite) table(rows []suiteRow) string {
	var b strings.Builder
	loaded, agree, open, differ := 0, 0, 0, 0
	for _, r := range rows {
		if r.found != "" || strings.HasPrefix(r.problem, "when it runs") {
			loaded++
		}
		switch r.agrees() {
		case "yes", "yes, so far":
			agree++
		case "open":
			open++
		case "**no**":
			differ++
		}
	}
	fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%d of %d files load; verdicts: %d agree, %d open, %d differ.\n\n", s.name, s.text, loaded, len(rows), agree, open, differ)
	b.WriteString("| file | found | executions | bound | expected | agrees |\n|---|---|---:|---:|---|---|\n")
	for _, r := range rows {
		found, executions, bound := r.found, fmt.Sprint(r.executions), ""
		if found == "" {
			found, executions = r.problem, ""
		}
		if r.bound > 0 && r.found != "" {
			bound = fmt.Sprint(r.bound)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.name, strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`).Replace(found), executions, bound, r.expected, r.agrees())
	}
	return b.String()
}
