package worker

import (
	"context"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/swarm/tasks"
)

// TestAudit: a sampled task counts once its second record is there, and a record that is not true is an error that names the task
// and both workers.
func TestAudit(t *testing.T) {
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := smallExploration(t, known, "p: x=1 | q: x=2 | r: a=x; b=x", "pop")
	e, err := tasks.NewExplorer(x)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	root := algos.Root().Append(nil)
	r, _, err := e.Explore(context.Background(), root, func(*algos.Stats) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	r.Worker = "first"
	second := r
	second.Worker, second.Audit = "second", true
	lie := second
	lie.Stats.Executions--
	id := tasks.ID(x.ID(), root)
	for _, test := range []struct {
		audit tasks.Record
		want  string
	}{{second, ""}, {lie, "first and second found different executions"}} {
		b := newBooks(x.ID(), func(string) {})
		b.audits = newAudits(100)
		if all, err := b.Take(id, r.Encode()); all || err != nil {
			t.Errorf("before the audit: all %v, %v", all, err)
		}
		all, err := b.Take(id, test.audit.Encode())
		if test.want == "" && (!all || err != nil) {
			t.Errorf("after the audit: all %v, %v", all, err)
		}
		if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), tasks.Name(root))) {
			t.Errorf("after a lie: %v, want %s", err, test.want)
		}
	}
}
