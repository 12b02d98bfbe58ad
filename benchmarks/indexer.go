package benchmarks

import "dporbench/model"

const (
	cells    = 128
	messages = 4 // that each thread enters
)

// Each thread enters four messages into a hash table with open addressing and a
// mutex for every cell. Up to 11 threads never collide; threads tid and tid+11
// enter three messages with the same hash, so that from there on each thread
// multiplies the executions by 8, at first.
var indexer = Benchmark{
	Name:   "indexer",
	Doc:    "threads enter messages into a hash table with a mutex for every cell",
	Source: "Flanagan, Godefroid: Dynamic Partial-Order Reduction for Model Checking Software, POPL 2005",
	// In a full table a thread would search for a free cell forever.
	Params: []Param{{"n", "number of threads", 1, cells / messages}},
	Build:  One(Indexer),
}

// Indexer builds indexer(n).
func Indexer(n int) *model.Program {
	p := model.NewProgram("indexer")
	table, mutex := p.Vars("table", cells, 0), p.Mutexes("mutex", cells)

	// enter stores w in cell h if that is free, and reports whether it was.
	enter := func(t *model.Thread, h int, w int) bool {
		t.Lock(mutex[h])
		free := t.Load(table[h]) == 0
		if free {
			t.Store(table[h], int64(w))
		}
		t.Unlock(mutex[h])
		return free
	}
	p.Thread("main", func(t *model.Thread) {
		var indexers []model.Child
		for tid := range n {
			indexers = append(indexers, t.Go("indexer", func(t *model.Thread) {
				for m := 1; m <= messages; m++ {
					w := 11*m + tid
					h := 7 * w % cells
					for !enter(t, h, w) {
						h = (h + 1) % cells
					}
				}
			}))
		}
		for _, c := range indexers {
			t.Join(c)
		}
	})
	return p
}
