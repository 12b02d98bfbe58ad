package machine

import (
	"fmt"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// Threads cannot observe the order of their arrivals at a barrier, unless the result of pthread_barrier_wait informs one of
// them that it is the last. If its results are not used, and the threads that ever arrive at a barrier are just as
// many as take part in a round, arrivals are not ordered: see package guarded. Otherwise they are counted.

func (th *thread) barrierInit(c libraryCall) int64 {
	if c.arg(2) == 0 {
		return invalid
	}
	th.initialise(th.object(c.i, c.arg(0)+participants), c.arg(2))
	return 0
}

// barrierWait arrives, and waits until all threads of the round have. The first of the barrier's threads or, where
// arrivals are counted, the last of a round gets the special result.
func (th *thread) barrierWait(i *code.Instruction, at int64) int64 {
	n := th.load(i, at+participants, member)
	th.checkUsable(i, n, "barrier")
	if n <= 0 {
		th.fail(i, "wait at a barrier that is not initialised")
	}
	th.changes.Note()
	switch a := th.Barriers[at]; {
	case th.Search != nil:
		th.Search.Arrives(at, th.segment)
	case a != nil && int64(len(a.Threads)) == n:
		return th.arrive(i, at, a)
	}
	return th.count(i, at, n)
}

// arrive is for a barrier at which exactly as many threads arrive as take part in a round.
func (th *thread) arrive(i *code.Instruction, at int64, a *image.Arrivals) int64 {
	own, ok := slices.BinarySearch(a.Threads, th.segment)
	if !ok {
		th.refuse(i, "a thread arrives at a barrier at which it has arrived in no trial run")
	}
	if th.rounds == nil {
		th.rounds = map[int64]int64{}
	}
	th.rounds[at]++
	round := th.rounds[at]
	turn := a.Turns[guarded.BarrierTurn(round)]
	if th.model.Memory().StoresOvertake() {
		th.model.Fence() // the arrival must not overtake earlier stores of the thread
	}
	th.model.Store(turn[own], round)
	await := guarded.AwaitArrival(round)
	for k, x := range turn {
		if k != own {
			th.model.Note(fmt.Sprintf("%s %s at a barrier", await.Text, lineage.Text("main", a.Threads[k])), nil)
			th.model.Await(x, await.Enabled)
		}
	}
	if own == 0 {
		return serialThread
	}
	return 0
}

// count is for all other barriers.
func (th *thread) count(i *code.Instruction, at, n int64) int64 {
	counter := th.object(i, at+arrived)
	before := th.fetch(counter, operation.FetchAdd, 1)
	if (before+1)%n == 0 {
		return serialThread
	}
	th.await(counter, guarded.AwaitArrival((before/n+1)*n).Enabled)
	return 0
}
