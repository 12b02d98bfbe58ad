package cprog_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
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
	"dporbench/model/memory"
)

// TestSuites writes the sections of docs/c-files.md on collections of files: whether each file loads, and what an exploration
// says of it. The variable CPROG_SUITES names a folder with checkouts of the collections, CPROG_SECONDS is how
// long a file is explored with each bound, and CPROG_SUITE is an expression for the names of the collections, all otherwise.
func TestSuites(t *testing.T) {
	root := os.Getenv("CPROG_SUITES")
	if root == "" {
		t.Skip("CPROG_SUITES names no folder")
	}
	limit := time.Duration(number(t, "CPROG_SECONDS", 5)) * time.Second
	wanted := regexp.MustCompile(os.Getenv("CPROG_SUITE"))
	for _, s := range slices.Concat(suites, collections, ordered) {
		if !wanted.MatchString(s.name) {
			continue
		}
		rows := s.rows(t, root, limit)
		if len(rows) == 0 {
			t.Errorf("%s: there are no files", s.name)
			continue
		}
		replaceSection(t, "../../docs/"+cmp.Or(s.page, "c-files.md"), s.name, s.table(rows))
	}
}

// replaceSection replaces the section of a page that has the title, or adds it before the last section.
func replaceSection(t *testing.T, page, title, section string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n## ")
	section = strings.TrimPrefix(section, "\n## ")
	if k := slices.IndexFunc(sections, func(s string) bool { return strings.HasPrefix(s, title+"\n") }); k >= 0 {
		sections[k] = section
	} else {
		sections = slices.Insert(sections, len(sections)-1, section)
	}
	write(t, page, strings.Join(sections, "\n## "))
}

// suite is a collection of files.
type suite struct {
	name, text string
	patterns   []string // in the folder
	options    func(root, file string) cprog.Options
	expected   func(file string) string                  // "fails", "none fails", or "" if unknown
	deadlocks  bool                                      // are failures
	labels     bool                                      // a label ERROR stands for a failure
	subjects   func(t *testing.T, root string) []subject // in place of patterns, options and expected
	brief      bool                                      // the page lists only files that differ, are open, or are refused
	bounds     []int                                     // nil for all
	reasons    []reason
	memory     memory.Model
	page       string // of docs; "" for c-files.md
}

// reason is why the verdicts on files, separated by spaces, differ from the expected ones.
type reason struct{ why, files string }

// subject is a program of a suite.
type subject struct {
	name, file, expected string
	options              cprog.Options
	wrong                []model.Outcome // besides Failed
	notFailed            bool            // a failure is not what is looked for
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

// libvsyncTests are the macros of programs under verify, by their folder: a test, and an algorithm.
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

// libvsyncPrograms are the macros of programs under test: the first algorithm of each, two threads and two iterations.
var libvsyncPrograms = map[string]string{
	"hashtable":       `NTHREADS=2 IT=2 SMR_MAX_NTHREADS=2 HASHTABLE_STANDARD`,
	"listset":         `NTHREADS=2 IT=2 SMR_MAX_NTHREADS=2 LISTSET_LF`,
	"mpsc":            `NTHREADS=2 IT=2 MPSC`,
	"priority_queue":  `NTHREADS=2 IT=2 SMR_MAX_NTHREADS=3 VQUEUE_PRIO_TESTING VQUEUE_PRIO_STACK_ARRAY_BASED`,
	"simpleht":        `TST_IT=2`,
	"skiplist":        `NTHREADS=2 IT=2 SMR_MAX_NTHREADS=3 LOCK_FREE_SKIPLIST`,
	"smr":             `TST_IT=2 SMR_MAX_NTHREADS=2 VGDUMP_TESTING SMR_EBR`,
	"stack":           `NTHREADS=2 IT=2 SMR_MAX_NTHREADS=4 VSTACK_TESTING VSTACK_XCHG_MAX_DURATION_MS=100 VSTACK_XCHGER_COUNT=5 VSTACK_MAX_BACKOFF_MS=1000 STACK_XBO_BACKOFF`,
	"treeset":         `NTHREADS=2 TREESET_LOCK_TTAS TREESET_BST_FINE`,
	"unbounded_queue": `NTHREADS=2 IT=2 SMR_MAX_NTHREADS=5 VQUEUE_UB_LF`,
}

func libvsync(root, file string) cprog.Options {
	o := anyBit(root, file)
	o.Spin = true
	o.Define = append([]string{"VSYNC_VERIFICATION", "VSYNC_VERIFICATION_QUICK", "DEFAULT_SMR_EBR"}, strings.Fields(libvsyncMacros(file))...)
	for _, folder := range []string{"include", "vatomic/include", "verify/include", "test/include"} {
		o.Include = append(o.Include, filepath.Join(root, "libvsync", folder))
	}
	o.Include = append(o.Include, filepath.Dir(file))
	if own := filepath.Join(filepath.Dir(file), "include"); isFolder(own) {
		o.Include = append(o.Include, own)
	}
	return o
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// libvsyncMacros returns the macros with which the CMakeLists of a folder compiles its programs.
func libvsyncMacros(file string) string {
	folder := filepath.Dir(file)
	if filepath.Base(filepath.Dir(folder)) == "verify" {
		return libvsyncTests[filepath.Base(folder)]
	}
	return libvsyncPrograms[filepath.Base(folder)]
}

// suiteRow is a file, why it does not load, what has been found, and the bound on loops.
type suiteRow struct {
	name, problem, found, expected string
	executions                     int64
	bound                          int
}

func (s suite) rows(t *testing.T, root string, limit time.Duration) (rows []suiteRow) {
	if s.subjects == nil {
		s.subjects = s.matching
	}
	for _, p := range s.subjects(t, root) {
		row := s.try(t, p, limit)
		t.Logf("%+v", row)
		rows = append(rows, row)
	}
	return rows
}

// matching returns the files that match the patterns.
func (s suite) matching(t *testing.T, root string) (all []subject) {
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
		relative, err := filepath.Rel(filepath.Join(root, filepath.Dir(s.patterns[0])), file)
		if err != nil {
			t.Fatal(err)
		}
		p := subject{name: strings.TrimPrefix(filepath.ToSlash(relative), "../"), file: file, expected: s.expected(file), options: s.options(root, file)}
		if s.deadlocks {
			p.wrong = stuck
		}
		if s.labels {
			p.options.Include = append(p.options.Include, filepath.Dir(file))
			p.file = withFailures(t, file)
		}
		all = append(all, p)
	}
	return all
}

// bounds are tried one after the other, 0 for none, until something fails or time is up.
var bounds = []int{0, 1, 2, 3, 4, 6, 8}

// try returns the row of a program.
func (s suite) try(t *testing.T, p subject, limit time.Duration) suiteRow {
	row := suiteRow{name: p.name, expected: p.expected}
	for _, p.options.Unroll = range s.boundsOf() {
		next, done := p.explored(row, s.memory, limit)
		if next.found != "" || row.found == "" {
			row = next
		}
		if done {
			break
		}
	}
	if row.found == "none so far" && s.bounds == nil {
		p.sample(&row)
	}
	return row
}

func (s suite) boundsOf() []int {
	if s.bounds != nil {
		return s.bounds
	}
	return bounds
}

// mostSampled is the number of runs of a sampler after an unfinished exploration.
const mostSampled = 2000

// sample has RFF look for failures that an unfinished exploration has not found; without a bound, if possible.
func (p subject) sample(row *suiteRow) {
	for _, p.options.Unroll = range []int{0, row.bound} {
		if program, err := cprog.Load(p.file, p.options); err == nil && p.sampled(row, program) {
			row.bound = p.options.Unroll
			return
		}
	}
}

func (p subject) sampled(row *suiteRow, program *model.Program) (failed bool) {
	rff, _ := samplers.Lookup("rff")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	runs := 0
	samplers.New(algos.Options{MaxSteps: 20_000, Seed: 1}, func() samplers.Sampler { return rff.New(nil) }, mostSampled).
		Explore(ctx, program, func(e *model.Execution) error {
			runs++
			why, ok := p.fails(e)
			if !ok {
				return nil
			}
			row.found, failed = fmt.Sprintf("fails: %s, in run %d of `rff`", why, runs), true
			return algos.ErrStop
		})
	return failed
}

// stuck are the outcomes in which not all threads end.
var stuck = []model.Outcome{model.Deadlocked, model.Livelocked, model.Starved}

// fails says what is wrong with an execution, if anything.
func (p subject) fails(e *model.Execution) (why string, ok bool) {
	switch o := e.Outcome(); {
	case o == model.Failed && !p.notFailed:
		return failure(e.Failure()), true
	case !slices.Contains(p.wrong, o):
		return "", false
	case o.IsStuck():
		return "deadlock", true
	default:
		return o.String(), true
	}
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
func (p subject) explored(row suiteRow, under memory.Model, limit time.Duration) (_ suiteRow, done bool) {
	row.problem, row.found = "", ""
	program, err := p.loaded(20 * limit)
	if err != nil {
		row.problem = err.Error()
		return row, !strings.Contains(row.problem, "--unroll")
	}
	name := "pop"
	if under.Graphs() {
		name = "trust"
	}
	explorer, err := catalog.New(name, algos.Options{MaxSteps: 20_000, Memory: under})
	if err != nil {
		row.problem = err.Error()
		return row, true
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	stats, err := explorer.Explore(ctx, program, func(e *model.Execution) error {
		if why, ok := p.fails(e); ok {
			row.found = why
			return algos.ErrStop
		}
		return nil
	})
	row.executions, row.bound = stats.Executions, p.options.Unroll
	switch {
	case row.found != "":
		row.found = "fails: " + row.found
		return row, true
	case errors.Is(err, context.DeadlineExceeded):
		row.found = "none so far"
		return row, p.options.Unroll > 0
	case err != nil:
		row.problem = "when it runs: " + strings.TrimPrefix(err.Error(), "thread ")
		return row, p.options.Unroll > 0
	}
	row.found = "all"
	return row, p.options.Unroll == 0
}

// loaded loads the file, unless that takes longer; the loading continues beside other files then.
func (p subject) loaded(limit time.Duration) (*model.Program, error) {
	type result struct {
		program *model.Program
		err     error
	}
	done := make(chan result, 1)
	go func() {
		program, err := cprog.Load(p.file, p.options)
		done <- result{program, err}
	}()
	select {
	case r := <-done:
		return r.program, r.err
	case <-time.After(limit):
		return nil, fmt.Errorf("not loaded within %v", limit)
	}
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
	if s.brief {
		rows = slices.DeleteFunc(slices.Clone(rows), func(r suiteRow) bool {
			return r.found != "" && !slices.Contains([]string{"**no**", "open"}, r.agrees())
		})
		return b.String() + refusals(&rows) + s.differences(&rows) + tableOf(rows)
	}
	return b.String() + tableOf(rows)
}

// differences returns a table of why verdicts differ, as far as that is known, and removes these from rows.
func (s suite) differences(rows *[]suiteRow) string {
	var b strings.Builder
	for _, r := range s.reasons {
		names := strings.Fields(r.files)
		isOne := func(row suiteRow) bool { return row.agrees() == "**no**" && slices.Contains(names, row.name) }
		names = slices.DeleteFunc(names, func(name string) bool {
			return !slices.ContainsFunc(*rows, func(row suiteRow) bool { return row.name == name && isOne(row) })
		})
		*rows = slices.DeleteFunc(*rows, isOne)
		if len(names) > 0 {
			fmt.Fprintf(&b, "| %s | %s |\n", r.why, escaped(strings.Join(names, ", ")))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	if len(*rows) > 0 {
		b.WriteString("\n")
	}
	return "| differs because | files |\n|---|---|\n" + b.String()
}

// mostOfReason is how much of a reason the page has.
const mostOfReason = 200

var absolute = regexp.MustCompile(` /[^ ]*/`)

var exactly = regexp.MustCompile(`^(when it runs: )?[^ ]*\.[ch]:[0-9:]+ `)

// refusals returns a table of why files are refused, and removes these from rows.
func refusals(rows *[]suiteRow) string {
	byReason := map[string][]string{}
	for _, r := range *rows {
		if r.found == "" {
			reason := absolute.ReplaceAllString(exactly.ReplaceAllString(strings.SplitN(r.problem, "\n", 2)[0], ""), " ")
			if len(reason) > mostOfReason {
				reason = reason[:mostOfReason] + " ..."
			}
			byReason[reason] = append(byReason[reason], r.name)
		}
	}
	*rows = slices.DeleteFunc(*rows, func(r suiteRow) bool { return r.found == "" })
	reasons := slices.SortedFunc(maps.Keys(byReason), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(byReason[b]), len(byReason[a])), cmp.Compare(a, b))
	})
	var b strings.Builder
	if len(reasons) > 0 {
		b.WriteString("| refused because | files |\n|---|---|\n")
	}
	for _, reason := range reasons {
		names := byReason[reason]
		more := ""
		if len(names) > 6 {
			more = fmt.Sprintf(", and %d more", len(names)-6)
			names = names[:6]
		}
		fmt.Fprintf(&b, "| %s | %s%s |\n", escaped(reason), escaped(strings.Join(names, ", ")), more)
	}
	if len(*rows) > 0 && len(reasons) > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

func escaped(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`).Replace(text)
}

func tableOf(rows []suiteRow) string {
	var b strings.Builder
	if len(rows) == 0 {
		return ""
	}
	b.WriteString("| file | found | executions | bound | expected | agrees |\n|---|---|---:|---:|---|---|\n")
	for _, r := range rows {
		found, executions, bound := r.found, fmt.Sprint(r.executions), ""
		if found == "" {
			found, executions = r.problem, ""
		}
		if r.bound > 0 && r.found != "" {
			bound = fmt.Sprint(r.bound)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.name, escaped(found), executions, bound, r.expected, r.agrees())
	}
	return b.String()
}
