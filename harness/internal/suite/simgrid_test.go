package suite

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dporbench/algos/catalog"
	"dporbench/model/memory"
)

func TestRunsIn(t *testing.T) {
	got := runsIn([]string{
		"! expect return 2", "$ ${bindir:=.}/../bin/simgrid-mc --cfg=a:b -- ${bindir:=.}/dir/one 4 -x", "> *** DEADLOCK DETECTED ***", "> DFS exploration ended. 1 unique states visited; 7 explored traces",
		"", "$ ${bindir:=.}/../bin/simgrid-mc --cfg=a:b ${bindir:=.}/dir/two 4 -x", "> BeFS exploration ended. 70 unique states visited; 24 explored traces (1 transition replays)",
		"$ ${bindir:=.}/../bin/simgrid-mc ${bindir:=.}/three", "> Parallel exploration ended. 99 explored traces overall", "$ other", "> exploration ended. 1 states; 5 explored traces",
	})
	if want := []simgridRun{{"two", "4 -x", 24}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestSimGrid: a program is passed the arguments of its script, and counted once however often that runs it.
func TestSimGrid(t *testing.T) {
	root := t.TempDir()
	folder := filepath.Join(root, "teshsuite", "mc", "dpu")
	run := "$ ${bindir:=.}/simgrid-mc ${bindir:=.}/dpu-one -n 3\n> DFS exploration ended. 9 unique states visited; 6 explored traces\n"
	write(t, filepath.Join(folder, "one.tesh"), run+run)
	write(t, filepath.Join(folder, "one.c"), "#include <pthread.h>\n#include <stdlib.h>\n#include <unistd.h>\npthread_mutex_t m;\n"+
		"static void *f(void *u) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }\n"+
		"int main(int n, char **a) { int k = 1; pthread_t t[3]; while (getopt(n, a, \"n:\") != -1) k = atoi(optarg);\n"+
		"for (int i = 0; i < k; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < k; i++) pthread_join(t[i], 0); return 0; }\n")
	exploreSimGrid(t, root, 1)
}

// TestSimGridCheckout explores the programs of SimGrid that are explored within a minute, if DPORBENCH_SIMGRID names a checkout: no count
// differs without a known reason.
func TestSimGridCheckout(t *testing.T) {
	root := os.Getenv("DPORBENCH_SIMGRID")
	if root == "" {
		t.Skip("DPORBENCH_SIMGRID names no folder")
	}
	exploreSimGrid(t, root, 20)
}

// exploreSimGrid explores the tests below root with POP, of which at least so many must agree and none differ without a reason.
func exploreSimGrid(t *testing.T, root string, least int) {
	t.Helper()
	tests, err := Read(root, memory.SC)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := catalog.Lookup("pop")
	results, err := Plan{Algorithm: a, Jobs: 1, Time: time.Minute}.Run(context.Background(), tests, func(Result) {})
	if err != nil {
		t.Fatal(err)
	}
	agree := 0
	for _, r := range results {
		switch r.Verdict {
		case Agree:
			agree++
		case Differ, Unsupported:
			t.Errorf("%s/%s: %s, expected %d, got %d: %s", r.Folder, r.Name, r.Verdict, r.Want, r.Got, r.Problem)
		}
	}
	if agree < least {
		t.Errorf("%d agree, at least %d should", agree, least)
	}
}
