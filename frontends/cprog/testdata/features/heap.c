// executions 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; char mark; struct node *next; pthread_mutex_t m; };
struct node *_Atomic top;
static void *push(void *arg) {
  struct node *n = malloc(sizeof *n);
  n->value = (long)arg;
  n->mark = 'x';
  struct node *old = top;
  do n->next = old; while (!atomic_compare_exchange_weak(&top, &old, n));
  return n;
}
int main(void) {
  pthread_t t;
  long *local = calloc(2, sizeof(long));
  pthread_create(&t, 0, push, (void *)7L);
  assert(local[1] == 0);
  void *made;
  pthread_join(t, &made);
  assert(top->value == 7 && top == made && top->mark == 'x' && top->next == 0);
  pthread_mutex_lock(&top->m);
  top->value++;
  pthread_mutex_unlock(&top->m);
  free(local);
  if (__VERIFIER_nondet_bool()) push((void *)1L);
  return 0;
}
