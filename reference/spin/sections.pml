/* Sections of frontends/goprog/testdata/scale: THREADS processes with EACH critical sections. */
#ifndef THREADS
#define THREADS 5
#endif
#ifndef EACH
#define EACH 5
#endif

bool locked;
byte n, done;

active [THREADS] proctype thread() {
	byte i;
	for (i : 1 .. EACH) {
		atomic { !locked -> locked = true };
		n++;
		locked = false
	}
	done++
}

active proctype main() {
	done == THREADS;
	assert(n == THREADS * EACH)
}
