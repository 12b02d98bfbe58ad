package simulate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/swarm/job"
	"dporbench/harness/internal/work/explore"
)

func exploration(t *testing.T, algorithm string, program ...string) *job.Exploration {
	t.Helper()
	known, err := registry.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := known.Parse(program)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := known.Algorithm(algorithm)
	x, err := job.New(known, p, a, explore.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestSplit: spans are split where the tasks themselves are. A worker explores each part for real.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, algorithm := range []string{"pop", "trust"} {
		x := exploration(t, algorithm, "dispatcher", "3")
		tree, err := Record(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		w, err := x.Explorer.NewWorker(x.Program.Program)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		executions := func(task algos.Task) int {
			stats, _, err := w.Explore(context.Background(), task, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			return int(stats.Executions)
		}
		for range 100 {
			s := span{1 + r.IntN(tree.Executions()-2), tree.Executions(), 0}
			task := tree.executions[s.next-1].end
			for {
				shallow, deep, ok := tree.split(s)
				var other algos.Task
				for other, task, _ = task.Split(); !other.IsDone() && executions(other) == 0; {
					other, task, _ = task.Split()
				}
				if !ok {
					break
				}
				if n := executions(other); n != shallow.end-shallow.next {
					t.Fatalf("%s, after %d: %v has %d executions, want %d", algorithm, s.next, other, n, shallow.end-shallow.next)
				}
				if n := executions(task); n != deep.end-deep.next {
					t.Fatalf("%s, after %d: %v has %d executions, want %d", algorithm, s.next, task, n, deep.end-deep.next)
				}
				s = deep
			}
		}
	}
}

// TestSimulate: one worker takes as long as its tasks, none is lost, and more workers are no slower.
func TestSimulate(t *testing.T) {
	tree, err := Record(context.Background(), exploration(t, "pop", "dispatcher", "4"))
	if err != nil {
		t.Fatal(err)
	}
	if tree.Executions() != 6854 {
		t.Fatalf("%d executions recorded", tree.Executions())
	}
	c := Measured()
	c.Event = 1e-6
	one := tree.Simulate(1, c)
	if want := tree.Sequential(c) + float64(one.Tasks)*(c.Task+c.Replay*c.Event); math.Abs(one.Time-want) > 1e-9*want {
		t.Errorf("one worker: %v s for %d tasks, want %v s", one.Time, one.Tasks, want)
	}
	var speedUps []float64
	c.Event *= 100
	for _, workers := range []int{1, 2, 4, 8, 16, 32} {
		o := tree.Simulate(workers, c)
		if o.SpeedUp > float64(workers) {
			t.Errorf("%d workers are %v times as fast", workers, o.SpeedUp)
		}
		speedUps = append(speedUps, o.SpeedUp)
	}
	if !slices.IsSorted(speedUps) || speedUps[3] < 6 {
		t.Errorf("speed-ups %v", speedUps)
	}
}
