package algos_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// TestDescribeFlush: a flush is distinguished from the events of its thread.
func TestDescribeFlush(t *testing.T) {
	var got []string
	explorer := algos.NewExplorer(algos.Options{Memory: memory.TSO}, func(x *algos.Exploration) error {
		for t := x.FirstEnabled(); t != event.NoThread; t = x.FirstEnabled() {
			e, err := x.Step(t)
			if err != nil {
				return err
			}
			got = append(got, x.Describe(e))
		}
		return x.Maximal()
	})
	if _, err := explorer.Explore(context.Background(), smallprog.MustBuild("p: x=1; a=x | p: b=x"), nil); err != nil {
		t.Fatal(err)
	}
	want := []string{"p.1 buffer-read x", "q.1 read x", "p'.1 write x"}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %q, want %q", got, want)
	}
}
