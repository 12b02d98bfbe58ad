package suite

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestOrbits counts the orders of two additions, by threads with the same function that each have memory of their own.
func TestOrbits(t *testing.T) {
	for name, test := range map[string]struct {
		first, between, second string
		want                   int
	}{
		"no arguments":      {"pthread_create(&a, 0, add, 0)", "", "pthread_create(&b, 0, add, NULL)", 1},
		"other arguments":   {"pthread_create(&a, 0, add, (void *)1)", "", "pthread_create(&b, 0, add, (void *)2)", 2},
		"something between": {"pthread_create(&a, 0, add, 0)", "atomic_load(&x);", "pthread_create(&b, 0, add, 0)", 3},
		"declared":          {"a = __VERIFIER_spawn_symmetric(add, (void *)1, 0)", "", "b = __VERIFIER_spawn_symmetric(add, (void *)1, a)", 1},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "test.c")
			text := "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <genmc.h>\natomic_int x;\n" +
				"static void *add(void *a) { int *own = malloc(sizeof *own); *own = 1; atomic_fetch_add(&x, 1); return a; }\n" +
				"int main(void) {\n  pthread_t a, b;\n  " + test.first + ";\n  " + test.between + "\n  " + test.second + ";\n  return 0;\n}\n"
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := cprog.Load(file, cprog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			o, classes := newOrbits(p, file, memory.SC), 0
			_, err = pop.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
				classes++
				if o == nil {
					return nil
				}
				return o.add(e.Events())
			})
			if err != nil {
				t.Fatal(err)
			}
			if o != nil {
				classes = len(o.seen)
			}
			if classes != test.want {
				t.Errorf("%d classes, want %d", classes, test.want)
			}
		})
	}
}
