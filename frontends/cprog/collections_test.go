package cprog_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
)

// collections are suites of many files. The page lists only files that differ or are refused.
var collections = []suite{
	{
		name: "ESBMC, esbmc-unix, esbmc-unix2 and ltl", subjects: esbmc, bounds: fewBounds, brief: true,
		text: "`esbmc`: github.com/esbmc/esbmc, regression. A file's `test.desc` says what is expected and which property is examined:\n" +
			"data races, deadlocks or leaks if its options ask for them, and assertions otherwise. Expected to fail only for a property that\n" +
			"is not examined here (overflow, atomicity, order of locks, LTL), a file counts as having no expectation, as does one that\n" +
			"ESBMC explores only in part (`--context-bound`, `--unwind`, `--depth`) and finds nothing in.",
		reasons: []reason{
			{"main returns while its threads wait, or before they have run: the process has ended", "esbmc-unix/01_cond_06 esbmc-unix/01_cond_11 esbmc-unix/01_malloc_08 esbmc-unix/01_malloc_13 esbmc-unix/02_dining1"},
			{"a number from outside, which is 0 or 1 here, has to be another one", "esbmc-unix/github_306 esbmc-unix/github_6831_falsify_prepass_restore esbmc-unix2/01_pthread17 esbmc-unix2/01_pthread18 ltl/prefix-claims-no-ltl"},
			{"fails only after a spurious wakeup, as `--spurious` finds", "esbmc-unix/spurious_wakeup_01 esbmc-unix/03_atom001a"},
			{"two threads increment a variable without a lock, and one increment is lost; ESBMC makes a step of each statement", "esbmc-unix/github_6831_hashing_sound esbmc-unix/github_6831_sleep_sets esbmc-unix/github_6831_sleep_sets_hash esbmc-unix/github_6831_stats esbmc-unix/github_6831_stats_hash"},
			{"the variables that race are volatile, which counts as atomic here", "esbmc-unix/00_race20 esbmc-unix/SV_COMP_03 esbmc-unix/github_2928_qw2004_2 esbmc-unix/github_4423_atomic_race esbmc-unix/github_6831_sleep_sets_forced_off"},
			{"main destroys a mutex that a thread uses", "esbmc-unix/00_race11 esbmc-unix2/01_pthread7"},
			{"a deadlock at a semaphore that is not initialised, which counts as a failure there", "esbmc-unix/github_1517_02 esbmc-unix/github_1517_03"},
			{"it reads a variable that has no value, which ends an execution before its race", "esbmc-unix/github_2928_escape_rc"},
			{"printf reads a string that is freed, and reads no strings here", "esbmc-unix/github_3135"},
			{"an assertion of ESBMC: a loop that runs longer than its bound", "esbmc-unix/github_1351"},
			{"on overflow, atoi and strtol return for ESBMC what an int holds; a long is returned here, as by glibc", "esbmc-unix/github_1009-atoi-no-ovfl esbmc-unix/github_1009-strtol-no-ovfl"},
			{"an option of ESBMC makes calloc(1, 0) return a null pointer", "esbmc-unix/github_5395_calloc_zero_is_null_fail"},
			{"`notify_event` returns inside of an atomic section, which lasts here until it is left", "esbmc-unix/03_wait_notify esbmc-unix/03_wait_notify2"},
			{"it passes pthread_detach or pthread_join what is no thread that can be joined, which POSIX leaves undefined", "esbmc-unix2/01_pthread70 esbmc-unix2/01_pthread72 esbmc-unix2/28_memory_leak_01"},
			{"the coarse clock has another resolution there than in Linux", "esbmc-unix/time_clock_getres"},
			{"read by hand: no execution fails or gets stuck; ESBMC bounds the switches between threads", "esbmc-unix2/01_pthread60 esbmc-unix2/01_pthread62 esbmc-unix2/github_213_mutex_destroy_fail"},
		},
	},
	{
		name: "Dat3M", subjects: dat3m, bounds: fewBounds, brief: true,
		reasons: []reason{
			{"it reads `&y + r0`, which is outside of y where r0 is 1; Dat3M does not look for that", "imm/paper-E3.5.c"},
			{"dglm.h:77 frees a node that another thread has just found; Dat3M does not look for that", "lfds/dglm.c"},
			{"a thread that joins itself gets EDEADLK here, as with glibc", "miscellaneous/thread_invalid_join_self.c"},
			{"it fails under weaker models only, as it says", "miscellaneous/idd_dynamic.c miscellaneous/verifierAssert.c miscellaneous/SB-asm-lwsync+sync.c"},
		},
		text: "`dat3m`: github.com/hernanponcedeleon/Dat3M, benchmarks. What its tests expect under a weak memory model: nothing that\n" +
			"fails there may fail under sequential consistency. Files expected to fail have an expectation only if they are in `miscellaneous`.",
	},
	{
		name: "Goblint", subjects: goblint, bounds: fewBounds, brief: true,
		text: "`goblint`: github.com/goblint/analyzer, tests/regression, the files that start threads. The comments say what is expected of a\n" +
			"line: `RACE!` that there is a race, `NORACE` none, `DEADLOCK` and `NODEADLOCK`. `RACE` alone may be a false alarm of\n" +
			"Goblint's, and is no expectation.",
		reasons: []reason{
			{"it reads memory that has no value, which ends an execution before its race", "02-base/76-realloc.c 02-base/78-realloc-free.c 02-base/24-malloc_races.c 02-base/25-malloc_race_cp.c 02-base/26-malloc_struct.c 04-mutex/45-escape_rc.c 04-mutex/64-free_direct_rc.c 04-mutex/65-free_indirect_rc.c 09-regions/29-malloc_race_cp.c 09-regions/34-escape_rc.c 09-regions/38-escape_malloc.c"},
			{"it uses a pointer to a mutex that has no value, which ends an execution before its race or its deadlock", "04-mutex/31-uninitialized.c 04-mutex/63-unknown_unlock_rc.c 15-deadlock/26-unknown_deadlock2.c 53-races-mhp/23-unknown_mutex_unlock_racing.c 53-races-mhp/54-dl_unknown_lh_racing.c 53-races-mhp/55-dl_unknown_unlock_parent_racing.c"},
			{"an assertion fails in each execution that has the race", "29-svcomp/03-race-2_5b-container_of.c"},
			{"pthread_mutex_lock never fails here", "04-mutex/13-failed_locking.c"},
			{"rand has a state for each thread here", "04-mutex/94-thread-unsafe_fun_rc.c"},
			{"a number from outside, which is 0 or 1 here, has to be 4", "05-lval_ls/14-idxunknown_access.c 05-lval_ls/16-idxunknown_unlock.c"},
			{"mutex3 is never unlocked, so the second thread waits forever", "15-deadlock/11-common_mutex_nodeadlock.c"},
			{"the thread is started after the write, so there is no race; Goblint's analysis does not see it", "45-escape/51-fresh-global.c"},
			{"main reads id3 while another thread writes it in pthread_create: the race is there", "53-races-mhp/16-convoluted_racefree.c 53-races-mhp/44-dl_cl_transitive_create_racefree.c"},
			{"it increments a member of an atomic struct, which C leaves undefined and is a plain access here", "04-mutex/62-simple_atomic_nr.c"},
			{"main writes initp while the thread reads it", "87-once/09-pointers2.c"},
		},
	},
	{
		name: "Concurrency Kit", subjects: ck, bounds: fewBounds, brief: true,
		reasons: []reason{
			{"it shifts an int by 32 and more", "ck_pr/validate/ck_pr_btr"},
			{"ck_pr_or.c:46 changes a local variable that has no value", "ck_pr/validate/ck_pr_or"},
			{"ck_hs.c:969 counts in `map->tombstones`, to which ck_hs_map_create stores nothing", "ck_hs/validate/serial ck_hs/validate/hs_init_opts"},
		},
		text: "`ck`: github.com/concurrencykit/ck, regressions, each program as its Makefile compiles and starts it, with two threads in place\n" +
			"of eight and two iterations in place of a million. No execution should fail.",
	},
	{
		reasons: []reason{
			{"it starts 24 threads, and its lock asserts, where VSYNC_VERIFICATION is defined, that there are at most as many as tests of `verify` have", "simpleht/mt_test.c"},
		},
		name: "libvsync, test", bounds: fewBounds, brief: true, patterns: []string{"libvsync/test/*/*.c"},
		text: "`libvsync`: github.com/open-s4c/libvsync, test, with the macros of its CMakeLists, two threads and two iterations. No execution should fail.", options: libvsync, expected: func(string) string { return "none fails" },
	},
}

// fewBounds are the bounds for collections of many files.
var fewBounds = []int{0, 2}

// esbmc returns a subject for each test.desc.
func esbmc(t *testing.T, root string) (all []subject) {
	for _, folder := range []string{"esbmc-unix", "esbmc-unix2", "ltl"} {
		descriptions, err := filepath.Glob(filepath.Join(root, "esbmc/regression", folder, "*/test.desc"))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range descriptions {
			lines := strings.Split(contents(t, d), "\n")
			if len(lines) > 3 && strings.HasSuffix(strings.TrimSpace(lines[1]), ".c") {
				all = append(all, esbmcSubject(filepath.Dir(d), folder, strings.TrimSpace(lines[1]), strings.Fields(lines[2]), lines[3:]))
			}
		}
	}
	return all
}

func esbmcSubject(folder, kind, file string, arguments, verdicts []string) subject {
	p := subject{name: kind + "/" + filepath.Base(folder), file: filepath.Join(folder, file), options: cprog.Options{Nondet: cprog.Range{From: 0, To: 1}, Races: cprog.Ignore, Include: []string{folder}}}
	has := func(options ...string) bool {
		return slices.ContainsFunc(options, func(o string) bool { return slices.Contains(arguments, o) })
	}
	for _, a := range arguments {
		switch {
		case strings.HasPrefix(a, "-D") && len(a) > 2:
			p.options.Define = append(p.options.Define, strings.Trim(a[2:], "'"))
		case strings.HasSuffix(a, ".c"):
			p.options.More = append(p.options.More, filepath.Join(folder, a))
		}
	}
	if has("--data-races-check", "--data-races-check-only") {
		p.options.Races, p.wrong = cprog.Look, append(p.wrong, model.Raced)
	}
	if has("--deadlock-check") {
		p.wrong = append(p.wrong, stuck...)
	}
	if has("--memory-leak-check") {
		p.options.Leaks, p.wrong = cprog.Unfreed, append(p.wrong, model.Leaked)
	}
	p.notFailed = has("--no-assertions", "--data-races-check-only")
	elsewhere := has("--overflow-check", "--overflow", "--atomicity-check", "--lock-order-check", "--ltl", "--function")
	partly := has("--context-bound", "--unwind", "--depth", "--no-unwinding-assertions", "--partial-loops")
	switch text := strings.Join(verdicts, "\n"); {
	case strings.Contains(text, "VERIFICATION FAILED") && !elsewhere:
		p.expected = "fails"
	case strings.Contains(text, "VERIFICATION SUCCESSFUL") && !partly:
		p.expected = "none fails"
	}
	return p
}

func contents(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var dat3mCase = regexp.MustCompile(`\{"([^"]+)", *\w+, *(PASS|FAIL|UNKNOWN)\b`)

// dat3m returns a subject for each file with threads.
func dat3m(t *testing.T, root string) (all []subject) {
	expected := dat3mExpected(t, root)
	for _, file := range filesUnder(t, filepath.Join(root, "dat3m/benchmarks"), ".c") {
		if text := contents(t, file); !strings.Contains(text, "pthread") && !strings.Contains(text, "stdatomic") && !strings.Contains(text, "lkmm") {
			continue
		}
		name, _ := filepath.Rel(filepath.Join(root, "dat3m/benchmarks"), file)
		p := subject{name: name, file: file, expected: expected[strings.TrimSuffix(filepath.Base(name), ".c")]}
		if p.expected == "fails" && filepath.Dir(name) != "miscellaneous" {
			p.expected = ""
		}
		p.options = cprog.Options{Nondet: cprog.Range{From: 0, To: 1}, Spin: true, Races: cprog.Ignore, Include: []string{filepath.Join(root, "dat3m/include"), filepath.Dir(file)}}
		all = append(all, p)
	}
	return all
}

// dat3mExpected returns the results that the tests of properties of a state expect, by the names of files: no failure if there is none under some model.
func dat3mExpected(t *testing.T, root string) map[string]string {
	expected := map[string]string{}
	for _, file := range filesUnder(t, filepath.Join(root, "dat3m/dartagnan/src/test/java/com/dat3m/dartagnan/llvm"), ".java") {
		if base := filepath.Base(file); strings.HasPrefix(base, "Liveness") || strings.HasPrefix(base, "CProgress") || strings.HasPrefix(base, "Mixed") {
			continue
		}
		for _, m := range dat3mCase.FindAllStringSubmatch(contents(t, file), -1) {
			if m[2] != "FAIL" {
				expected[m[1]] = "none fails"
			} else if expected[m[1]] == "" {
				expected[m[1]] = "fails"
			}
		}
	}
	return expected
}

func filesUnder(t *testing.T, folder, extension string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, extension) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// goblint returns a subject for each file that starts threads.
func goblint(t *testing.T, root string) (all []subject) {
	folder, headers := filepath.Join(root, "goblint/tests/regression"), t.TempDir()
	write(t, filepath.Join(headers, "goblint.h"), "#define __goblint_check(x) ((void)(x))\n#define __goblint_assume(x) ((void)(x))\n#define __goblint_assert(x) ((void)(x))\n"+
		"#define __goblint_assume_join(...) ((void)0)\n#define __goblint_globalize(x) ((void)0)\n#define __goblint_split_begin(x) ((void)(x))\n#define __goblint_split_end(x) ((void)(x))\n#define __goblint_bounded(x) ((void)(x))\n")
	for _, file := range filesUnder(t, folder, ".c") {
		text := contents(t, file)
		if !strings.Contains(text, "pthread_create") || strings.HasPrefix(text, "// SKIP") {
			continue
		}
		name, _ := filepath.Rel(folder, file)
		p := subject{name: name, file: file, expected: "", notFailed: true, wrong: []model.Outcome{model.Raced}}
		p.options = cprog.Options{Nondet: cprog.Range{From: 0, To: 1}, Spin: true, Races: cprog.Look, Include: []string{headers}}
		switch alarm := strings.NewReplacer("NORACE", "", "NODEADLOCK", "").Replace(text); {
		case strings.Contains(alarm, "RACE!"):
			p.expected = "fails"
		case strings.Contains(text, "NORACE") && !strings.Contains(alarm, "RACE"):
			p.expected = "none fails"
		case strings.Contains(alarm, "DEADLOCK"):
			p.expected, p.wrong = "fails", stuck
		case strings.Contains(text, "NODEADLOCK"):
			p.expected, p.wrong = "none fails", stuck
		}
		all = append(all, p)
	}
	return all
}

var (
	ckCompiles = regexp.MustCompile(`(?m)^\t\$\(CC\) (.*)$`)
	ckStarts   = regexp.MustCompile(`(?m)^\t(?:rc=0; *)?\./(\S+)(.*)$`)
	ckNumber   = regexp.MustCompile(`^-?\d+$`)
)

// ck returns a subject for each program that a Makefile of the regressions compiles.
func ck(t *testing.T, root string) (all []subject) {
	folder := filepath.Join(root, "ck/regressions")
	generated := ckHeaders(t, root)
	for _, makefile := range filesUnder(t, folder, "Makefile") {
		text := strings.ReplaceAll(contents(t, makefile), "\\\n", " ")
		arguments := map[string][]string{}
		for _, m := range ckStarts.FindAllStringSubmatch(text, -1) {
			if arguments[m[1]] == nil {
				arguments[m[1]] = ckArguments(strings.Fields(m[2]))
			}
		}
		for _, m := range ckCompiles.FindAllStringSubmatch(text, -1) {
			if p, ok := ckSubject(filepath.Dir(makefile), strings.Fields(m[1]), arguments); ok {
				p.name, _ = filepath.Rel(folder, filepath.Join(filepath.Dir(makefile), p.name))
				p.options.Include = append(p.options.Include, generated, filepath.Join(root, "ck/include"), filepath.Join(root, "ck/src"), folder)
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b subject) int { return cmp.Compare(a.name, b.name) })
	return all
}

func ckArguments(words []string) (all []string) {
	for _, w := range words {
		switch {
		case w == "$(CORES)":
			all = append(all, "2")
		case w == "$(SIZE)", ckNumber.MatchString(w) && len(w) > 2:
			all = append(all, "4")
		case ckNumber.MatchString(w):
			all = append(all, w)
		default:
			return all
		}
	}
	return all
}

// ckSubject returns the program of a command of a Makefile.
func ckSubject(folder string, command []string, arguments map[string][]string) (p subject, ok bool) {
	p = subject{expected: "none fails", wrong: append([]model.Outcome{model.Raced}, stuck...)}
	p.options = cprog.Options{Nondet: cprog.Range{From: 0, To: 1}, Spin: true, Races: cprog.Ignore, Include: []string{folder}}
	p.options.Define = []string{"_GNU_SOURCE", "CK_USE_CC_BUILTINS=1", "CORES=2", "ITERATE=2", "ITERATE_S=2", "ITERATION=2", "ITERATIONS=2", "PAIRS=2", "PAIRS_S=2", "ENTRIES=2", "STEPS=2"}
	for k, w := range command {
		switch {
		case strings.HasPrefix(w, "-D"):
			p.options.Define = append(p.options.Define, w[2:])
		case w == "-o" && k+1 < len(command):
			p.name = command[k+1]
			p.options.Arguments = arguments[p.name]
		case !strings.HasSuffix(w, ".c"):
		case p.file == "":
			p.file = filepath.Join(folder, w)
		default:
			p.options.More = append(p.options.More, filepath.Join(folder, w))
		}
	}
	return p, p.file != "" && p.name != ""
}

var ckMacro = regexp.MustCompile(`@(\w+)@`)

// ckHeaders returns a folder with the header that ck's configure makes, for a machine without special instructions.
func ckHeaders(t *testing.T, root string) string {
	text := ckMacro.ReplaceAllStringFunc(contents(t, filepath.Join(root, "ck/include/ck_md.h.in")), func(m string) string {
		switch m := strings.Trim(m, "@"); m {
		case "VMA_BITS":
			return "CK_MD_VMA_BITS_UNKNOWN"
		case "VMA_BITS_VALUE":
			return ""
		case "MM":
			return "CK_MD_TSO"
		default:
			return fmt.Sprintf("CK_MD_%s_DISABLE", strings.TrimSuffix(strings.TrimSuffix(m, "_ENABLE"), "_DISABLE"))
		}
	})
	folder := t.TempDir()
	write(t, filepath.Join(folder, "ck_md.h"), text)
	return folder
}
