package mutations

import "testing"

// TestStatesAreCompared undoes parts of the search of states, and of the local states that goroutines describe: comparisons with
// executions must notice.
func TestStatesAreCompared(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test for each mistake")
	}
	const search, programs = "./algos/states", "./frontends/goprog"
	for _, c := range []struct {
		name, folder string
		edit         edit
	}{
		{"threads sleep on", search, edit{"algos/states/count.go", "asleep := c.staysAsleep(sleep, e)", "asleep := sleep | c.staysAsleep(sleep, e)"}},
		{"an object is left out", search, edit{"algos/states/table.go", "if v != s.initial[x] {", "if v != s.initial[x] && x > 0 {"}},
		{"a thread is left out", search, edit{"algos/states/table.go", "c >= 0 {", "c >= 0 && t > 0 {"}},
		{"accesses are not passed on", search, edit{"algos/states/classes.go", "for _, above := range c.above[class] {", "for _, above := range c.above[class][:0] {"}},
		{"registers that are read are dead", programs, edit{"frontends/goprog/internal/compiling/liveness.go", "		live.add(c.reads[b][k])\n", ""}},
		{"contents are left out", programs, edit{"frontends/goprog/internal/memory/local.go", "	h.All(o.Cells)\n", ""}},
		{"pointers are not told apart", programs, edit{"frontends/goprog/internal/memory/local.go", "if n, met := h.seen[o]; met {", "if n, met := h.seen[o]; met && n < 0 {"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := runMutated(t.Context(), t, []edit{c.edit}, c.folder, "-test.run=^(TestSmallPrograms|TestStatesOf.*)$", "-test.short"); got.passed {
				t.Error("not noticed")
			}
		})
	}
}
