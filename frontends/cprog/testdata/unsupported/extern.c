// 3: variable x is declared and never defined
extern int x;
int main(void) { return x; }
