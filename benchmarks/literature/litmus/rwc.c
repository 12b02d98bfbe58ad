// Alglave, Maranget, Tautschnig, Herding Cats, TOPLAS 2014.
#include "../threads.h"

static atomic_int x, y;
static void *p(void *arg) { x = 1; return 0; }
static void *q(void *arg) { (void)atomic_load(&x); (void)atomic_load(&y); return 0; }
static void *r(void *arg) { y = 1; (void)atomic_load(&x); return 0; }
int main(void) {
  THREADS(3);
  START(p, 0);
  START(q, 0);
  START(r, 0);
  JOIN;
  return 0;
}
