// executions 1
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
struct pair { int key; char name[4]; };
static int byKey(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }
static int format(char *to, size_t n, const char *f, ...) {
	va_list a;
	va_start(a, f);
	int r = vsnprintf(to, n, f, a);
	va_end(a);
	return r;
}
int main(void) {
	char b[64], *end, *rest;
	assert(snprintf(b, sizeof b, "%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%c|%s|%%", -7, 42, 42, 42, 3, 255, 255, 8, 'z', "str") == 42);
	assert(!strcmp(b, "-7|   42|42   |00042|+3|ff|0XFF|10|z|str|%"));
	assert(snprintf(b, 4, "%s", "truncated") == 9 && !strcmp(b, "tru"));
	assert(snprintf(NULL, 0, "%lu", 1234567890123ul) == 13);
	assert(sprintf(b, "%.3s|%6.2s|%.5d|%ld|%hhd|%hu|%zu|%8.3x", "abcdef", "xy", 42, -5000000000L, 300, 65537, sizeof(int), 10) == 44);
	assert(!strcmp(b, "abc|    xy|00042|-5000000000|44|1|4|     00a"));
	assert(format(b, sizeof b, "%*d %-*d.", 4, 1, 3, 2) == 9 && !strcmp(b, "   1 2  ."));
	assert(printf("%d\n", 100) == 4 && puts("ab") >= 0 && putchar('x') == 'x' && fprintf(stderr, "e%s", "f") == 2 && fflush(stdout) == 0);
	assert(stdin != stdout && stdout != stderr && stdin && stdout && stderr);
	assert(strtol("  -123abc", &end, 10) == -123 && !strcmp(end, "abc"));
	assert(strtol("0x1fg", &end, 0) == 31 && *end == 'g' && strtol("077", NULL, 0) == 63 && strtol("z", &end, 36) == 35);
	errno = 0;
	assert(strtol("9223372036854775808", NULL, 10) == 9223372036854775807L && errno == ERANGE);
	errno = 0;
	assert(strtol("-9223372036854775808", NULL, 10) == -9223372036854775807L - 1 && errno == 0);
	assert(strtoul("18446744073709551615", NULL, 10) == -1ul && errno == 0 && strtoul("-1", NULL, 10) == -1ul);
	assert(strtol("", &end, 10) == 0 && strtol("0x", &end, 16) == 0 && *end == 'x');
	assert(atoi("12x") == 12 && atol("-9") == -9 && atoll("7") == 7);
	int v[] = { 5, 2, 9, 1, 5 }, key = 9;
	qsort(v, 5, sizeof v[0], ascending);
	assert(v[0] == 1 && v[1] == 2 && v[2] == 5 && v[3] == 5 && v[4] == 9);
	assert(bsearch(&key, v, 5, sizeof v[0], ascending) == &v[4]);
	key = 4;
	assert(!bsearch(&key, v, 5, sizeof v[0], ascending));
	struct pair p[] = { { 2, "b" }, { 1, "x" }, { 2, "a" } };
	qsort(p, 3, sizeof p[0], byKey);
	assert(p[0].key == 1 && p[0].name[0] == 'x' && p[1].name[0] == 'b' && p[2].name[0] == 'a');
	assert(!strcasecmp("HeLLo", "hEllO") && strncasecmp("abX", "ABY", 2) == 0 && strcasecmp("a", "B") < 0);
	char *d = strdup("copy"), *n = strndup("copied", 3);
	assert(!strcmp(d, "copy") && !strcmp(n, "cop"));
	free(d);
	free(n);
	char t[] = ",a,,bc,", *q = strtok_r(t, ",", &rest);
	assert(!strcmp(q, "a") && !strcmp(strtok_r(NULL, ",", &rest), "bc") && !strtok_r(NULL, ",", &rest));
	char u[] = "x y";
	assert(!strcmp(strtok(u, " "), "x") && !strcmp(strtok(NULL, " "), "y") && !strtok(NULL, " "));
	assert(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2 && *strpbrk("xyz", "zy") == 'y' && strstr("haystack", "st")[0] == 's');
	assert(!memcmp("ab", "ab", 2) && memchr("abc", 'c', 3) && !strrchr("abc", 'x'));
	assert(isalpha('a') && !isalpha('1') && isxdigit('F') && ispunct('!') && !ispunct('a') && isblank('\t') && toupper('q') == 'Q' && iscntrl(0));
	assert(abs(-3) == 3 && labs(-3L) == 3 && llabs(-3LL) == 3 && div(7, 2).quot == 3 && ldiv(-7, 2).rem == -1);
	assert(alignof(double) == 8 && ATOMIC_BOOL_LOCK_FREE == 2 && ATOMIC_LLONG_LOCK_FREE == 2);
	return 0;
}
