// 4: accesses of mixed sizes to memory from malloc are not supported: of 2 bytes where others access another number
#include <stdlib.h>
int *p;
int main(void) { p = malloc(4); *p = 1; return ((short *)p)[1]; }
