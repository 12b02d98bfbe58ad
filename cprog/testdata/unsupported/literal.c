// 3: floating point is not supported
int x;
int main(void) { x = 2 * 1.5; return 0; }
