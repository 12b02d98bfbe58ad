// executions 1
// Flexible array members, also with elements from an initialiser.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <stdint.h>
#include <inttypes.h>
#include <limits.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <math.h>
#include <float.h>
#include <time.h>
#include <wchar.h>
struct f { int n; int a[]; };
int main(void) {
struct f *p = malloc(sizeof *p + 3 * sizeof(int)); p->n = 3; for (int i = 0; i < 3; i++) p->a[i] = i; assert(p->a[2] == 2 && sizeof *p == 4); free(p); struct z { int n; char d[0]; } *q = malloc(4 + 6); strcpy(q->d, "hello"); assert(q->d[4] == 'o'); free(q); static struct f st = {2, {5, 6}}; assert(st.a[1] == 6);
return 0; }
