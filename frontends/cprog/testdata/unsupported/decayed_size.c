// 2: this size is not supported in a declaration: sizeof(a + 0)
int a[10]; int main(void) { int b[sizeof(a + 0)]; return 0; }
