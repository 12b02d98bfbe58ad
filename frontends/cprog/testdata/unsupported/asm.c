// 2: inline assembly is not supported
int main(void) { __asm__ volatile("hlt"); return 0; }
