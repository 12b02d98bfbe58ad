// executions 4 blocked 2 --spin --like=genmc
// Two threads push: a write to memory that no other thread can reach yet is not an effect of an
// iteration, so the thread that comes second stops.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { _Atomic(struct node *) next; };
_Atomic(struct node *) top;
static void *push(void *u) {
  struct node *n = malloc(sizeof *n);
  struct node *t;
  do {
    t = atomic_load(&top);
    atomic_store(&n->next, t);
  } while (!atomic_compare_exchange_strong(&top, &t, n));
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, push, 0);
  pthread_create(&t, 0, push, 0);
  return 0;
}
