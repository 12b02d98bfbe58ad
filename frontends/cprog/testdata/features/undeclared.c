// executions 9 --nondet=-1..1
extern int __VERIFIER_nondet_int();
extern unsigned __VERIFIER_nondet_uint();
void __VERIFIER_assume(long);
int calls;
static int effect(void) { return ++calls; }
static char *moved(char *p) { calls++; return p; }
int main(int argc, char **argv) {
	int given = 3;
	if (argc == 2) sscanf(argv[1], "%d", &given);
	int a = __VERIFIER_nondet_int(), b = nondet_int();
	assert(a >= -1 && a <= 1 && b >= -1 && b <= 1);
	__VERIFIER_assume(1);
	printf("%s %d", moved("text"), effect());
	__VERIFIER_assert(calls == 2);
	return 0;
}
