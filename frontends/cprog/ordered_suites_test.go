package cprog_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// ordered are collections that are explored under a memory model of C11, with the memory orders of the files.
var ordered = []suite{
	{
		name: "GenMC's wrong programs", subjects: genmcWrong, bounds: fewBounds, brief: true, memory: memory.GenMCRC11, page: "rc11.md",
		reasons: []reason{
			{"a barrier may be initialised again, as with glibc", "barriers/multiple-inits0.c"},
			{"it is an annotation that is wrong, by which GenMC explores less", "helper/final00.c"},
			{"main returns, which ends the process while a thread waits", "liveness/spinloop0.c"},
			{"not examined: two locks that spin by comparisons are taken in both orders, and the executions count as blocked", "liveness/lock-deadlock0.c"},
			{"malloc(-2) returns what is not used", "infr/alloc-invalid-size.c"},
			{"the allocation does not happen before the access; nothing else accesses the memory, so that there is no race", "memory/malloc-not-hb20.c memory/malloc-not-hb21.c"},
		},
		text: "`genmc`: github.com/MPI-SWS/genmc, version 0.10.3, tests/wrong, but for the tests of files and of Linux, under `rc11-genmc`, with data races. Each file has an error.",
	},
	{
		name: "Dat3M's verdicts under RC11", subjects: dat3mOrdered, bounds: fewBounds, brief: true, memory: memory.RC11of2017, page: "rc11.md",
		reasons: []reason{{"dglm.h frees a node that another thread has just found; Dat3M does not look for that", "dglm"}},
		text: "`dat3m`: github.com/hernanponcedeleon/Dat3M, what its tests RC11Test, RC11LocksTest and RC11LFDSTest expect of assertions in benchmarks, under `rc11-2017`. A name such as\n" +
			"ttas-acq2rx is a file with a macro that makes an order weaker.",
	},
	{
		name: "libvsync with its memory orders", patterns: []string{"libvsync/verify/*/*.c"}, bounds: fewBounds, brief: true, memory: memory.RC11, page: "rc11.md",
		text: "`libvsync`: github.com/open-s4c/libvsync, verify, as in [C files](c-files.md), under `rc11`, with data races. No execution should fail.",
		options: func(root, file string) cprog.Options {
			o := libvsync(root, file)
			o.Races = cprog.Look
			return o
		},
		expected: func(string) string { return "none fails" },
	},
}

// genmcWrong returns a subject for each variant of GenMC's wrong programs that are in C.
func genmcWrong(t *testing.T, root string) (all []subject) {
	folder := filepath.Join(root, "genmc/tests/wrong")
	for _, kind := range []string{"barriers", "helper", "infr", "liveness", "locking", "memory", "racy", "safety"} {
		files, err := filepath.Glob(filepath.Join(folder, kind, "*/variants/*.c"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			p := subject{name: kind + "/" + filepath.Base(file), file: file, expected: "fails", wrong: append([]model.Outcome{model.Raced}, stuck...)}
			p.options = cprog.Options{Spin: true, Races: cprog.Look, Include: []string{filepath.Join(root, "genmc/include"), filepath.Join(root, "genmc/tests")}}
			all = append(all, p)
		}
	}
	return all
}

var dat3mOrderedCase = regexp.MustCompile(`\{"([^"]+)", *C11, *(PASS|FAIL|UNKNOWN)\b`)

// dat3mOrdered returns a subject for each case of the tests under RC11.
func dat3mOrdered(t *testing.T, root string) (all []subject) {
	var programs []string
	for _, folder := range []string{"rc11", "locks", "lfds"} {
		programs = append(programs, filesUnder(t, filepath.Join(root, "dat3m/benchmarks", folder), ".c")...)
	}
	for _, test := range []string{"RC11Test", "RC11LocksTest", "RC11LFDSTest"} {
		text := contents(t, filepath.Join(root, "dat3m/dartagnan/src/test/java/com/dat3m/dartagnan/llvm", test+".java"))
		for _, m := range dat3mOrderedCase.FindAllStringSubmatch(text, -1) {
			if !strings.HasSuffix(m[1], "_futex") { // whose macros the files do not have
				all = append(all, dat3mCaseIn(root, programs, m[1], m[2]))
			}
		}
	}
	return all
}

func dat3mCaseIn(root string, programs []string, name, result string) subject {
	p := subject{name: name, expected: "none fails"}
	if result == "FAIL" {
		p.expected = "fails"
	}
	base, change := name, ""
	has := func(base string) int {
		return slices.IndexFunc(programs, func(file string) bool { return filepath.Base(file) == base+".c" })
	}
	i := has(base)
	for k := strings.Index(name, "-"); i < 0 && k >= 0; k = -1 {
		base, change = name[:k], name[k+1:]
		i = has(base)
	}
	if name == "chase-lev-fail" {
		base, change = "chase-lev", "fail"
		i = has(base)
	}
	if i >= 0 {
		p.file = programs[i]
	}
	p.options = cprog.Options{Spin: true, Races: cprog.Look, Include: []string{filepath.Join(root, "dat3m/include"), filepath.Dir(p.file)}}
	p.options.Define = []string{"__VERIFIER_loop_bound=__VERIFIER_assume"}
	switch {
	case change == "fail", change == "CAS-relaxed":
		p.options.Define = append(p.options.Define, "FAIL")
	case strings.HasPrefix(change, "acq2rx"):
		p.options.Define = append(p.options.Define, "ACQ2RX", "FAIL")
	case strings.HasPrefix(change, "rel2rx"):
		p.options.Define = append(p.options.Define, "REL2RX")
	}
	return p
}
