// 3: a read-modify-write of a floating-point number is not supported
_Atomic double d;
int main(void) { d += 1; return 0; }
