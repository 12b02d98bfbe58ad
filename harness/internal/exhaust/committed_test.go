package exhaust

import (
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
)

// TestCommitted checks that the certificates in the repository match the
// enumeration: for each bound they name, the programs of each size are counted
// again, with -short only small ones. Each must say that nothing fails.
func TestCommitted(t *testing.T) {
	paths, err := filepath.Glob("../../../reference/exhaust/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("there are no certificates")
	}
	counted := map[smallprog.Bound]map[size]int64{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := catalog.Lookup(name); !ok || !strings.HasPrefix(string(text), name+" on every program within bounds\n") {
				t.Errorf("is not of an algorithm called %s", name)
			}
			if !strings.HasSuffix(string(text), "\nprograms that fail: 0\n") {
				t.Error("does not say that nothing fails")
			}
			for b, want := range certified(t, string(text)) {
				if testing.Short() {
					most := 6
					if b.Values > 0 {
						most = 4 // there are many more of these
					}
					b.Accesses = min(b.Accesses, most)
					maps.DeleteFunc(want, func(s size, _ int64) bool { return s.accesses > b.Accesses })
				}
				if counted[b] == nil {
					counted[b] = count(b)
				}
				if len(counted[b]) != len(want) {
					t.Errorf("%v: programs of %d sizes, there are %d", b, len(want), len(counted[b]))
				}
				for s, n := range want {
					if counted[b][s] != n {
						t.Errorf("%v: %d programs of %d accesses in %d threads, there are %d", b, n, s.accesses, s.threads, counted[b][s])
					}
				}
			}
		})
	}
}

type size struct{ accesses, threads int }

func count(b smallprog.Bound) map[size]int64 {
	counts := map[size]int64{}
	for p := range b.Programs() {
		counts[size{accesses(p), len(p.Threads)}]++
	}
	return counts
}

// certified reads how many programs of each size a certificate counts, by bound.
func certified(t *testing.T, text string) map[smallprog.Bound]map[size]int64 {
	all := map[smallprog.Bound]map[size]int64{}
	var bound smallprog.Bound
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 1 && strings.Contains(line, ":threads=") {
			var err error
			if bound, err = smallprog.ParseBound(words[0]); err != nil {
				t.Fatal(err)
			}
			all[bound] = map[size]int64{}
		}
		if len(words) != 8 {
			continue
		}
		a, err := strconv.Atoi(words[0])
		if err != nil {
			continue // the header
		}
		threads, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseInt(words[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		all[bound][size{a, threads}] = n
	}
	if len(all) == 0 {
		t.Error("names no bound")
	}
	return all
}
