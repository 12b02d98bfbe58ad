// executions 2
typedef unsigned long pthread_t;
struct __pthread_mutex_s { int lock; unsigned count; long rest[4]; };
typedef union { struct __pthread_mutex_s data; char bytes[40]; long align; } pthread_mutex_t;
typedef union { struct __pthread_cond_s { long rest[6]; } data; char bytes[48]; } pthread_cond_t;
typedef union { char bytes[32]; long align; } pthread_barrier_t;
typedef union { char bytes[56]; long align; } pthread_rwlock_t;
typedef pthread_mutex_t lock;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_broadcast(pthread_cond_t *);
extern int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
extern int pthread_barrier_wait(pthread_barrier_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *);
extern int pthread_rwlock_unlock(pthread_rwlock_t *);
struct { int before; pthread_mutex_t m; } s[2] = { { 0, { { 0, 0 } } } };
lock l = { { 0, 0 } };
pthread_cond_t c;
pthread_barrier_t b;
pthread_rwlock_t rw;
int x;
static void *add(void *p) {
	pthread_mutex_lock(&s[1].m);
	x++;
	pthread_mutex_unlock(&s[1].m);
	return p;
}
int main(void) {
	pthread_t t;
	pthread_mutex_t m = { { 0, 0 } };
	pthread_mutex_lock(&m);
	pthread_barrier_init(&b, 0, 1);
	pthread_barrier_wait(&b);
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
	pthread_create(&t, 0, add, 0);
	add(0);
	pthread_join(t, 0);
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_unlock(&rw);
	pthread_mutex_lock(&l);
	pthread_mutex_unlock(&l);
	if (x != 2) __builtin_trap();
	return 0;
}
