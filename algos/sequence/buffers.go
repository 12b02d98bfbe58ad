package sequence

import "dporbench/model"

// Where Stores are buffered, happens-before is not given by which pairs of events are dependent (see
// model.HappensBefore): l, a Load of a store of its own thread, its flush f, and a foreign write g of the
// variable commute one by one, but l does not commute with f·g. What algorithms have to know of that are the
// rules below, each with the smallest program known that is explored wrongly without it (algos/mutations
// undoes them). Threads are p, q, r …; the classes are those of TSO.
//
//	 1  l has no edge from f (model.HappensBefore.Push)
//	        p: x=1; a=x
//	 2  f takes over the BufferReads of its store: they are reads of what f wrote (Push)
//	        p: x=1; a=x | q: x=1
//	 3  a write races with the reads behind the last write, then with that write, then with its
//	    BufferReads, in the order of positions (Push)
//	        p: x=1; a=x; b=y | q: x=1 | r: y=1; x=1
//	 5  g does not race with f if some l stands behind f and does not precede g for other reasons: first
//	    l has to come after g. If all such l stand before f, it does (Push)
//	        p: x=1; a=x | q: x=1
//	 6  a sleeping BufferRead becomes a Read at the flush of its store (SleepSets.Push)
//	        p: x=1; a=x | q: x=1
//	 7  so does a BufferRead that may come first in a sequence v, behind that flush in v (optimal)
//	        p: x=1; a=x | q: x=1; a=x; x=1
//	 8  and all of v, where v is inserted below that flush (optimal): l·f·g, below f, must not begin with g
//	 9  a Load in v whose store is flushed in E, but not before it in pre(E, e)·v, is a BufferRead (optimal)
//	        p: x=1; a=x | q: x=1 | r: x=0
//	11  the kind of a CompareAndSwap that is moved before e changes only if e writes (optimal)
//	        p: x=1; a=x | q: a=cas(x,1,0) | r: a=x
//	14  l on the way to σ is in conflict with a write of τ only if f precedes that in E (pop)
//	        p: a=x; update x | q: update y; a=x | r: b=x | s: b=y | t: y=1; b=y
//	15  l in τ is in conflict with a write on that way only if f comes before that in E1·e·E2 (pop)
//	        p: x=0; a=x; a=y | q: y=a+0; a=y | r: y=1; update x; x=0; y=2; b=x
//	16  l on that way is in conflict with a CompareAndSwap of τ that would write right after e only if f
//	    is in E1·e, or before l (pop)
//	        p: a=cas(x,2,0) | q: a=cas(x,1,0) | r: x=1; a=x
//	21  TruSt: l reads no write that comes in co before its thread's last own store of the variable
//	        p: x=0 | q: x=1; a=x | r: update x
//	22  an await does not race with ends of stretches before its thread's last own store of the variable: in the
//	    buffer it finds that store, or what is written later (Reader.Races)
//	        p: b=x; x=2; a=x; b=await x!=2 | q: x=1; a=when x>=2 x=2
//
// Under PSO the rules are the same, with an actor for each thread and variable. The races of a Lock are judged
// in the order of what happens before it for the reason of its thread, which includes the flushes that it
// waits for; a Lock that waits for its thread's buffers does not wait for the mutex.

// Buffered reports whether Stores are buffered.
func (r Reader) Buffered() bool { return r.order.Buffered() }

// HappensBeforeNext reports whether the event at position i happens before next, which is to come after E.
// Stores must be buffered.
func (r Reader) HappensBeforeNext(i int, next model.Event) bool {
	return Predecessors(r.order.NextPast(next)).Has(r.Event(i))
}

// EachBufferRead calls yield for the positions of the Loads that read the last write of variable x while it
// was buffered, if it was.
func (r Reader) EachBufferRead(x int32, yield func(at int)) {
	last := r.LastAccesses(x)
	for i := last.Read; i != model.None; i = r.Links(int(i)).Read {
		if i < last.Write {
			yield(int(i))
		}
	}
}

// CountBefore is how many events of thread t there are before a position.
func (r Reader) CountBefore(t model.ThreadID, position int) int32 {
	return r.order.CountBefore(t, position)
}
