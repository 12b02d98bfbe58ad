// 2: attribute alias is not supported
int x; extern int y __attribute__((__alias__("x"))); int main(void) { return 0; }
