/* Pipeline of frontends/goprog/testdata/scale with the steps of Go: four stages, and VALUES values. */
#ifndef VALUES
#define VALUES 6
#endif
#define CHANNELS 4
#define PROCESSES 5
#include "channels.h"

proctype first(byte me) {
	byte i, other;
again:
	SEND(0, i);
	atomic {
		i++;
		if
		:: i < VALUES -> goto again
		:: else -> i = 0
		fi
	};
	CLOSE(0)
}

proctype stage(byte me) {
	byte v, other;
	bool ok;
again:
	RECEIVE(me - 2, v, ok);
	if
	:: atomic { ok -> ok = false };
	   SEND(me - 1, v + 1);
	   v = 0;
	   goto again
	:: !ok
	fi;
	CLOSE(me - 1)
}

init {
	byte v, other;
	byte me = 0;
	bool ok;
	run first(1);
	run stage(2);
	run stage(3);
	run stage(4);
again:
	RECEIVE(3, v, ok);
	if
	:: atomic { ok -> ok = false; v = 0; goto again }
	:: !ok
	fi
}
