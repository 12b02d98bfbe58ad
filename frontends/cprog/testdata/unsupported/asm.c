// 2: inline assembly is not supported, but for fences and pauses: "hlt"
int main(void) { __asm__ volatile("hlt"); return 0; }
