// 2: attribute packed of an enumeration is not supported
struct s { enum e { A, B } __attribute__((packed)) x; char y; };
int main(void) { return sizeof(struct s); }
