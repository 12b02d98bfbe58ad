package cprog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

const lostUpdate = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *increment(void *unused) {
	int seen = atomic_load(&x);
	atomic_store(&x, seen + 1);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, increment, 0);
	increment(0);
	pthread_join(t, 0);
	assert(x == 2);
	return 0;
}
`

// A C file is a program like any other: algorithms explore it, and an execution that fails names the assertion.
func ExampleLoad() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "lost.c")
	if err := os.WriteFile(file, []byte(lostUpdate), 0o644); err != nil {
		panic(err)
	}
	p, err := cprog.Load(file, cprog.Options{})
	if err != nil {
		panic(err)
	}
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		panic(err)
	}
	stats, err := pop.Explore(context.Background(), p, func(e *model.Execution) error {
		if e.Outcome() == model.Failed {
			fmt.Println(e.Failure())
		}
		return nil
	})
	fmt.Println(stats.Failed, "of", stats.Executions, "executions failed; error", err)
	// Output:
	// 0 (main): assert: lost.c:19: x == 2
	// 0 (main): assert: lost.c:19: x == 2
	// 2 of 4 executions failed; error <nil>
}
