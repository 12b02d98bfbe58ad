package cprog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// libraryProgram is a random program of a few threads that uses the library of threads. It is text, and has no reference but full
// enumeration and runs of the code of a compiler.
type libraryProgram struct {
	seed    uint64
	threads [][]string // the statements of each; the first is main's, after it has started the others
	leaves  mainLeaves
	cancels int // the thread that main cancels, if not 0
}

// libraryStatements are in a thread whose result is r. %k is a small number, %a one of two atomic variables, %n one of two indices, %b the other one, and
// J a place where the native program may pause.
var libraryStatements = []string{
	`r = r * 7 + atomic_fetch_add(&a%n, %k);`,
	`atomic_store(&a%n, r + %k);`,
	`r = r * 7 + atomic_load(&a%n);`,
	`r = r * 7 + atomic_exchange(&a%n, %k);`,
	`{ int e = %k; r = r * 7 + atomic_compare_exchange_strong(&a%n, &e, r); r += e; }`,
	`{ int e = 0; r = r * 7 + atomic_compare_exchange_weak(&a%n, &e, %k); r += e; }`,
	`{ int e = atomic_load(&a%n); while (!atomic_compare_exchange_weak(&a%n, &e, e + %k)) ; r = r * 7 + e; }`,
	`if (atomic_load(&a%n) > %k) { J r = r * 7 + ++a%b; }`,
	// volatile accesses, by type or by cast
	`v%n = %k;`,
	`r = r * 7 + v%n;`,
	`r = r * 7 + *(volatile int *)&x%n;`,
	`*(volatile int *)&x%n = %k;`,
	// atomic aggregates
	`{ struct pair p = { %k, %k }; J s = p; }`,
	`{ struct pair p = s; J r = r * 7 + p.a * 3 + p.b; }`,
	`{ struct pair e = s, d = { e.b, %k }; J r = r * 7 + atomic_compare_exchange_strong(&s, &e, d); r += e.a; }`,
	`{ struct pair p = { %k, 1 }; p = atomic_exchange(&s, p); r = r * 7 + p.b; }`,
	// different bytes of a union, and a struct as a whole under a lock
	`u.b[%id] = %k; J u.b[%id]++;`,
	`pthread_mutex_lock(&m%n); J pair%n.a++; J pair%n.b = pair%n.a; pthread_mutex_unlock(&m%n);`,
	`pthread_mutex_lock(&m%n); struct pair copy%u = pair%n; pthread_mutex_unlock(&m%n); r = r * 7 + copy%u.a * 2 + copy%u.b;`,
	`r = r * 7 + table[(r + %k) & 1](&a%n);`,
	// mutexes
	`pthread_mutex_lock(&m%n); J y%n += %k; r = r * 7 + y%n; pthread_mutex_unlock(&m%n);`,
	`pthread_mutex_lock(&m0); J pthread_mutex_lock(&m1); y0 += y1; y1++; pthread_mutex_unlock(&m1); pthread_mutex_unlock(&m0);`,
	`if (pthread_mutex_trylock(&m%n) == 0) { J r = r * 7 + ++y%n; pthread_mutex_unlock(&m%n); } else r = r * 5 + 1;`,
	`pthread_mutex_lock(&rec); pthread_mutex_lock(&rec); J z++; pthread_mutex_unlock(&rec); J r = r * 7 + z; pthread_mutex_unlock(&rec);`,
	`if (pthread_mutex_timedlock(&m%n, soon()) == 0) { J r = r * 7 + ++y%n; pthread_mutex_unlock(&m%n); } else r = r * 5 + 2;`,
	`pthread_mutex_lock(&node->m); J node->v += %k; r = r * 7 + node->v; pthread_mutex_unlock(&node->m);`,
	`{ int e = pthread_mutex_lock(&chk), f = pthread_mutex_lock(&chk); J z++; r = r * 7 + e + f + z; pthread_mutex_unlock(&chk); r = r * 3 + pthread_mutex_unlock(&chk); }`,
	`{ int e = pthread_mutex_trylock(&chk); J r = r * 7 + e + pthread_mutex_unlock(&chk); }`,
	`pthread_mutex_lock(&m%n); bits%n.x += %k; J bits%n.y = bits%n.x + 1; r = r * 7 + bits%n.y; pthread_mutex_unlock(&m%n);`,
	`{ int e = pthread_mutex_lock(&rob); if (e != ENOTRECOVERABLE) { J z++; if (e) pthread_mutex_consistent(&rob); r = r * 7 + e + z; if (%k) pthread_mutex_unlock(&rob); } }`,
	// numbers of other sizes, flags, pointers
	`{ double e = number; number += %k; J r = r * 7 + (int)(e + number); }`,
	`r = r * 7 + atomic_fetch_xor(&byte, %k + 250); J r += byte;`,
	`r = r * 7 + atomic_flag_test_and_set(&flag);`,
	`atomic_flag_clear(&flag); J r = r * 3 + 1;`,
	`{ int *q = atomic_exchange(&to, &y%n); J r = r * 7 + (q == &y0) * 2 + (q == 0); }`,
	`{ int *q = &y%b; r = r * 7 + atomic_compare_exchange_strong(&to, &q, &y%n) * 2 + (q == &y1); }`,
	// conditions
	`pthread_mutex_lock(&m%n); ready%n = %k; J pthread_cond_signal(&c%n); pthread_mutex_unlock(&m%n);`,
	`pthread_mutex_lock(&m%n); ready%n++; pthread_mutex_unlock(&m%n); J pthread_cond_broadcast(&c%n);`,
	`pthread_mutex_lock(&m%n); while (!ready%n) pthread_cond_wait(&c%n, &m%n); r = r * 7 + ready%n--; pthread_mutex_unlock(&m%n);`,
	`pthread_mutex_lock(&m%n); { int e = 0; while (!ready%n && !e) e = pthread_cond_timedwait(&c%n, &m%n, soon()); r = r * 7 + ready%n + (e != 0); } pthread_mutex_unlock(&m%n);`,
	// semaphores
	`sem_post(&sem%n);`,
	`sem_wait(&sem%n); J r = r * 7 + atomic_fetch_add(&a%b, 1);`,
	`r = r * 7 + (sem_trywait(&sem%n) == 0);`,
	`r = r * 7 + (sem_timedwait(&sem%n, soon()) == 0);`,
	`{ int q = 0; sem_getvalue(&sem%n, &q); r = r * 7 + q; }`,
	`r = r * 7 + (sem_post(&full) != 0);`,
	`r = r * 7 + (sem_trywait(&full) != 0); J { int q; sem_getvalue(&full, &q); r += SEM_VALUE_MAX - q; }`,
	// barriers, read-write locks, spin locks, once
	`if (pthread_barrier_wait(&bar) == PTHREAD_BARRIER_SERIAL_THREAD) r = r * 7 + atomic_fetch_add(&a%n, 3);`,
	`pthread_barrier_wait(&bar); J r = r * 7 + atomic_load(&a%n);`,
	`pthread_rwlock_rdlock(&rw); J r = r * 7 + w; pthread_rwlock_unlock(&rw);`,
	`pthread_rwlock_wrlock(&rw); w += %k; J r = r * 7 + w; pthread_rwlock_unlock(&rw);`,
	`if (pthread_rwlock_tryrdlock(&rw) == 0) { r = r * 7 + w; pthread_rwlock_unlock(&rw); } else r = r * 5 + 3;`,
	`if (pthread_rwlock_trywrlock(&rw) == 0) { J w++; pthread_rwlock_unlock(&rw); } else r = r * 5 + 4;`,
	`if (pthread_rwlock_timedrdlock(&rw, soon()) == 0) { J r = r * 7 + w; pthread_rwlock_unlock(&rw); } else r = r * 5 + 6;`,
	`if (pthread_rwlock_timedwrlock(&rw, soon()) == 0) { w += 2; J pthread_rwlock_unlock(&rw); } else r = r * 5 + 7;`,
	`{ int e = pthread_rwlock_wrlock(&rw); J e += %k ? pthread_rwlock_rdlock(&rw) : pthread_rwlock_wrlock(&rw); w += 3; J r = r * 7 + w + e; pthread_rwlock_unlock(&rw); }`,
	`pthread_spin_lock(&spin); J w2 += %k; r = r * 7 + w2; pthread_spin_unlock(&spin);`,
	`if (pthread_spin_trylock(&spin) == 0) { w2++; pthread_spin_unlock(&spin); } else r = r * 5 + 5;`,
	`pthread_once(&once, begin); J r = r * 7 + begun;`,
	// memory of threads
	`own += %k; J r = r * 7 + own;`,
	`pthread_setspecific(key, &a%n);`,
	`r = r * 7 + (pthread_getspecific(key) != 0);`,
	`{ pthread_key_t q; pthread_key_create(&q, 0); J pthread_setspecific(q, &a%n); J r = r * 7 + (pthread_getspecific(q) == &a%n); pthread_key_delete(q); }`,
	// ends
	`if (atomic_load(&a%n) == %k) { out[%id] = r; FINISH(r); }`,
	`if (atomic_load(&a%n) > %k) { out[%id] = r; leave(r); }`,
	`pthread_cleanup_push(undo, &a%n); J pthread_testcancel(); r = r * 7 + 1; pthread_cleanup_pop(%k & 1);`,
	`{ int old; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); J a%n++; pthread_setcancelstate(old, 0); pthread_testcancel(); }`,
	`pthread_cleanup_push(undo, &a%n); J sem_wait(&sem%b); pthread_cleanup_pop(0);`,
}

// libraryPreamble has the declarations for the statements. FINISH ends the process; the native program prints the result.
const libraryPreamble = `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef NATIVE
static _Thread_local unsigned noise;
static void pause_(void) {
  struct timespec t;
  if (!noise) { clock_gettime(CLOCK_MONOTONIC, &t); noise = t.tv_nsec | 1; }
  noise = noise * 1664525 + 1013904223;
  switch (noise >> 29) {
  case 0: for (volatile int k = noise >> 12 & 16383; k > 0; k--) ; break; // no point of cancellation
  case 1: case 2: for (volatile int k = noise >> 20 & 255; k > 0; k--) ; break;
  case 3: sched_yield(); break;
  }
}
#define J pause_();
static void end(int v) { char b[32]; int old; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); int n = snprintf(b, 32, "%d\n", v); if (write(1, b, n) < 0) abort(); _exit(0); }
#define FINISH(v) end((int)(v))
static struct timespec *soon(void) {
  static _Thread_local struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += 200000;
  if (t.tv_nsec >= 1000000000) { t.tv_nsec -= 1000000000; t.tv_sec++; }
  return &t;
}
#else
#define J
#define FINISH(v) do { result = (int)(v); exit(0); } while (0)
static struct timespec *soon(void) { static _Thread_local struct timespec t; return &t; }
#endif
int result = -1, out[4];
atomic_int a0, a1 = 1;
volatile int v0, v1;
int x0, x1, y0, y1 = 2, z, w, w2, ready0, ready1, begun;
struct pair { short a, b; } pair0, pair1;
_Atomic struct pair s;
union { unsigned char b[4]; int w; } u;
static int add(atomic_int *p) { return atomic_fetch_add(p, 2); }
static int get(atomic_int *p) { return atomic_load(p); }
int (*const table[2])(atomic_int *) = { add, get };
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER, rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, chk = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, rob;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER, c1 = PTHREAD_COND_INITIALIZER;
sem_t sem0, sem1, full;
struct { unsigned x : 3, y : 5; } bits0, bits1;
_Atomic double number = 0.5;
_Atomic unsigned char byte = 3;
atomic_flag flag = ATOMIC_FLAG_INIT;
int *_Atomic to;
pthread_barrier_t bar;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
struct node { int v; pthread_mutex_t m; } *node;
_Thread_local int own = 3;
static void begin(void) { begun++; atomic_fetch_add(&a0, 1); }
static void undo(void *p) { atomic_fetch_add((atomic_int *)p, 5); }
static void destroy(void *p) { atomic_fetch_add((atomic_int *)p, 9); }
static void leave(int r) { pthread_exit((void *)(long)r); }
`

func randomLibraryProgram(seed uint64) *libraryProgram {
	g := rand.New(rand.NewPCG(seed, 5))
	p := &libraryProgram{seed: seed}
	few := g.Perm(len(libraryStatements))[:3+g.IntN(4)] // so that threads use the same objects
	unique := 0
	for id := range 3 + g.IntN(5)/4 {
		var all []string
		n := 1 + g.IntN(4)
		if id == 0 {
			n = g.IntN(2)
		}
		for range n {
			unique++
			all = append(all, filled(g, libraryStatements[few[g.IntN(len(few))]], id, unique))
		}
		p.threads = append(p.threads, all)
	}
	if g.IntN(3) == 0 {
		p.leaves = mainLeaves(1 + g.IntN(3))
	}
	if g.IntN(4) == 0 {
		p.cancels = 1 + g.IntN(len(p.threads)-1)
	}
	return p
}

// filled returns a statement of thread id.
func filled(g *rand.Rand, text string, id, unique int) string {
	n := g.IntN(2)
	for strings.Contains(text, "%k") {
		text = strings.Replace(text, "%k", fmt.Sprint(g.IntN(3)), 1)
	}
	return strings.NewReplacer("%id", fmt.Sprint(id), "%n", fmt.Sprint(n), "%b", fmt.Sprint(1-n), "%u", fmt.Sprint(unique)).Replace(text)
}

// source returns the program as C.
func (p *libraryProgram) source() string {
	var b strings.Builder
	b.WriteString(libraryPreamble)
	for id, body := range p.threads[1:] {
		fmt.Fprintf(&b, "static void *t%d(void *arg) {\nint r = (long)arg;\n%sout[%d] = r;\nreturn (void *)(long)r;\n}\n", id+1, lines(body), id+1)
	}
	b.WriteString("int main(void) {\nint r = 0;\npthread_t t[4];\nvoid *joined;\n")
	fmt.Fprintf(&b, "sem_init(&sem0, 0, 0); sem_init(&sem1, 0, 1); pthread_barrier_init(&bar, 0, 2); pthread_spin_init(&spin, 0); pthread_key_create(&key, destroy);\n"+
		"node = malloc(sizeof *node); node->v = 1; pthread_mutex_init(&node->m, 0);\n")
	if p.uses("&rob") {
		b.WriteString("pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&rob, &at);\n")
	}
	if p.uses("&full") { // which makes semaphores be executed in another way
		b.WriteString("sem_init(&full, 0, SEM_VALUE_MAX - 1);\n")
	}
	for id := range p.threads[1:] {
		fmt.Fprintf(&b, "pthread_create(&t[%d], 0, t%d, (void *)%d);\n", id+1, id+1, id+1)
	}
	if p.cancels > 0 {
		fmt.Fprintf(&b, "J pthread_cancel(t[%d]);\n", p.cancels)
	}
	b.WriteString(lines(p.threads[0]))
	if p.leaves == afterJoins {
		for id := range p.threads[1:] {
			if p.seed%4 == 1 { // it chooses whether the thread is over
				fmt.Fprintf(&b, "if (pthread_tryjoin_np(t[%d], &joined) == 0) goto joined%d;\nr++;\n", id+1, id)
			}
			fmt.Fprintf(&b, "pthread_join(t[%d], &joined);\njoined%[2]d: r = r * 31 + (int)(long)joined * 3 + out[%[1]d];\n", id+1, id)
		}
		b.WriteString("r = r * 31 + a0 + a1 * 3 + x0 + x1 * 5 + y0 * 7 + y1 + z + w + w2 + u.w + node->v + begun + pair0.b + pair1.b * 3 + ready0 + ready1 * 2;\n")
	}
	ends := []string{"FINISH(r);", "\n#ifndef NATIVE\nresult = r; return 0;\n#else\nFINISH(r);\n#endif\n", "FINISH(r);", "pthread_exit(0);"}
	b.WriteString(ends[p.leaves] + "\n}\n")
	return b.String()
}

// uses reports whether a statement has that text.
func (p *libraryProgram) uses(text string) bool {
	return slices.ContainsFunc(p.threads, func(body []string) bool { return strings.Contains(lines(body), text) })
}

func lines(body []string) string {
	var b strings.Builder
	for _, s := range body {
		b.WriteString("J " + s + "\n")
	}
	return b.String()
}
