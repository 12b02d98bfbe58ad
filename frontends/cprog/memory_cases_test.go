package cprog_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

// TestMemoryCases has the programs with memory errors of docs/properties.md: how many of their classes fail. Full
// enumeration, with each class counted once, finds the same ones.
func TestMemoryCases(t *testing.T) {
	for _, c := range []struct {
		name, p, q      string
		classes, failed int
	}{
		{"use after free", "free(g);", "g[0] = 1;", 2, 1},
		{"a second free", "if (x == 0) { x = 1; free(g); }", "if (x == 0) { x = 1; free(g); }", 6, 4},
		{"out of bounds", "x = x + 1;", "x = x + 1; g[x] = 0;", 6, 2},
		{"null", "n = g;", "n[0] = 1;", 2, 1},
		{"uninitialised", "m[0] = 1;", "x = m[0];", 2, 1},
		{"division", "x = 2;", "x = 1 / x;", 2, 1},
		{"a mutex that is not held", "x = 1;", "if (x == 0) pthread_mutex_lock(&l); pthread_mutex_unlock(&l);", 2, 1},
		{"lost memory", "n = malloc(4);", "if (n == 0) n = malloc(4);", 3, 2},
	} {
		file := filepath.Join(t.TempDir(), "f.c")
		write(t, file, fmt.Sprintf(`#include <pthread.h>
#include <stdlib.h>
int *g, *m, *n, x; pthread_mutex_t l;
void *p(void *_) { %s return 0; }
void *q(void *_) { %s return 0; }
int main(void) { pthread_t s, t; g = malloc(8); m = malloc(8);
	pthread_create(&s, 0, p, 0); pthread_create(&t, 0, q, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }`, c.p, c.q))
		o := cprog.Options{}
		if c.name == "lost memory" {
			o.Leaks = cprog.Lost
		}
		for _, algorithm := range []string{"pop", "exhaustive"} {
			program, err := cprog.Load(file, o)
			if err != nil {
				t.Fatal(err)
			}
			explorer, err := catalog.New(algorithm, algos.Options{})
			if err != nil {
				t.Fatal(err)
			}
			classes, failed := map[string]bool{}, 0
			if _, err = explorer.Explore(t.Context(), program, func(e *model.Execution) error {
				if key := e.Key(); !classes[key] {
					classes[key] = true
					if o := e.Outcome(); o == model.Failed || o == model.Leaked {
						failed++
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if len(classes) != c.classes || failed != c.failed {
				t.Errorf("%s, %s: %d of %d classes fail, want %d of %d", c.name, algorithm, failed, len(classes), c.failed, c.classes)
			}
		}
	}
}
