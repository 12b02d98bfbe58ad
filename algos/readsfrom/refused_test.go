package readsfrom_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/front"
)

// TestRefused: each algorithm of a coarser equivalence refuses what differs within a class; pop answers it.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		program *model.Program
		options algos.Options
		found   func(algos.Stats) int64 // what pop finds
	}{
		// r's store may come in between: then y=2 is not in the release sequence of y=1.
		"races": {
			smallprog.MustBuild("p: plain x=1; release y=1; relaxed y=2 | q: acquire a=y; if a==2 { plain b=x } | r: relaxed y=3"),
			algos.Options{}, func(s algos.Stats) int64 { return s.Raced },
		},
		"preemptions": {
			smallprog.MustBuild("p: x=1; x=2 | q: x=3"),
			algos.Options{Preemptions: algos.AtMost(0)}, func(s algos.Stats) int64 { return s.Beyond },
		},
		// p reads x before it is written, and y after that or before.
		"livelocks": {
			spinning(t), algos.Options{}, func(s algos.Stats) int64 { return s.Livelocked },
		},
		"linearizability": {
			judged(), algos.Options{}, func(s algos.Stats) int64 { return s.NonLinearizable },
		},
	} {
		t.Run(name, func(t *testing.T) {
			reference, _ := catalog.Lookup("pop")
			stats, err := reference.New(c.options).Explore(t.Context(), c.program, nil)
			if err != nil || c.found(stats) == 0 {
				t.Fatalf("pop finds none: %+v, %v", stats.Counts, err)
			}
			for _, a := range catalog.Coarser() {
				_, err := a.New(c.options).Explore(t.Context(), c.program, nil)
				if refused, ok := errors.AsType[*algos.RefusedError](err); !ok || refused.Feature != algos.CoarserClasses {
					t.Errorf("%s: the error is %v, want that it is refused", a.Name, err)
				}
			}
		})
	}
}

func spinning(t *testing.T) *model.Program {
	file := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(file, []byte(`#include <stdatomic.h>
#include <pthread.h>
atomic_int x, y;
void *p(void *a) { while (1) { if (x) break; if (y == 5) break; } return 0; }
void *q(void *a) { if (!y) x = 1; return 0; }
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, p, 0); pthread_create(&b, 0, q, 0);
	y = 1;
	pthread_join(a, 0);
}`), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := cprog.Load(file, cprog.Options{Spin: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// judged is a program with a judge, like one whose operations must be linearizable.
func judged() *model.Program {
	p := smallprog.MustBuild("p: x=1 | q: a=x")
	(*front.Program)(p).SetVerdict(front.VerdictFunc(func([]model.Event, model.Outcome, string) (model.Outcome, string) { return model.NotLinearizable, "" }))
	return p
}
