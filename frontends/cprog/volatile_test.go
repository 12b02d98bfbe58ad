package cprog_test

import (
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/model"
)

// TestVolatile: an access is volatile, and so no data race, wherever the qualifier stands: in the declaration, in a
// typedef, in a cast, behind a second *, in the struct around a member.
func TestVolatile(t *testing.T) {
	const declared = `
#define ACCESS_ONCE(x) (*(volatile __typeof__(x) *)&(x))
#define READ_ONCE(x) (*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, v) do { *(volatile typeof(x) *)&(x) = (v); } while (0)
typedef volatile int vint;
typedef volatile int *vpointer;
typedef struct { int a; volatile int b; int c[2]; } S;
struct N { int v; struct N *next; };
atomic_int other;
int x, raw[4]; vint td; S s; volatile S vs; struct N nd, *head; int *volatile vp = &x;
static int reads(const volatile int *p) { return *p; }
static vpointer where(void) { return &x; }
void *w(void *a) { ACCESS; return 0; }
int main(void) { pthread_t h; pthread_create(&h, 0, w, 0); ACCESS; pthread_join(h, 0); return 0; }
`
	for access, races := range map[string]bool{
		"ACCESS_ONCE(x) = 1": false, "WRITE_ONCE(x, READ_ONCE(x) + 1)": false, "*(vint *)&x = 1": false, "td = 1": false,
		"vs.a = 1": false, "vs.c[1] = 1": false, "(*(volatile S *)&s).a = 1": false, "((volatile S *)&s)->a = 1": false,
		"((volatile S *)&s)->c[1] = 1": false, "((volatile int *)raw)[1] = 1": false, "WRITE_ONCE(head, &nd)": false,
		"WRITE_ONCE(nd.next, &nd)": false, "volatile int *p = &x; *p = 1": false, "reads(&x); ACCESS_ONCE(x)++": false,
		"vint *p = &x; (*p)++": false, "volatile S *p = &s; p->a = 1": false, "volatile struct N *p = &nd; p->next = 0": false,
		"s.b = 1": false, "struct N *volatile *p = &head; *p = &nd": false, "*(int volatile *)&x = 1": false, "*(vpointer)&x = 1": false,
		"*((volatile int *)&x + 0) = 1": false, "*(0 ? (volatile int *)0 : &x) = 1": false, "*({ (volatile int *)&x; }) = 1": false,
		"*where() = 1": false, "*&*(volatile int *)&x = 1": false,
		// These are not volatile.
		"x = 1": true, "*(int *)&x = 1": true, "*(int *)(volatile int *)&x = 1": true, "s.a = 1": true, "nd.next = 0": true, "*vp = 1": true,
		"int *volatile p = &x; *p = 1": true, "int *volatile *p = &vp; **p = 1": true, "raw[vs.a] = 1": true, "raw[0] = READ_ONCE(x)": true,
	} {
		t.Run(access, func(t *testing.T) {
			c := threadCase{text: "#define ACCESS " + access + declared, options: cprog.Options{Races: cprog.Look}}
			if got := c.explored(t, "pop"); (got[model.Raced] > 0) != races || got[model.Failed] > 0 {
				t.Errorf("%v, want races: %v", got, races)
			}
		})
	}
}
