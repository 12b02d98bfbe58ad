#include <assert.h>
#include <pthread.h>
#define SLOTS 10
pthread_mutex_t m;
int send = 1, receive, value, next, first, buffer[SLOTS];
static void insert(int v) {
  if (next < SLOTS) {
    buffer[next] = v;
    next = (next + 1) % SLOTS;
  }
}
static int removed(void) {
  if (next > 0 && first < SLOTS) {
    first++;
    return buffer[first - 1];
  }
  return -1;
}
static void *producer(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    if (send) {
      insert(i);
      value = i;
      send = 0;
      receive = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
static void *consumer(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    if (receive) {
      assert(removed() == value);
      receive = 0;
      send = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
