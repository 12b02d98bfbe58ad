// 6: __VERIFIER_atomic_add: functions that are atomic as a whole are not supported
int x, y;
static void __VERIFIER_atomic_add(void) { x++; y++; }
int main(void)
{
	__VERIFIER_atomic_add();
	return x;
}
