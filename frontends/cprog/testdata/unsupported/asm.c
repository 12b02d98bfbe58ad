// 2: inline assembly is not supported
int main(void) { __asm__ volatile("mfence"); return 0; }
