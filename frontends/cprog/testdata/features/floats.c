// executions 3
// Shared floating-point numbers: a store, and two loads, each of which may come before it.
#include <assert.h>
#include <math.h>
#include <pthread.h>
double d = 0.5;
float f[2] = { 1, 2 };
static void *set(void *p) {
	d = sqrt(f[1] + 0.25);
	return p;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	double a = d, b = d;
	assert(a == 0.5 || a == 1.5 && b == 1.5);
	assert(!(a != a) && (b == 0.5 || (int)b == 1) && !-0.0 && (0.1f != 0.1));
	assert(fmax(1, NAN) == 1 && fmin(2, -3) == -3 && fmod(7.5, 2) == 1.5);
	assert(isnan(NAN) && !isnan(1.0f) && isinf(-INFINITY) && !isinf(NAN) && isfinite(1e300) && !isfinite(INFINITY) && __builtin_isinf_sign(-INFINITY) == -1 && pow(2, 10) == 1024 && (unsigned char)200.7 == 200);
	return 0;
}
