/* FanIn of frontends/goprog/testdata/scale with the steps of Go: three workers, four jobs. */
#define CHANNELS 2
#define PROCESSES 5
#include "channels.h"
#define JOBS 0
#define RESULTS 1

byte done;

proctype worker(byte me) {
	byte j, other;
	bool ok;
again:
	RECEIVE(JOBS, j, ok);
	if
	:: atomic { ok -> ok = false };
	   SEND(RESULTS, j * j);
	   j = 0;
	   goto again
	:: atomic { !ok -> done++ }
	fi
}

proctype feeder(byte me) {
	byte other;
	SEND(JOBS, 0);
	SEND(JOBS, 1);
	SEND(JOBS, 2);
	SEND(JOBS, 3);
	CLOSE(JOBS);
	done == 3;
	CLOSE(RESULTS)
}

init {
	byte r, sum, other;
	byte me = 0;
	bool ok;
	run worker(1);
	run worker(2);
	run worker(3);
	run feeder(4);
again:
	RECEIVE(RESULTS, r, ok);
	if
	:: atomic { ok -> ok = false; sum = sum + r; r = 0; goto again }
	:: atomic { !ok -> assert(sum == 14) }
	fi
}
