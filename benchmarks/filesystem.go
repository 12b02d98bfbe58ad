package benchmarks

import "dporbench/model"

const (
	inodes = 32
	blocks = 26
	// tries bounds how many blocks a thread examines: a full disk must not
	// keep it searching forever.
	tries = 10
)

// Each thread makes a file: it takes an inode and searches for a free block,
// beginning at a block that threads i and i+13 share. Up to 13 threads never
// compete; from there to 26, each thread adds a pair that competes for a block,
// and doubles the executions. With more threads than blocks, some find none.
var filesystem = Benchmark{
	Name:   "filesystem",
	Doc:    "threads allocate an inode and a block each, with a mutex for every inode and block",
	Source: "Flanagan, Godefroid: Dynamic Partial-Order Reduction for Model Checking Software, POPL 2005",
	// Thread i works on inode i.
	Params: []Param{{"n", "number of threads", 1, inodes}},
	Build:  One(Filesystem),
}

// Filesystem builds filesystem(n).
func Filesystem(n int) *model.Program {
	p := model.NewProgram("filesystem")
	locki, inode := p.Mutexes("locki", inodes), p.Vars("inode", inodes, 0)
	lockb, busy := p.Mutexes("lockb", blocks), p.Vars("busy", blocks, 0)

	allocate := func(t *model.Thread, i int) {
		b := 2 * i % blocks
		for range tries {
			t.Lock(lockb[b])
			if t.Load(busy[b]) == 0 {
				t.Store(busy[b], 1)
				t.Store(inode[i], int64(b+1))
				t.Unlock(lockb[b])
				return
			}
			t.Unlock(lockb[b])
			b = (b + 1) % blocks
		}
	}
	p.Thread("main", func(t *model.Thread) {
		var creators []model.Child
		for i := range n {
			creators = append(creators, t.Go("creator", func(t *model.Thread) {
				t.Lock(locki[i])
				if t.Load(inode[i]) == 0 {
					allocate(t, i)
				}
				t.Unlock(locki[i])
			}))
		}
		for _, c := range creators {
			t.Join(c)
		}
	})
	return p
}
