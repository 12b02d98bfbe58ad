package suite

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model/memory"
)

// storeBuffer has three classes, and three reads-from classes.
const storeBuffer = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x[N], y[N];
static void *p(void *u) { x[0] = 1; return (void *)(long)y[0]; }
static void *q(void *u) { y[0] = 1; return (void *)(long)x[0]; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, p, 0);
  pthread_create(&t, 0, q, 0);
  return 0;
}
`

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func results(t *testing.T, folder string) []Result {
	t.Helper()
	tests, err := Read(folder, memory.SC)
	if err != nil {
		t.Fatal(err)
	}
	pop, _ := catalog.Lookup("pop")
	plan := Plan{Algorithm: pop, Options: algos.Options{MaxSteps: 1000}, Classes: true, Jobs: 2, Time: time.Minute}
	ended := 0
	results, err := plan.Run(context.Background(), tests, func(Result) { ended++ })
	if err != nil || ended != len(tests) {
		t.Fatalf("%d of %d tests have ended, error %v", ended, len(tests), err)
	}
	return results
}

func TestGenMC(t *testing.T) {
	folder := t.TempDir()
	test := func(name string, files map[string]string) {
		for file, text := range files {
			write(t, filepath.Join(folder, "tests/correct/shapes", name, file), text)
		}
	}
	test("sb", map[string]string{"variants/sb0.c": storeBuffer, "args.sc.mo.in": "| -DN=1\n -unroll=2 | -DN=2\n", "expected.sc.mo.in": "3\n3\n", "expected.cb.in": "2 3\n2 3 3\n"})
	test("bounded", map[string]string{"variants/sb0.c": "#define N 1\n" + storeBuffer, "expected.sc.mo.in": "3\n", "expected.cb.in": "1 3\n"})
	test("wrong", map[string]string{"variants/sb0.c": "#define N 1\n" + storeBuffer, "expected.sc.mo.in": "\n4\n4\n"})
	test("explained", map[string]string{"variants/sb0.c": "#define N 1\n#define b __VERIFIER_optional\n" + storeBuffer, "expected.sc.mo.in": "1\n"})
	test("sections", map[string]string{"variants/sb0.c": storeBuffer, "args.sc.mo.in": "-lapor | -DN=1\n-disable-bam | -I../tests/correct/shapes/sections -DN=1\n", "expected.sc.mo.in": "1\n4\n"})
	test("assembly", map[string]string{"variants/f0.c": "int main(void) { __asm__(\"hlt\"); return 0; }\n", "expected.sc.mo.in": "1\n"})
	test("other-model", map[string]string{"variants/f0.c": "", "expected.rc11.mo.in": "1\n"})
	var got []string
	for _, r := range results(t, folder) {
		got = append(got, strings.Join([]string{r.Folder, r.Name, string(r.Verdict), r.Problem}, ", "))
	}
	want := []string{
		`shapes, assembly, unsupported, f0.c:1: inline assembly is not supported, but for fences and pauses: "hlt"`,
		"shapes, bounded, differ, [2 3] executions with at most 0, 1, ... preemptions instead of [1 3]",
		"shapes, explained, differ, by a convention, GenMC explores less where the program annotates optional code",
		"shapes, sb N=1, agree, ",
		"shapes, sb N=2, agree, ",
		"shapes, sections N=1, differ, by a convention, GenMC's LAPOR (-lapor) does not order critical sections that commute",
		"shapes, sections N=1, differ, by a convention, GenMC orders the arrivals at a barrier (-disable-bam)",
		"shapes, wrong, differ, ",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNidhugg(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "litmus/C-tests/SB.c"), "#define N 1\n"+storeBuffer)
	write(t, filepath.Join(folder, "litmus/C-tests/wrong.c"), "#define N 1\n"+storeBuffer)
	write(t, filepath.Join(folder, "litmus/reference.results.txt"), "# Results\nSB Forbid : 3\nwrong Allow : 2\nmissing Allow : 2\n")
	all := results(t, folder)
	if len(all) != 2 || all[0].Verdict != Agree || all[1].Verdict != Differ || all[1].Got != 3 {
		t.Errorf("%+v", all)
	}
	var csv bytes.Buffer
	if err := WriteCSV(&csv, all); err != nil || !strings.Contains(csv.String(), "litmus,wrong,reads-from,2,3,3,0,0,differ,") {
		t.Errorf("%v\n%s", err, csv.String())
	}
}

// TestLiterature: the programs of benchmarks/literature have the published numbers of complete
// executions, with awaits and without.
func TestLiterature(t *testing.T) {
	const most = 3000
	tests, err := Read("../../../benchmarks/literature", memory.SC)
	if err != nil {
		t.Fatal(err)
	}
	families, programs := map[string]bool{}, map[string]bool{}
	tests = slices.DeleteFunc(tests, func(test Test) bool {
		families[test.Folder], programs[test.Files[0]] = true, true
		return test.Want > most
	})
	if len(families) < 5 || len(programs) < 40 {
		t.Errorf("%d programs in %d families", len(programs), len(families))
	}
	pop, _ := catalog.Lookup("pop")
	results, err := Plan{Algorithm: pop, Jobs: 2, Time: time.Minute}.Run(context.Background(), tests, func(Result) {})
	if err != nil {
		t.Fatal(err)
	}
	complete := map[string]int64{}
	for _, r := range results {
		name := r.Folder + "/" + strings.TrimSuffix(r.Name, ", awaits")
		if r.Verdict != Agree && r.Verdict != Counted || r.Failed > 0 {
			t.Errorf("%s/%s: %s: %d, want %d, failed %d %s", r.Folder, r.Name, r.Verdict, r.Got, r.Want, r.Failed, r.Problem)
		}
		if known, ok := complete[name]; ok && known != r.Got {
			t.Errorf("%s: %d complete executions, and %d without awaits", name, r.Got, known)
		}
		complete[name] = r.Got
	}
}

// TestPeers runs the tests of the checkouts that DPORBENCH_SUITES names, separated by
// colons. None of them may differ without a known reason.
func TestPeers(t *testing.T) {
	folders := os.Getenv("DPORBENCH_SUITES")
	if folders == "" {
		t.Skip("DPORBENCH_SUITES names no checkouts")
	}
	for _, folder := range filepath.SplitList(folders) {
		for _, r := range results(t, folder) {
			if r.Verdict == Differ {
				t.Errorf("%s/%s: %d, want %d", r.Folder, r.Name, r.Got, r.Want)
			}
		}
	}
}

// TestBounds explores GenMC's tests within bounds of preemptions, if DPORBENCH_GENMC names a checkout of GenMC: each bound
// has the number of complete executions that GenMC expects, unless one of its conventions is known to apply.
func TestBounds(t *testing.T) {
	root := os.Getenv("DPORBENCH_GENMC")
	if root == "" {
		t.Skip("DPORBENCH_GENMC names no checkout")
	}
	tests, err := Read(root, memory.SC)
	if err != nil {
		t.Fatal(err)
	}
	trust, _ := catalog.Lookup("trust")
	agreed, unfinished := 0, 0
	for _, test := range tests {
		if test.Reason+test.WithinReason != "" || test.Symmetric {
			continue
		}
		for k, want := range test.Within {
			test.Want = want
			plan := Plan{Algorithm: trust, Options: algos.Options{MaxSteps: 1000, Preemptions: algos.AtMost(k)}, Time: 5 * time.Second}
			switch r := plan.test(context.Background(), test); r.Verdict {
			case Agree:
				agreed++
			case Differ:
				t.Errorf("%s/%s: %d executions with at most %d preemptions, want %d", r.Folder, r.Name, r.Got, k, r.Want)
			default:
				unfinished++
			}
		}
	}
	t.Logf("%d counts agree, %d explorations did not end in time or are not supported", agreed, unfinished)
}
