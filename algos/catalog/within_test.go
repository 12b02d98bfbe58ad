package catalog_test

import (
	"fmt"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// within holds what GenMC's own tests expect with --bound 0, 1, ... preemptions (GenMC 0.11, expected.cb.in in the
// named folder of tests/correct); the last number holds for all greater bounds, too. The programs were rewritten for
// this test.
var within = []struct {
	name, program string
	want          []int
}{
	{"litmus/2+2W", "x=1; y=2 | y=1; x=2", []int{2, 3}},
	{"litmus/SB", "x=1; a=y | y=1; b=x", []int{2, 3}},
	{"litmus/MP", "x=1; y=1 | a=y; b=x", []int{2, 3}},
	{"litmus/default", "a=x; a=x | x=1 | x=2", []int{6, 12}},
	{"litmus/W+RRR+W", "x=1 | a=x; a=x; a=x | x=2", []int{6, 18, 20}},
	{"litmus/WWmerge1", "a=x; b=y | x=1; x=2 | y=1; a=x", []int{6, 13, 15}},
	{"litmus/Z6.U", "x=1; y=1 | update y; a=y | y=3; a=x", []int{6, 15, 18}},
	{"litmus/small0", "a=x | a=x; x=1 | x=2", []int{6, 9}},
	{"litmus/small1", "a=y; b=z; a=x | x=1 | y=1; z=1", []int{4, 8}},
	{"litmus/inc2w", "update x | x=4 | update x", []int{6}},
	{"litmus/fr+w+w+w+reads", "x=1 | x=2 | x=3 | a=x; a=x; a=x; a=x", []int{24, 132, 204, 210}},
	{"litmus/wrw 2", "x=1 | a=x; x=1 | a=x; x=2", []int{6, 18, 22}},
	{"litmus/wrw 3", "x=1 | a=x; x=1 | a=x; x=2 | a=x; x=3", []int{24, 132, 264, 300}},
	{"synthetic/inc 2", "a=x; x=a+1 | a=x; x=a+2", []int{2, 4}},
	{"synthetic/inc 3", "a=x; x=a+1 | a=x; x=a+2 | a=x; x=a+4", []int{6, 24, 36}},
	{"synthetic/binc 2", "update x; update y | update x; update y", []int{2, 4}},
	{"synthetic/binc 3", "update x; update y | update x; update y | update x; update y", []int{6, 24, 36}},
	{"synthetic/cinc 2", "update x; update y; update z | update x; update y; update z", []int{2, 6, 8}},
	{"synthetic/cinc 3", "update x; update y; update z | update x; update y; update z | update x; update y; update z", []int{6, 42, 120, 192, 216}},
	{"synthetic/CoA 0", "x=1; a=y; b=x | x=2; a=z; b=x", []int{2, 4}},
	{"synthetic/CoA 1", "x=1; a=y; b=x | x=2; a=z; b=x | y=1; z=1", []int{6, 15}},
}

// TestWithin: each algorithm that is bounded visits as many classes within bounds of preemptions as GenMC has executions.
func TestWithin(t *testing.T) {
	for _, c := range within {
		for k := range len(c.want) + 1 {
			want := c.want[min(k, len(c.want)-1)]
			for _, name := range []string{"sleepset", "trust", "pop", "bpor"} {
				p := smallprog.MustBuild(c.program)
				if n, err := classesWithin(p, name, k); n != want || err != nil {
					t.Errorf("%s, %s: %d classes with at most %d preemptions, error %v, want %d", c.name, name, n, k, err, want)
				}
			}
		}
	}
}

func classesWithin(p *model.Program, name string, k int) (int, error) {
	a, ok := catalog.Lookup(name)
	if !ok || !a.Bounded {
		return 0, fmt.Errorf("%s is not bounded", name)
	}
	classes, _, err := algostest.Explore(a.New(algos.Options{Preemptions: algos.AtMost(k)}), p)
	return len(classes), err
}
