// 2: attribute packed of an enumeration is not supported
static int f(enum { A, B } __attribute__((packed)) x) { return sizeof x; }
int main(void) { return f(0); }
