// 3: attribute packed of a member is not supported: give it to the struct
struct s {
char a; int b __attribute__((packed)); }; int main(void) { return 0; }
