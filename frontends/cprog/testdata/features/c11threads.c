// executions 2
#include <assert.h>
#include <threads.h>
mtx_t m;
int x;
static int body(void *arg) {
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return 7;
}
int main(void) {
  thrd_t a, b;
  mtx_init(&m, mtx_plain);
  thrd_create(&a, body, 0);
  thrd_create(&b, body, 0);
  int r;
  thrd_join(a, &r);
  thrd_join(b, 0);
  assert(r == 7 && x == 2);
  return 0;
}
