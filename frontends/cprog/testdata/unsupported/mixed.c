// 5: accesses of mixed sizes to memory from malloc are not supported: of 2 bytes here, of another number elsewhere
#include <stdlib.h>
int *p;
static void *at(int n) { return (char *)p + n; }
int main(void) { p = malloc(12); p[0] = p[1] = p[2] = 0; __sync_fetch_and_add((short *)at(3), 1); return __sync_fetch_and_add((short *)at(7), 1); }
