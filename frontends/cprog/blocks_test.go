package cprog_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLeftBlocks: a use of a local variable of a block that has been left fails, in the same thread and in another one; a
// use while the call is in the block does not.
func TestLeftBlocks(t *testing.T) {
	const left = "f.c:4: use of a local variable of a block of "
	file := filepath.Join(t.TempDir(), "f.c")
	for body, want := range map[string]string{
		"int *p; { int x = 1; p = &x; } return *p;":                                                               left,
		"int *p; { int x = 1; p = &x; *p = 2; }":                                                                  "",
		"int *p; { int x = 1; p = &x; { int y; p = p ? p : &y; *p = 2; } *p = 3; }":                               "",
		"int *p; { int x = 1; p = &x; { int y; p = &y; } *p = 3; }":                                               left,
		"int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (i) *p = 1; p = &x; set(p); }":                   "", // a new variable at the same address
		"int *p = 0; for (int i = 0; i < 2; i++) { int x; set(&x); p = &x; continue; } set(p);":                   left,
		"int *p = 0; for (int i = 0; i < 2; i++) p = &i; set(p);":                                                 left,
		"int *p = 0; while (1) { int x; p = &x; set(p); break; } set(p);":                                         left,
		"int *p = 0; { int x; p = &x; goto out; } out: set(p);":                                                   left,
		"int *p = 0, n = 0; { again:; int x; p = &x; set(p); } if (n++ < 2) goto again;":                          "",
		"int *p = 0; goto in; { int x; in: p = &x; set(p); } set(p);":                                             left,
		"int *p = 0; switch (1) { int x; case 1: p = &x; set(p); } set(p);":                                       left,
		"int *p = 0; switch (1) { int x; case 1: p = &x; set(p); break; } p = 0;":                                 "",
		"struct s v = ({ struct s w = { 1 }; shared = &w.a; w; }); return v.a - 1;":                               "",
		"{ int x = 1; pthread_t t; pthread_create(&t, 0, use, &x); pthread_join(t, 0); }":                         "",
		"pthread_t t; { int x = 1; pthread_create(&t, 0, use, &x); } pthread_join(t, 0);":                         "f.c:3: use of a local variable of a block of main that has been left",
		"pthread_t t; for (int i = 0; i < 2; i++) { int x; pthread_create(&t, 0, use, &x); pthread_join(t, 0); }": "",
		"struct s w = record(); return w.a - 1;":                                                                  "",
		"if (deep(3) != 6) abort();":                                                                              "",
		"for (int i = 0; i < 600; i++) { int x; set(&x); }":                                                       "", // examined as a possibly endless loop
		"for (int i = 0; i < 600; i++) { int x, *p = &x; if (i < 300) set(p); else *p = 1; }":                     "",
		"int *p = 0; for (int i = 0; i < 600; i++) { int x; if (i < 599) p = &x; else set(p); }":                  "",
		"int *p = 0; for (int i = 0; i < 600; i++) { int x; if (i < 599) { p = &x; set(p); } } set(p);":           left,
	} {
		write(t, file, `#include <pthread.h>
#include <stdlib.h>
int *shared; void set(int *p) { *p = 1; } int deep(int n) { int *p = &n; { int m = 0, *q = &m; if (n) *q = *p + deep(n - 1); return *q; } } struct s { int a, b; } record(void) { { struct s v = {1, 2}; shared = &v.a; return v; } } void *use(void *p) { set(p); return 0; }
int main(void) { `+body+` return 0; }`)
		if strings.Contains(want, left) && strings.Contains(body, "set(p)") {
			want = "f.c:3: use of a local variable of a block of "
		}
		err := runOnce(file)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", body, err, want)
		}
	}
}
