package cprog_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"dporbench/frontends/cprog"
)

const lateSignals = `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *waits(void *a) {
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return a;
}
static void *signals(void *a) { pthread_cond_signal(&c); return a; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, waits, 0);
	pthread_create(&t, 0, signals, 0);
	pthread_create(&t, 0, signals, 0);
	pthread_exit(0);
}
`

// TestSignals: executions of a wait and two signals are distinguished only by which signal finds the wait and which
// wakes it. All orders of the three are enumerated here. Without the latter, which Nidhugg distinguishes, there is
// one class fewer.
func TestSignals(t *testing.T) {
	const wait = 0
	causal, positions := map[string]bool{}, map[string]bool{}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}} {
		var fate [2]string
		waiting, at := false, slices.Index(order, wait)
		for k, who := range order {
			switch {
			case who == wait:
				waiting = true
			case k < at:
				fate[who-1] = "early"
			case waiting:
				fate[who-1], waiting = "wakes", false
			default:
				fate[who-1] = "late"
			}
		}
		causal[fmt.Sprint(fate)] = true
		positions[fmt.Sprint(slices.Index(order, 1) < at, slices.Index(order, 2) < at)] = true
	}
	if len(causal) != 5 || len(positions) != 4 {
		t.Fatalf("%d and %d classes, want 5 and 4", len(causal), len(positions))
	}
	file := filepath.Join(t.TempDir(), "f.c")
	write(t, file, lateSignals)
	want := counts{executions: int64(len(causal)), deadlocked: 1}
	for _, algorithm := range []string{"exhaustive", "sleepset", "fgdpor", "source", "optimal", "pop", "trust"} {
		if got, err := explore(algorithm, file, cprog.Options{}); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", algorithm, got, err, want)
		}
	}
}
