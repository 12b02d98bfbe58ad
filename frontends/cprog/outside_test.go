package cprog_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutside: wrong addresses are reported with what is wrong.
func TestOutside(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	for text, want := range map[string]string{
		"int a[3]; int main(void) { return a[3]; }":                                                                                                 "f.c:1: use of an address where no variable is",
		"int a[3]; int main(void) { int i = -1; return a[i]; }":                                                                                     "f.c:1: use of an address where no variable is",
		"int a[4], b[4]; int main(void) { int i = 4; return a[i] + b[0]; }":                                                                         "f.c:1: use of an address where no variable is",
		"int main(void) { int i = 4, a[4] = { 0 }, b[4] = { 0 }; return a[i] + b[0]; }":                                                             "f.c:1: use of an address outside of the variable",
		"int main(void) { int i = -1, a[4] = { 0 }, b[4] = { 0 }; return a[i] + b[i]; }":                                                            "f.c:1: use of an address outside of the variable",
		"int *p; int main(void) { int a[4] = { 0 }, b[4] = { 0 }; p = a; p = b; return a[4]; }":                                                     "f.c:1: use of an address where no variable is",
		"__thread int a[4], b[4]; int main(void) { int i = 4; return a[i] + b[0]; }":                                                                "f.c:1: use of an address outside of the variable",
		"__thread int a[4], b[4]; int *p; int main(void) { p = a; p = b; return a[4]; }":                                                            "f.c:1: use of an address where no variable is",
		"int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); } int main(void) { return f(1); }":     "f.c:1: use of an address outside of the variable",
		"int main(void) { int *p = 0; return p[1]; }":                                                                                               "f.c:1: use of a null pointer, or of one near it",
		"int main(void) { L: ; L: return 0; }":                                                                                                      "f.c: a function has two labels with the same name",
		"int x[3]; int main(void) { __sync_fetch_and_add((short *)((char *)x + 3), 1); return __sync_fetch_and_add((short *)((char *)x + 7), 1); }": "f.c:1: an atomic access to 2 bytes that are not one variable is not supported",
	} {
		write(t, file, text)
		if err := runOnce(file); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// TestAnyAddress: whatever number a program takes for an address, a thread or a key, it fails, or is refused, in words of its own.
func TestAnyAddress(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	numbers := []string{"0x7cfffffeac", "0x7d00000010", "124", "-1", "1L << 62", "1L << 61", "(1L << 60) - 1", "0x100000000", "0x10ffffff"}
	for range 60 {
		numbers = append(numbers, fmt.Sprint(int64(random.Uint64())>>random.IntN(60)))
	}
	file := filepath.Join(t.TempDir(), "f.c")
	for _, use := range []string{"*(char *)n = 1;", "return *(int *)n;", "free((void *)n);", "realloc((void *)n, 4);", "memcpy((void *)n, \"abc\", 3);", "pthread_join(n, 0);", "pthread_cancel(n);",
		"pthread_detach(n);", "pthread_setspecific(n, 0); pthread_key_delete(n);", "pthread_mutex_lock((pthread_mutex_t *)n);", "sem_post((sem_t *)n);", "((int (*)(void))n)();", "__sync_fetch_and_add((int *)n, 1);"} {
		for _, n := range numbers {
			write(t, file, "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) { long n = "+n+"; "+use+" return 0; }")
			if err := runOnce(file); err != nil && (strings.Contains(err.Error(), "defect") || strings.Contains(err.Error(), "\n")) {
				t.Errorf("%s of %s: %v", use, n, err)
			}
		}
		numbers = numbers[:20] // of the others, accesses are enough
	}
}

// TestOverArrays: a thread notices that it uses an array of variable length, or memory from alloca, of a call that is over.
func TestOverArrays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	for text, fails := range map[string]bool{
		"int *g; void f(int n) { int v[n]; v[0] = 1; g = v; } int main(void) { f(3); return *g; }":                                             true,
		"int *g; void f(int n) { g = __builtin_alloca(n); g[0] = 1; } int main(void) { f(8); return g[0]; }":                                   true,
		"int f(int n) { int v[n]; v[n - 1] = n; return n > 1 ? v[n - 1] + f(n - 1) : 1; } int main(void) { return f(4) != 10; }":               false,
		"int g(int *v) { return v[1]; } int f(int n) { int v[n]; v[1] = 5; return g(v) + v[1]; } int main(void) { return f(3) + f(2) != 20; }": false,
	} {
		write(t, file, text)
		if err := runOnce(file); (err != nil) != fails || fails && !strings.Contains(err.Error(), "after the call is over") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
