// executions 2
#include <assert.h>
#include <pthread.h>
_Thread_local int mine = 5;
int *theirs;
static void *add(void *arg) { *(int *)arg += 2; return 0; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  int x = 1, y = 2, seen;
  theirs = &mine;
  swap(&x, &y);
  assert(x == 2 && y == 1 && mine == 5);
  pthread_t t;
  pthread_create(&t, 0, add, &x);
  seen = x;
  pthread_join(t, 0);
  assert(x == 4 && (seen == 2 || seen == 4));
  *theirs = 6;
  assert(mine == 6);
  return 0;
}
