#include <pthread.h>
#define CELLS 128
#define MESSAGES 4
int table[CELLS];
pthread_mutex_t mutex[CELLS];
static int enter(int h, int w) {
  pthread_mutex_lock(&mutex[h]);
  int free = table[h] == 0;
  if (free) table[h] = w;
  pthread_mutex_unlock(&mutex[h]);
  return free;
}
static void *indexer(void *arg) {
  int tid = (long)arg;
  for (int m = 1; m <= MESSAGES; m++) {
    int w = 11 * m + tid, h = 7 * w % CELLS;
    while (!enter(h, w)) h = (h + 1) % CELLS;
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, indexer, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
