// Alglave, Maranget, Tautschnig, Herding Cats, TOPLAS 2014.
#include "../threads.h"

static atomic_int x, y;
static void *p(void *arg) { x = 1; y = 1; return 0; }
static void *q(void *arg) { y = 2; (void)atomic_load(&x); return 0; }
int main(void) {
  THREADS(2);
  START(p, 0);
  START(q, 0);
  JOIN;
  return 0;
}
