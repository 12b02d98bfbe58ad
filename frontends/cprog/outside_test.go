package cprog_test

import (
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
