// 3: whether the pointer is atomic, or what it points to, cannot be determined here: declare it with a typedef of an atomic type
_Atomic int x; _Atomic int *p = &x; _Atomic int **pp = &p;
int main(void) { (*pp)++; return 0; }
