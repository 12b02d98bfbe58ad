/* Philosophers of frontends/goprog/testdata/scale: N philosophers take the forks on their left and then on their right, MEALS times; the last one the other way round. */
#ifndef N
#define N 6
#endif
#ifndef MEALS
#define MEALS 2
#endif

bool taken[N];

proctype philosopher(byte left, right) {
	byte i;
	for (i : 1 .. MEALS) {
		atomic { !taken[left] -> taken[left] = true };
		atomic { !taken[right] -> taken[right] = true };
		taken[right] = false;
		taken[left] = false
	}
}

init {
	byte n;
	atomic {
		for (n : 0 .. N - 2) {
			run philosopher(n, n + 1)
		}
		run philosopher(0, N - 1)
	}
}
