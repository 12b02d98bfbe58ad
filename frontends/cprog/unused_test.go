package cprog_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model/memory"
)

const threeThreads = `
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *a) { BODY; return a; }
int main() {
	pthread_t t;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, f, 0);
}
`

// TestUnusedResults: three threads do one update each. If updates commute, there is one class if
// their results are not used; otherwise there are six, as under sc.
func TestUnusedResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "three.c")
	if err := os.WriteFile(file, []byte(threeThreads), 0o600); err != nil {
		t.Fatal(err)
	}
	for body, classes := range map[string]int64{
		"atomic_fetch_add(&x, 1)":         1,
		"x++":                             1,
		"++x":                             1,
		"x -= 2":                          1,
		"x |= 2":                          1,
		"int r = x++; r = r + 1; (void)r": 1,
		"if (a) return a; else atomic_fetch_or(&x, 1)": 1,
		"if (x++ == 5) return 0":                       6,
		"int r = ++x; if (r == 5) return 0":            6,
		"return (void *)(long)(x += 2)":                6,
		"atomic_exchange(&x, 1)":                       6,
	} {
		p, err := cprog.Load(file, cprog.Options{Define: []string{"BODY=" + body}})
		if err != nil {
			t.Fatal(err)
		}
		for under, want := range map[memory.Model]int64{memory.SC: 6, memory.CommutingSC: classes} {
			pop, err := catalog.New("pop", algos.Options{Memory: under})
			if err != nil {
				t.Fatal(err)
			}
			if stats, err := pop.Explore(context.Background(), p, nil); err != nil || stats.Executions != want {
				t.Errorf("%s under %v: %d executions, want %d; error %v", body, under, stats.Executions, want, err)
			}
		}
	}
}
