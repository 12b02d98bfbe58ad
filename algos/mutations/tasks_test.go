package mutations

import (
	"regexp"
	"testing"
)

// TestTasks checks that the kit notices when the assumptions of tasks are
// violated.
func TestTasks(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test for each mistake")
	}
	const (
		order   = "model/behaviour/thread_order.go"
		way     = "algos/tasks.go"
		task    = "algos/task.go"
		branch  = "algos/trust/branch.go"
		sums    = `tasks add up to`
		nowhere = `the task names an execution that this exploration does not have`
	)
	for _, c := range []broken{
		{"pop", "tries threads by number", one(order, "if o.threads == nil && (", "if true || ("), missing},
		{"sleepset", "tries threads by number", one(order, "if o.threads == nil && (", "if true || ("), missing},
		{"pop", "counts what it replays", one(way, "		w.Replayed()\n", ""), sums},
		{"trust", "counts the alternatives that it skips", one(branch, "x.Tasks.Replayed() //", "//"), sums},
		{"pop", "gives away what it explores", one(task, "	path[t.From].Child++\n", ""), repeated + "|" + sums},
		{"pop", "explores what it has given away", one(way, "depth >= w.own", "depth >= 0"), repeated + "|" + sums},
		{"sleepset", "wakes what others explore", one(sleepsetOne, "		s.threads = append(s.threads, t)\n	}\n	return false", "		if l.awake > l.first {\n			s.threads = append(s.threads, t)\n		}\n	}\n	return false"), repeated + "|" + sums},
		{"pop", "draws threads in the order of exploration", one("algos/caller.go", "if d.inTasks {", "if false {"), missing + "|" + repeated + "|" + sums + "|" + nowhere},
		{"trust", "draws threads in the order of exploration", one("algos/caller.go", "if d.inTasks {", "if false {"), missing + "|" + repeated + "|" + sums + "|" + nowhere},
	} {
		t.Run(c.algorithm+" "+c.mistake, func(t *testing.T) {
			t.Parallel()
			got := runMutated(t.Context(), t, c.edits, "./algos/"+c.algorithm, "-test.short", "-test.run=^TestConformance$/tasks")
			if got.passed || !regexp.MustCompile(c.want).MatchString(got.output) {
				t.Errorf("got this, want %s:\n%s", c.want, got.output)
			}
		})
	}
}
