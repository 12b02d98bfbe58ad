// 4: accesses of mixed sizes to memory from malloc are not supported: of 2 bytes here, of another number elsewhere
#include <stdlib.h>
int *p;
int main(void) { p = malloc(4); *p = 1; return ((short *)p)[1]; }
