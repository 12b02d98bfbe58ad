package catalog_test

import (
	"slices"
	"testing"

	"dporbench/algos/catalog"
	"dporbench/algos/counters"
)

// TestWork: each algorithm counts its work, consistently, and no work that it does not do.
func TestWork(t *testing.T) {
	does := map[string][]string{
		"exhaustive":      {},
		"sleepset":        {"sleep_entries"},
		"fgdpor":          {"joins", "races", "comparisons", "sleep_entries"},
		"source":          {"joins", "races", "comparisons", "sleep_entries"},
		"optimal":         {"joins", "races", "comparisons", "tree_nodes", "sleep_entries"},
		"pop-naive":       {"joins", "restored", "races", "comparisons", "sleep_entries"},
		"pop-lazy":        {"joins", "races", "comparisons", "sleep_entries"},
		"pop":             {"joins", "restored", "races", "comparisons", "sleep_entries"},
		"pop-expressions": {"joins", "restored", "races", "comparisons", "expressions"},
		"trust":           {"joins", "races", "graph_events", "consistency"},
	}
	p := program(t, "fib-bench", []int{2})
	for _, a := range catalog.All() {
		work := explore(t, p, a.Name).Work
		if again := explore(t, p, a.Name).Work; again != work {
			t.Errorf("%s counts %+v and then %+v", a.Name, work, again)
		}
		want, known := does[a.Name]
		for _, c := range counters.OfWork() {
			if n := c.In(work); known && (n > 0) != slices.Contains(want, c.Column) {
				t.Errorf("%s counts %d %s", a.Name, n, c.Name)
			}
		}
	}
}

// TestWorkOfInsertion checks the paper's statements about the work of Optimal-DPOR: on
// indexer(n) it examines more than twice as many races as POP, and inserts sequences into
// trees, of which POP has none.
func TestWorkOfInsertion(t *testing.T) {
	p := program(t, "indexer", []int{13})
	optimal, pop := explore(t, p, "optimal"), explore(t, p, "pop")
	if optimal.Work.Races < 2*pop.Work.Races || optimal.Work.TreeNodes < 3*optimal.Events || pop.Work.TreeNodes != 0 {
		t.Errorf("optimal %+v, pop %+v", optimal, pop)
	}
}
