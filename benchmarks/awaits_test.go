package benchmarks_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
)

// TestAwaits compares the programs that wait for values with the counts of Nidhugg and GenMC for
// the originals, which spin up to a false assume: there are as many complete executions. There are
// fewer others: 42,343 for dekker(4) instead of 64,819 (Nidhugg) or 53,087 (GenMC), 45 for parker(4)
// instead of 229 (Nidhugg).
func TestAwaits(t *testing.T) {
	for _, c := range []struct {
		name              string
		n                 int
		complete, blocked int64
	}{
		{"dekker", 2, 71, 111}, {"dekker", 3, 1344, 2122}, {"dekker", 4, 26797, 42343},
		{"parker", 2, 60, 13}, {"parker", 3, 153, 26}, {"parker", 4, 316, 45},
		{"spinlock", 2, 4, 0},
		{"ticketlock", 2, 2, 0},
		{"mcslock", 2, 6, 0},
	} {
		b, _ := benchmarks.Lookup(c.name)
		p, err := b.Program(c.n)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range catalog.All() {
			if a.Name == "exhaustive" || !a.ExactlyOnce || c.complete > 1000 && (testing.Short() || !a.Optimal) {
				continue
			}
			stats, err := a.New(algos.Options{}).Explore(context.Background(), p, nil)
			blocked := stats.Deadlocked + stats.Starved + stats.AssumeBlocked
			if err != nil || stats.Executions-blocked-stats.Failed != c.complete || blocked != c.blocked {
				t.Errorf("%s(%d), %s: %+v, error %v, want %d complete and %d blocked", c.name, c.n, a.Name, stats, err, c.complete, c.blocked)
			}
		}
	}
}
