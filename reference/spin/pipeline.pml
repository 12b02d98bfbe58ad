/* Pipeline of frontends/goprog/testdata/scale: four stages, and VALUES values. */
#ifndef VALUES
#define VALUES 6
#endif
#define STAGES 4

chan c[STAGES] = [0] of { byte };
bool closed[STAGES];

active proctype first() {
	byte i;
	for (i : 0 .. VALUES - 1) {
		c[0]!i
	}
	closed[0] = true
}

proctype stage(byte n) {
	byte v;
	do
	:: c[n]?v -> c[n + 1]!(v + 1)
	:: closed[n] -> break
	od;
	closed[n + 1] = true
}

init {
	byte n, v;
	atomic {
		for (n : 0 .. STAGES - 2) {
			run stage(n)
		}
	}
	do
	:: c[STAGES - 1]?v
	:: closed[STAGES - 1] -> break
	od
}
