package cprog_test

import (
	"path/filepath"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
)

// TestWidths: a file for ILP32 is refused if it may mean something else under LP64, and only then.
func TestWidths(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	for text, alike := range map[string]bool{
		"int x; int main(void) { return x; }":                                                        true,
		"typedef unsigned long size_t; extern long f(size_t); int main(void) { return 0; }":          true,
		"long g(long x) { return x; } int main(void) { return 0; }":                                  true,
		"#include <pthread.h>\nint main(void) { pthread_t t = pthread_self(); pthread_join(t, 0); }": true,
		"long long x; int main(void) { x++; return (int)x; }":                                        true,
		"int main(void) { int x = sizeof(int) * 4; return x; }":                                      true,
		"struct s { int a; char b[3]; }; int main(void) { return sizeof(struct s); }":                true,
		"void *f(void *p) { return p; } int main(void) { int x; return f(&x) == (void *)5; }":        true,
		"long x; int main(void) { return x == 0; }":                                                  false,
		"long x; int main(void) { x = 1; }":                                                          false,
		"unsigned long x; int main(void) { x++; }":                                                   false,
		"int x; int main(void) { return (long)x + 1 > 0; }":                                          false,
		"int main(void) { if (sizeof(long) == 4) return 1; return 0; }":                              false,
		"int main(void) { int x = sizeof(int *); return x; }":                                        false,
		"int main(void) { return sizeof(int) - 5 > 0; }":                                             false,
		"struct s { int a; long b; }; int main(void) { return sizeof(struct s); }":                   false,
		"struct s { int a; long long b; }; int main(void) { return sizeof(struct s); }":              false,
		"struct s { long b; } s; int main(void) { return s.b != 0; }":                                false,
		"long x = 7; int main(void) { return 0; }":                                                   true,
		"int x[2]; int main(void) { return &x[1] - &x[0]; }":                                         false,
		"int main(void) { return 1 ? 0 : 1L; }":                                                      false,
		"int main(void) { switch (1L) { case 1: return 0; } }":                                       false,
	} {
		write(t, file, text)
		_, err := cprog.Load(file, cprog.Options{ILP32: true})
		if (err == nil) != alike || err != nil && !strings.Contains(err.Error(), "this has another size under the data model ILP32, and files are read as LP64: ") {
			t.Errorf("%s\nerror %v, want none: %v", text, err, alike)
		}
		if _, err := cprog.Load(file, cprog.Options{}); err != nil {
			t.Errorf("%s\nas LP64: %v", text, err)
		}
	}
}
