// 4: an atomic struct with a member of the library is not supported
#include <pthread.h>
typedef struct { pthread_mutex_t m; long a, b; } T; _Atomic T s;
int main(void) { T v = s; return v.a; }
