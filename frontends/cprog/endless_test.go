package cprog_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
)

// setter is a program in which another thread sets x once; the body of main is to be inserted.
const setter = `
#include <pthread.h>
#include <stdatomic.h>
int x, n, a[20000];
atomic_int c;
pthread_mutex_t m;
void *set(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return p; }
int deep(int k) { return k ? deep(k - 1) : 0; }
int get(void) { pthread_mutex_lock(&m); int r = x; pthread_mutex_unlock(&m); return r; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	BODY
}
`

// TestEndlessLoops: a loop that only another thread ends and that changes something is refused before
// it has taken memory; a loop that ends by itself is not.
func TestEndlessLoops(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(file, []byte(setter), 0o600); err != nil {
		t.Fatal(err)
	}
	const endless = "f.c:13: this loop has not ended after 100000000 instructions, and does not unless another thread ends it or it runs for longer: " +
		"bound it with --unroll, or let it change nothing and use --spin"
	unrolled := map[string]int{"while (!x) { n++; }": 400}
	for body, want := range map[string]string{
		"while (!x) n++;":                        endless,
		"while (!x) { n++; }":                    "",
		"while (!x) c++;":                        endless,
		"while (!x) atomic_exchange(&c, c + 1);": endless,
		"int k = 0; while (!x) k++; return k;":   endless,
		"while (!get()) n++;":                    endless,
		"for (;;) { if (get()) break; for (int i = 0; i < 300; i++) n++; }":             endless,
		"for (int i = 0; i < 20000; i++) a[i] = i;":                                     "",
		"while (n < 20000) n++;":                                                        "",
		"while (!x && n < 500) n++;":                                                    "",
		"int i = 0, step = deep(100); step = 1; while (i < 4000) { n = 1; i += step; }": "",
	} {
		p, err := cprog.Load(file, cprog.Options{Define: []string{"BODY=" + body}, Unroll: unrolled[body]})
		if err != nil {
			t.Fatal(err)
		}
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := pop.Explore(context.Background(), p, func(*model.Execution) error { return algos.ErrStop })
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v after %d events, want %q", body, err, stats.Events, want)
		}
	}
}
