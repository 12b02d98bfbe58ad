// 6: what is locked or unlocked here is not a mutex
typedef struct { int own; } pthread_lock;
int pthread_mutex_lock(pthread_lock *);
int main(void) {
	pthread_lock *l = __builtin_malloc(8);
	l->own = 0, pthread_mutex_lock(l);
	return 0;
}
