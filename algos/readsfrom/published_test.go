package readsfrom_test

import (
	"context"
	"path/filepath"
	"strconv"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop"
	"dporbench/algos/readsfrom"
	"dporbench/benchmarks"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

// published lists numbers of reads-from classes. Those with a source are what Nidhugg's own tests expect of the
// programs of that name (tests/smoke/reference.results.txt) without options, when it counts reads-from classes. The
// others are the executions of POP, projected, and are here so that changes are noticed.
var published = []struct {
	program string
	n       int
	want    int64
	by      string
}{
	{"patterns/n-writers-a-reader", 2, 3, "n_writers_a_reader"},
	{"patterns/n-writers-a-reader", 3, 4, "n_writers_a_reader"},
	{"patterns/n-writers-a-reader", 4, 5, "n_writers_a_reader"},
	{"patterns/n-writes-a-read", 2, 5, "n_writes_a_read_two_threads"},
	{"patterns/n-writes-a-read", 3, 7, "n_writes_a_read_two_threads"},
	{"patterns/n-writes-a-read", 4, 9, "n_writes_a_read_two_threads"},
	{"patterns/redundant-co", 2, 19, "redundant_co"},
	{"patterns/redundant-co", 3, 37, "redundant_co"},
	{"patterns/redundant-co", 4, 61, "redundant_co"},
	{"locks/opt-lock", 2, 19, "opt_lock"},
	{"locks/opt-lock", 3, 31, "opt_lock"},
	{"locks/opt-lock", 4, 43, ""},
	{"patterns/floating-read", 2, 3, ""},
	{"patterns/floating-read", 3, 4, ""},
	{"patterns/floating-read", 4, 5, ""},
	{"patterns/casw", 3, 24, ""},
	{"patterns/casw", 4, 200, ""},
	{"patterns/lastwrite", 4, 4, ""},
	{"patterns/coherence-a", 4, 48, ""},
	{"locks/exponential-bug", 2, 1909, ""},
}

func load(t *testing.T, name string, n int) *model.Program {
	t.Helper()
	file := filepath.Join("..", "..", "benchmarks", "literature", filepath.FromSlash(name)+".c")
	p, err := cprog.Load(file, cprog.Options{Define: []string{"N=" + strconv.Itoa(n)}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPublished(t *testing.T) {
	for _, c := range published {
		p := load(t, c.program, c.n)
		for _, order := range []algos.Order{algos.FirstThread, algos.LastThread} {
			stats, err := readsfrom.New(algos.Options{Order: order}).Explore(context.Background(), p, nil)
			if err != nil || stats.Executions != c.want || stats.Redundant > 0 {
				t.Errorf("%s %d, %v: %d classes and %d redundant explorations, error %v, want %d", c.program, c.n, order, stats.Executions, stats.Redundant, err, c.want)
			}
		}
		if c.by != "" || testing.Short() {
			continue
		}
		keyer := equivalence.ReadsFrom.NewKeyer(p, memory.SC)
		if classes, _, err := algostest.ExploreBy(keyer, pop.New(algos.Options{}), p); err != nil || int64(len(classes)) != c.want {
			t.Errorf("%s %d: the executions of POP have %d classes, error %v, want %d", c.program, c.n, len(classes), err, c.want)
		}
		keyer.Close()
	}
}

// TestExpMem3: of the 2·n! happens-before classes, only two differ in the values read.
func TestExpMem3(t *testing.T) {
	for n := 3; n <= 9; n += 3 {
		stats, err := readsfrom.New(algos.Options{}).Explore(context.Background(), benchmarks.ExpMem3(n), nil)
		if err != nil || stats.Executions != 2 {
			t.Errorf("exp-mem3(%d): %d classes, error %v, want 2", n, stats.Executions, err)
		}
	}
}
