package cprog_test

import (
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
)

// TestAtomicRecords: an access of an atomic struct or union is one event, of any kind: it does not race, and is not torn.
func TestAtomicRecords(t *testing.T) {
	const two = "int main(void) { pthread_t h; BEGIN pthread_create(&h, 0, w, 0); BODY pthread_join(h, 0); END return 0; }\n"
	look := cprog.Options{Races: cprog.Look}
	program := func(declared, thread, begin, body, end string) string {
		return "#define BEGIN " + begin + "\n#define BODY " + body + "\n#define END " + end + "\n" + declared + "\nvoid *w(void *_) { " + thread + " return 0; }\n" + two
	}
	const pair = "struct S { int a, b; }; _Atomic struct S s; static struct S make(int v) { struct S r = { v, v }; return r; } static int same(struct S v) { return v.a == v.b; }\n"
	const small = "typedef struct { char a; short b; } T; _Atomic T s; _Atomic(T) *p = &s;\n"
	const words = "struct W { long a, b; }; _Atomic struct W s; static struct W make(long v) { struct W r = { v, v }; return r; }\n"
	runCases(t, []threadCase{
		{name: "assigned", text: program(pair, "struct S v = {1, 1}; s = v;", "", "struct S r = s; assert(r.a == r.b);", ""), options: look, want: outcomes{model.Complete: 2}},
		{name: "passed and returned", text: program(pair, "s = make(1);", "", "assert(same(s));", "assert(same(s) && same(make(3)));"), options: look, want: outcomes{model.Complete: 2}},
		{name: "returned from a function", text: program(pair+"static struct S get(void) { return s; }", "s = make(1);", "", "assert(same(get()));", ""), options: look, want: outcomes{model.Complete: 2}},
		{name: "generic functions", text: program(pair, "atomic_store(&s, make(1));", "atomic_init(&s, make(2));", "struct S r = atomic_load_explicit(&s, memory_order_acquire); assert(same(r) && r.a >= 1);", ""),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "exchange", text: program(pair, "struct S r = atomic_exchange(&s, make(1)); assert(same(r));", "", "struct S q = atomic_exchange(&s, make(2)); assert(same(q));", "struct S e = s; assert(same(e) && e.a > 0);"),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "compare and exchange", text: program(pair,
			"struct S e = s, d; do { d = e; d.a++; d.b++; } while (!atomic_compare_exchange_strong(&s, &e, d));", "",
			"struct S e = atomic_load(&s), d; do { d = e; d.a++; d.b++; } while (!atomic_compare_exchange_strong(&s, &e, d));", "struct S r = s; assert(r.a == 2 && r.b == 2);"),
			options: look, want: outcomes{model.Complete: 4}},
		{name: "with padding, through a pointer", text: program(small, "T v = {1, 1}; *p = v;", "", "T r = *p; assert(r.a == r.b);", ""), options: look, want: outcomes{model.Complete: 2}},
		{name: "builtins", text: program("struct S { int a, b; } s;", "struct S v = {1, 1}; __atomic_store(&s, &v, __ATOMIC_SEQ_CST);", "", "struct S r; __atomic_load(&s, &r, __ATOMIC_SEQ_CST); assert(r.a == r.b);", ""),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "union", text: program("typedef union { int w; unsigned char b[4]; } U; _Atomic U u;", "U v; v.w = 0x1010101; u = v;", "", "U r = u; assert(r.b[0] == r.b[3]);", ""), options: look, want: outcomes{model.Complete: 2}},
		{name: "from malloc", text: program("struct S { int a, b; }; _Atomic struct S *p;", "struct S v = {1, 1}; *p = v;", "p = malloc(sizeof *p); struct S z = {0, 0}; atomic_init(p, z);", "struct S r = *p; assert(r.a == r.b);", ""),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "two words", text: program(words, "s = make(1);", "", "struct W r = s; assert(r.a == r.b);", "struct W e = atomic_load(&s); assert(e.a == 1 && e.b == 1);"), options: look, want: outcomes{model.Complete: 2}},
		{name: "three numbers", text: program("typedef struct { char a; int b, c; } T; _Atomic T s; static int same(T v) { return v.a == v.b && v.b == v.c; }",
			"s = (T){1, 1, 1};", "", "assert(same(s));", "assert(same(atomic_exchange(&s, ((T){2, 2, 2}))) && same(s));"), options: look, want: outcomes{model.Complete: 2}},
		{name: "compare and exchange of two words", text: program(words,
			"struct W e = s, d; do { d = make(e.a + 1); } while (!atomic_compare_exchange_strong(&s, &e, d));", "",
			"struct W e = {7, 7}; assert(!atomic_compare_exchange_strong(&s, &e, make(9)) && e.a == e.b && e.a <= 1);", "struct W r = s; assert(r.a == 1 && r.b == 1);"),
			options: look, want: outcomes{model.Complete: 3}},
		{name: "builtins for two words", text: program("struct W { long a, b; } s;",
			"struct W v = {1, 1}, e = {0, 0}; assert(__atomic_compare_exchange(&s, &e, &v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));", "",
			"struct W r; __atomic_load(&s, &r, __ATOMIC_SEQ_CST); assert(r.a == r.b);", "assert(s.a == 1 && s.b == 1);"),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "two words and a plain access of one", text: program("struct W { long a, b; } s;",
			"struct W v = {1, 1}; __atomic_store(&s, &v, __ATOMIC_SEQ_CST);", "", "long r = s.b;", ""), options: look, want: outcomes{model.Raced: 2}},
		{name: "numbers of 16 bytes", text: program("_Atomic __int128 s; __int128 t; _Atomic long double d;",
			"s += 2; s++; __sync_fetch_and_add(&t, 1); d += 0.5L;", "",
			"__sync_add_and_fetch(&t, 1);", "assert(s == 3 && t == 2 && d == 0.5L && __sync_bool_compare_and_swap(&t, 2, (__int128)1 << 100) && __atomic_exchange_n(&t, 5, 5) >> 100 == 1);"),
			options: look, want: outcomes{model.Complete: 2}},
		{name: "not atomic", text: program("struct S { int a, b; } s;", "struct S v = {1, 1}; s = v;", "", "struct S r = s;", ""), options: cprog.Options{Races: cprog.Ignore}, want: outcomes{model.Complete: 4}},
	})
}
