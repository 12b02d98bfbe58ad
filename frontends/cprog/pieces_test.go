package cprog_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestPieces: different bytes are different memory locations, in unions, in memory from malloc and behind casts: they do not
// race, and nothing is lost. Atomic accesses to parts of a word that others access as a whole are each one event.
func TestPieces(t *testing.T) {
	const two = "int main(void) { BEGIN pthread_t h, k; pthread_create(&h, 0, t0, 0); pthread_create(&k, 0, t1, 0); pthread_join(h, 0); pthread_join(k, 0); END return 0; }\n"
	threads := func(declared, first, second, begin, end string) string {
		return "#include <string.h>\n#define BEGIN " + begin + "\n#define END " + end + "\n" + declared +
			"\nvoid *t0(void *a) { " + first + " return 0; } void *t1(void *a) { " + second + " return 0; }\n" + two
	}
	look, spin := cprog.Options{Races: cprog.Look}, cprog.Options{Races: cprog.Look, Spin: true}
	const ticket = `typedef union { unsigned v; struct { unsigned short owner, next; } s; } lock; LOCKS
int x;
static void take(lock *l) { unsigned t = __atomic_fetch_add(&l->v, 0x10000, __ATOMIC_ACQUIRE); unsigned short me = t >> 16;
	while (__atomic_load_n(&l->s.owner, __ATOMIC_ACQUIRE) != me) ; }
static void give(lock *l) { __atomic_store_n(&l->s.owner, __atomic_load_n(&l->s.owner, __ATOMIC_RELAXED) + 1, __ATOMIC_RELEASE); }
void *t0(void *a) { take(p); x++; give(p); return 0; }
#define t1 t0
`
	// The lock byte and the pending byte of a qspinlock.
	const pending = `typedef struct { union { atomic_int val; struct { _Atomic unsigned char locked, pending; atomic_ushort tail; } b; } u; } lock; lock l; int x;
void *t0(void *a) {
	int v = 0;
	if (!atomic_compare_exchange_strong_explicit(&l.u.val, &v, 1, memory_order_acquire, memory_order_relaxed)) {
		if (atomic_fetch_or_explicit(&l.u.val, 0x100, memory_order_acquire) & 0x100) return 0;
		while (atomic_load_explicit(&l.u.b.locked, memory_order_acquire)) ;
		atomic_store_explicit(&l.u.b.locked, 1, memory_order_relaxed);
		atomic_store_explicit(&l.u.b.pending, 0, memory_order_relaxed);
	}
	x++;
	atomic_store_explicit(&l.u.b.locked, 0, memory_order_release);
	return 0;
}
#define t1 t0
`
	runCases(t, []threadCase{
		{name: "bytes of a union", text: threads("union { unsigned w; unsigned char b[4]; } u;", "u.b[0] = 1;", "u.b[1] = 2;", "", "assert(u.w == 0x201);"),
			options: look, want: outcomes{model.Complete: 1}},
		{name: "the first bytes of a block", text: threads("struct { int a[4]; } x, y;", "memcpy(&x, &y, 12);", "x.a[3] = 1;", "", "assert(x.a[3] == 1);"),
			options: look, want: outcomes{model.Complete: 1}},
		{name: "the first bytes of a number", text: threads("int x, y = 0x01020304;", "memcpy(&x, &y, 3);", "((char *)&x)[3] = 7;", "", "assert(x == 0x07020304);"),
			options: look, want: outcomes{model.Complete: 1}},
		{name: "a byte among the first bytes of a number", text: threads("long x;", "memset(&x, 1, 5);", "((char *)&x)[4] = 7;", "", ""),
			options: look, want: outcomes{model.Raced: 2}},
		{name: "a large array of which few elements are used", text: threads("int x[300000] = {1, 2}; int n[40000];", "x[7] = 2;", "x[299999] = 3; ((char *)n)[3] = 1;", "",
			"assert(x[7] == 2 && x[299999] == 3 && x[1] == 2 && x[2] == 0 && n[0] == 1 << 24);"), options: look, want: outcomes{model.Complete: 1}},
		{name: "the same element of a large array", text: threads("struct { int v; int *p; } x[40000];", "x[7].p = &x[8].v;", "x[7].p = 0;", "", ""), options: look, want: outcomes{model.Raced: 2}},
		{name: "one of many values leads to mixed sizes", text: threads("int x;", "if (__VERIFIER_choose(70) == 66) { short *p = malloc(8); *p = 1; p[1] = 0; x = *(int *)p; free(p); }", "", "", "assert(x < 2);"),
			options: cprog.Options{Races: cprog.Ignore}, want: outcomes{model.Complete: 70}},
		{name: "the same byte", text: threads("union { unsigned w; unsigned char b[4]; } u;", "u.b[1] = 1;", "u.b[1] = 2;", "", "assert(u.w == 0x200 || u.w == 0x100);"),
			options: look, want: outcomes{model.Raced: 2}},
		{name: "a byte and the word", text: threads("union { unsigned w; unsigned char b[4]; } u;", "u.b[1] = 1;", "u.w = 2;", "", ""),
			options: look, want: outcomes{model.Raced: 2}},
		{name: "halves of a long", text: threads("union { long w; struct { int lo; short hi; } s; } u;", "u.s.lo = 1;", "u.s.hi = 1;", "u.w = -1;", "assert(u.w == (-1l << 48 | 1l << 32 | 1));"),
			options: look, want: outcomes{model.Complete: 1}},
		{name: "bytes of a variable", text: threads("int w;", "((char *)&w)[0] = 1;", "((char *)&w)[3] = 1;", "", "assert(w == 0x1000001);"),
			options: look, want: outcomes{model.Complete: 1}},
		{name: "bytes from malloc", text: threads("unsigned char *p;", "p[0] = 1; p[1] = 7;", "p[2] = 2;", "p = malloc(8); memset(p, 0, 8);", "assert(*(int *)p == 0x20701);"),
			options: look, want: outcomes{model.Complete: 1}},
		{name: "struct copied by bytes", text: threads("struct { char a; short b; int c; } s, r;", "s.a = 1;", "s.c = 3;", "s.b = 2;", "for (int k = 0; k < sizeof s; k++) if (k != 1) ((char *)&r)[k] = ((char *)&s)[k]; assert(r.a == 1 && r.b == 2 && r.c == 3);"),
			options: look, want: outcomes{model.Complete: 1}},
		{name: "bytes of a local", text: "void *t0(void *a) { ((char *)a)[1] = 1; return 0; } void *t1(void *a) { ((char *)a)[2] = 1; return 0; }\n" +
			"int main(void) { int w = 0; pthread_t h, k; pthread_create(&h, 0, t0, &w); pthread_create(&k, 0, t1, &w); pthread_join(h, 0); pthread_join(k, 0); assert(w == 0x10100); return 0; }",
			options: look, want: outcomes{model.Complete: 1}},
		{name: "bytes under tso", text: threads("union { unsigned w; unsigned char b[4]; } u;", "u.b[0] = 1;", "u.b[1] = 2;", "", "assert(u.w == 0x201);"),
			memory: memory.TSO, algorithms: "source optimal pop trust", want: outcomes{model.Complete: 1}},
		{name: "atomic halves", text: threads("union { atomic_uint w; struct { atomic_ushort lo, hi; } s; } u;", "atomic_fetch_add(&u.s.lo, 1);", "atomic_fetch_add(&u.s.hi, 1);", "", "assert(atomic_load(&u.w) == 0x10001);"),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "atomic half and word", text: threads("union { atomic_uint w; struct { atomic_ushort lo, hi; } s; } u;", "atomic_store(&u.s.hi, 3);", "unsigned e = 0; atomic_compare_exchange_strong(&u.w, &e, 5);", "", "unsigned v = atomic_load(&u.w); assert(v == 0x30005 || v == 0x30000);"),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "halves exchanged", text: threads("union { atomic_uint w; struct { atomic_ushort lo, hi; } s; } u;", "assert(atomic_exchange(&u.s.hi, 3) == 0);", "unsigned short e = 0; assert(atomic_compare_exchange_strong(&u.s.lo, &e, 0xffff));", "", "assert(u.w == 0x3ffff && (short)u.s.lo == -1);"),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "ticket lock", text: "#define LOCKS lock l, *p = &l;\n#define BEGIN\n#define END assert(x == 2 && l.v == 0x20002);\n" + ticket + two,
			options: spin, algorithms: "optimal pop trust", want: outcomes{model.Complete: 8, model.AssumeBlocked: 6}},
	})
	for name, text := range map[string]string{
		"ticket lock set by halves": "#define LOCKS lock *p;\n#define BEGIN p = malloc(sizeof *p); p->s.owner = p->s.next = 0;\n#define END assert(x == 2);\n" + ticket + two,
		"ticket lock from malloc":   "#define LOCKS lock *p;\n#define BEGIN p = malloc(sizeof *p); p->v = 0;\n#define END assert(x == 2 && p->v == 0x20002);\n" + ticket + two,
		"pending":                   "#define BEGIN\n#define END\n" + pending + two,
	} {
		c := threadCase{name: name, text: text, options: spin}
		p := c.load(t)
		for _, algorithm := range []string{"pop", "trust", "optimal"} {
			explorer, err := catalog.New(algorithm, algos.Options{})
			if err != nil {
				t.Fatal(err)
			}
			stats, err := explorer.Explore(t.Context(), p, nil)
			if err != nil || stats.Failed+stats.Raced+stats.Livelocked+stats.Deadlocked > 0 || stats.Executions < 2+stats.AssumeBlocked {
				t.Errorf("%s, %s: %+v, %v", name, algorithm, stats, err)
			}
		}
	}
}
