package cprog_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestUnset: a use of a local variable, or of a part of one, to which nothing has been stored is a failure, whatever its shape and
// whether or not its address leaves the function. Copies of records, padding and bit-fields beside others are no uses.
func TestUnset(t *testing.T) {
	const preamble = "#include <string.h>\n#include <stdlib.h>\n#include <pthread.h>\nstruct in { char c; int i; }; struct s { int a, b; struct in in[2]; }; union u { int i; char c[8]; short h; };" +
		" struct b { unsigned x : 3, y : 5; int z; }; static struct s get(int full) { struct s r; r.a = 1; if (full) r.b = 2; return r; } static void *none(void *a) { return a; } static void other(void *a) { pthread_t t; pthread_create(&t, 0, none, a); pthread_join(t, 0); } static int second(struct s v) { return v.b; }" +
		" static void fill(void *to, int n) { for (int i = 0; i < n; i++) ((char *)to)[i] = 0; }" +
		" static void swap(void *x, void *y, int n) { char t[64]; memcpy(t, x, n); memcpy(x, y, n); memcpy(y, t, n); } static int less(const void *x, const void *y) { return ((struct s *)x)->a - ((struct s *)y)->a; }\n"
	const memory, variable = "use of memory to which nothing has been stored", "which has no value"
	file := filepath.Join(t.TempDir(), "f.c")
	for body, want := range map[string]string{
		"struct s s; s.a = 1; return s.b;":                                                             memory,
		"struct s s; s.b = 0; return s.b;":                                                             "",
		"int t[3]; t[0] = 1; return t[1];":                                                             memory,
		"int t[3]; for (int i = 0; i < 3; i++) t[i] = i; return t[2] - 2;":                             "",
		"int t[3] = { 1 }; return t[2];":                                                               "",
		"struct s s = { .a = 1 }; return s.in[1].i;":                                                   "",
		"struct s s; s.in[1].c = 1; return s.in[1].i;":                                                 memory,
		"struct s s, c; s.a = 1; c = s; return c.a - 1;":                                               "",
		"struct s s, c; s.a = 1; c = s; return c.b;":                                                   memory,
		"struct s s, c; s.b = 0; memcpy(&c, &s, sizeof c); return c.b;":                                "",
		"struct s s, c; s.a = 1; memcpy(&c, &s, sizeof c); return c.b;":                                memory,
		"return get(0).a - 1;":                                                                         "",
		"return get(0).b;":                                                                             memory,
		"return get(1).b - 2;":                                                                         "",
		"struct s s; s.a = 1; return second(s);":                                                       memory,
		"struct s s; s.b = 0; return second(s);":                                                       "",
		"union u u; u.c[0] = 0; return u.c[0];":                                                        "",
		"union u u; u.c[0] = 0; return u.i;":                                                           memory,
		"union u u; u.h = 0; u.c[2] = u.c[3] = 0; return u.i;":                                         "",
		"union u u = { 0 }; return u.c[7];":                                                            "",
		"struct b b; b.x = 1; return b.x - 1;":                                                         "",
		"struct b b; b.x = 1; return b.y;":                                                             memory,
		"struct b b; b.x = 1; b.y = 2; return b.y - 2;":                                                "",
		"struct b b; b.x = 1; struct b c = b; return c.y;":                                             memory,
		"struct b b; b.x = 1; struct b c; memcpy(&c, &b, sizeof c); return c.x - 1;":                   "",
		"struct b b; b.x = 1; b.y++; return 0;":                                                        memory,
		"struct { int a : 9, b : 9, c : 9; } s; s.a = s.c = 1; return s.b;":                            memory,
		"struct { int a : 9, b : 9, c : 9; } s; s.a = s.b = s.c = 0; return s.b;":                      "",
		"struct { int a : 20; short b : 3; } s; s.a = 0; return s.b;":                                  memory,
		"struct b b; fill(&b, sizeof b); b.x = 1; return b.y;":                                         "",
		"for (int i = 0; i < 2; i++) { struct b b; if (!i) b.y = 0; b.x = 1; if (b.y) return 1; }":     memory,
		"struct b b[2]; b[1].x = 1; b[0].y = 0; return b[1].y;":                                        memory,
		"struct b b; b.x = 1; return b.z;":                                                             memory,
		"struct b b; return b.y;":                                                                      memory,
		"struct b b; b.y = 0; struct b c = b; return c.y;":                                             "",
		"struct in a, b; a.c = 1; a.i = 2; fill(&b, sizeof b); b = a; return memcmp(&a, &b, 1);":       "",
		"int a[4]; fill(a, 12); return a[2];":                                                          "",
		"int a[4]; fill(a, 12); return a[3];":                                                          memory,
		"int a[2][2]; a[1][0] = 0; return a[1][0];":                                                    "",
		"int a[2][2]; a[1][0] = 0; return a[0][1];":                                                    memory,
		"int n = 3, a[n]; a[0] = 0; return a[0];":                                                      "",
		"int n = 3, a[n]; a[0] = 0; return a[1];":                                                      memory,
		"for (int i = 0; i < 2; i++) { int a[2]; if (i == 0) a[0] = 0; if (a[0]) return 0; }":          memory,
		"for (int i = 0; i < 2; i++) { struct s s; s.a = i; s.b = 0; if (s.b) return 1; }":             "",
		"int i = 0; again:; struct s s; if (i == 0) s.a = 0; if (s.a) return 1; if (!i++) goto again;": memory,
		"goto past; int x = 0; past: return x;":                                                        variable,
		"goto past; int x[2] = { 0 }; past: return x[1];":                                              memory,
		"goto past; int x; past: x = 0; return x;":                                                     "",
		"switch (1) { int x; case 1: return x; }":                                                      variable,
		"switch (1) { int x; case 1: x = 0; return x; }":                                               "",
		"switch (1) { struct s s; case 1: return s.a; }":                                               memory,
		// in memory from malloc, and in locals that others reach
		"struct b *b = malloc(sizeof *b); b->x = 1; return b->x - 1;":                                               "",
		"struct b *b = malloc(sizeof *b); b->x = 1; return b->y;":                                                   memory,
		"struct b *b = malloc(sizeof *b); b->x = 1; b->y = 0; return b->y;":                                         "",
		"struct b *b = malloc(sizeof *b); b->x = 1; b->y++; return 0;":                                              memory,
		"struct b *b = calloc(1, sizeof *b); b->x = 1; return b->y;":                                                "",
		"struct b *b = malloc(sizeof *b), *c = malloc(sizeof *c); b->x = 1; *c = *b; return c->x - 1;":              "",
		"struct b *b = malloc(sizeof *b), *c = malloc(sizeof *c); b->x = 1; *c = *b; return c->y;":                  memory,
		"struct b *b = malloc(sizeof *b), c; b->x = 1; b->y = 0; b->z = 3; c = *b; return c.y + c.z - 3;":           "",
		"struct b *b = malloc(sizeof *b), *c = malloc(sizeof *c); b->x = 1; memcpy(c, b, sizeof *b); return c->y;":  memory,
		"struct { int a : 9, b : 9, c : 9; } *s = malloc(sizeof *s); s->a = s->c = 1; return s->b;":                 memory,
		"struct { int a : 9, b : 9, c : 9; } *s = malloc(sizeof *s); s->a = -1; s->b = -3; return s->a + s->b + 4;": "",
		"struct b b; other(&b); b.x = 1; return b.y;":                                                               memory,
		"struct b b; other(&b); b.x = 1; b.y = 2; return b.y - 2;":                                                  "",
		// copied and exchanged, also as bytes
		"struct s a[3]; a[0].a = 3; a[1].a = 2; a[2].a = 1; a[0].b = 9; qsort(a, 3, sizeof *a, less); return a[2].b - 9;":                                                     "",
		"struct s a[3]; a[0].a = 3; a[1].a = 2; a[2].a = 1; a[0].b = 9; qsort(a, 3, sizeof *a, less); return a[0].b;":                                                         memory,
		"struct s *a = malloc(3 * sizeof *a); a[0].a = 3; a[1].a = 2; a[2].a = 1; a[0].b = 9; qsort(a, 3, sizeof *a, less); return a[2].b - 9;":                               "",
		"struct s *a = malloc(3 * sizeof *a); a[0].a = 3; a[1].a = 2; a[2].a = 1; a[0].b = 9; qsort(a, 3, sizeof *a, less); return a[1].b;":                                   memory,
		"struct s x, y; x.a = 1; y.b = 2; swap(&x, &y, sizeof x); return x.b - y.a - 1;":                                                                                      "",
		"struct s x, y; x.a = 1; y.b = 2; swap(&x, &y, sizeof x); return x.a;":                                                                                                memory,
		"struct s *x = malloc(sizeof *x), *y = malloc(sizeof *y); x->a = 1; y->b = 2; swap(x, y, sizeof *x); return x->b - y->a - 1;":                                         "",
		"struct s *x = malloc(sizeof *x), *y = malloc(sizeof *y); x->a = 1; y->b = 2; swap(x, y, sizeof *x); return y->b;":                                                    memory,
		"struct s *p = malloc(sizeof *p); p->b = 5; p = realloc(p, 9 * sizeof *p); return p->b - 5;":                                                                          "",
		"struct s *p = malloc(sizeof *p); p->b = 5; p = realloc(p, 9 * sizeof *p); return p->a;":                                                                              memory,
		"int *p = malloc(12), k = __VERIFIER_choose(2); if (k) { p[1] = 3; p = realloc(p, 40); return p[1] - 3; } char *c = malloc(40); return *c = 0;":                       "",
		"int *p = malloc(12), k = __VERIFIER_choose(2); if (k) { p[1] = 3; p = realloc(p, 40); return p[2]; } char *c = malloc(40); return *c = 0;":                           memory,
		"union u *p = malloc(sizeof *p), *q = malloc(sizeof *q); p->h = 5; *q = *p; memmove(q->c + 1, q, 7); return q->c[1] - 5;":                                             "",
		"union u *p = malloc(sizeof *p), *q = malloc(sizeof *q); p->h = 5; *q = *p; memmove(q->c + 1, q, 7); return q->c[7];":                                                 memory,
		"struct in *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->c = 1; a->i = 2; for (int k = 0; k < sizeof *a; k++) ((char *)b)[k] = ((char *)a)[k]; return b->i - 2;": "",
		"struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->a = 1; char *p = (char *)a, *q = (char *)b; for (int n = sizeof *a; n--;) *q++ = *p++; return b->b;":     memory,
		"double d[2]; d[0] = 0; return d[1] > 0;":          memory,
		"char *p[2]; p[1] = 0; return p[0] == 0;":          memory,
		"struct s a[2]; a[1] = get(1); return a[1].b - 2;": "",
		"struct s a[2]; a[1] = get(1); return a[0].b;":     memory,
		"pthread_mutexattr_t a; pthread_mutex_t m; pthread_mutexattr_init(&a); pthread_mutex_init(&m, &a); return pthread_mutex_trylock(&m);": "",
		"int k = 32; return 1 << k;":                        "a shift by 32 of a number of 32 bits",
		"long k = -1; return 1L >> k;":                      "a shift by -1 of a number of 64 bits",
		"return 1 << 31 < 0 ? 0 : 1;":                       "",
		"unsigned k = 40; return (1UL << k) != 1UL << 40;":  "",
		"unsigned char c = 1, k = 31; return (c << k) > 0;": "",
		"int x = 1; x <<= 33; return 0;":                    "a shift by 33 of a number of 32 bits",
		"static _Atomic int x = 1; x >>= 33; return 0;":     "out of range",
		"if (0) return 1 << -65;":                           "",
		"return 1 << 32;":                                   "a shift by 32 of a number of 32 bits",
	} {
		write(t, file, preamble+"int main(void) { "+body+" return 0; }")
		err := runOnce(file)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", body, err, want)
		}
	}
}
