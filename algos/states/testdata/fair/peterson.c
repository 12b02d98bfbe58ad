// G. L. Peterson, Myths about the Mutual Exclusion Problem, 1981.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag[2], turn; int c;
static void take(int i) { flag[i] = 1; turn = 1 - i; while (flag[1 - i] && turn == 1 - i); c++; flag[i] = 0; }
static void *p(void *a) { take(1); take(1); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, p, 0); take(0); take(0); pthread_join(t, 0); }
