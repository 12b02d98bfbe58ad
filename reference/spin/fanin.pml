/* FanIn of frontends/goprog/testdata/scale: three workers, four jobs. A closed channel is a flag that receivers also wait for. */
chan jobs = [0] of { byte };
chan results = [0] of { byte };
bool jobsClosed, resultsClosed;
byte done;

active [3] proctype worker() {
	byte j;
	do
	:: jobs?j -> results!(j * j)
	:: jobsClosed -> break
	od;
	done++
}

active proctype feeder() {
	byte i;
	for (i : 0 .. 3) {
		jobs!i
	}
	jobsClosed = true;
	done == 3;
	resultsClosed = true
}

active proctype main() {
	byte r, sum;
	do
	:: results?r -> sum = sum + r
	:: resultsClosed -> break
	od;
	assert(sum == 14)
}
