// executions 1
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double sum(int n, ...) {
	va_list l, again;
	double s = 0;
	va_start(l, n);
	va_copy(again, l);
	for (int i = 0; i < n; i++)
		if (i % 2)
			s += va_arg(l, double);
		else
			s += va_arg(l, int);
	assert(n == 0 || va_arg(again, int) == 1);
	va_end(again);
	va_end(l);
	return s;
}
static void say(const char *f, ...) {
	va_list l;
	va_start(l, f);
	vprintf(f, l);
	va_end(l);
}
static int next(va_list *l) { return va_arg(*l, char *)[0]; }
static int walk(const char *f, ...) {
	va_list l;
	int r = 0;
	va_start(l, f);
	for (; *f; f++)
		r = 100 * r + next(&l);
	va_end(l);
	return r;
}
static int three(const char *f, ...) { return 3; }
static int strnlen(const char *s, unsigned long n) { return 7; } // the file's own comes first
int main(void) {
	float f = 0.5f;
	char c = -3, b[10] = "x", *q;
	int (*p)(const char *, ...) = three;
	assert(sum(4, 1, 0.5, c, f) == -1 && sum(0) == 0);
	assert(p("", 1, 2) == 3 && walk("ab", "a", "b") == 9798);
	say("%d\n", 3);
	strcpy(b, "hello");
	assert(strlen(b) == 5 && !strcmp(b, "hello") && strcmp("a", "b") < 0 && strncmp("abc", "abd", 2) == 0);
	strncpy(b, "ab", 5);
	assert(b[1] == 'b' && b[2] == 0 && b[4] == 0 && strnlen(b, 1) == 7);
	strcat(b, "cd");
	strncat(b, "efg", 1);
	assert(!strcmp(b, "abcde") && strchr(b, 'c') == b + 2 && !strrchr(b, 'z') && memchr(b, 'e', 5) == b + 4);
	q = strdup(b);
	assert(!memcmp(q, b, 6) && memcmp("\xff", "a", 1) > 0 && atoi(" -42x") == -42 && strstr(b, "bc") == b + 1);
	assert(__builtin_popcount(255) == 8 && __builtin_clz(1) == 31 && __builtin_ctzll(8) == 3 && __builtin_parity(7) == 1);
	errno = EINVAL;
	assert(errno == 22 && __builtin_strlen("abc") == 3);
	fprintf(stderr, "%s", b);
	return 0;
}
