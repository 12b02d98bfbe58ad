// Chase, Lev, Dynamic Circular Work-Stealing Deque, SPAA 2005.
#include "../threads.h"

// The owner pushes two items and takes one; N thieves steal.
static atomic_int top, bottom, items[4], taken[3];
static void push(int item) {
  int b = bottom;
  items[b] = item;
  bottom = b + 1;
}
static int take(void) {
  int b = bottom - 1;
  bottom = b;
  int t = top;
  if (t > b) {
    bottom = t;
    return 0;
  }
  int item = items[b];
  if (t < b) return item;
  if (!atomic_compare_exchange_strong(&top, &t, t + 1)) item = 0;
  bottom = b + 1;
  return item;
}
static void *thief(void *arg) {
  int t = top;
  if (t >= bottom) return 0;
  int item = items[t];
  if (atomic_compare_exchange_strong(&top, &t, t + 1)) assert(taken[item]++ == 0);
  return 0;
}
static void *owner(void *arg) {
  push(1);
  push(2);
  int item = take();
  if (item) assert(taken[item]++ == 0);
  return 0;
}
int main(void) {
  THREADS(N + 1);
  START(owner, 0);
  for (int i = 0; i < N; i++) START(thief, i);
  JOIN;
  return 0;
}
