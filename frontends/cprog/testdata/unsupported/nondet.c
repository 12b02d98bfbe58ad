// 2: __VERIFIER_nondet_int: an arbitrary number has too many values: use __VERIFIER_choose(n), which is any of 0 to n-1, or give a range
int main(void) { return __VERIFIER_nondet_int(); }
