package sampling

import (
	"math"
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// accesses records the accesses of threads seen in any execution: which objects each accesses, and
// when last. It stands for the accesses that they may still make.
type accesses struct {
	last  [kinds][][]int32   // by object and thread: the Index of the last event, or 0
	first [][]int32          // by variable and thread: the Index of the first event that reads, or 0
	news  int                // how often something new was seen
	mates [][]event.ThreadID // by ThreadID: of a thread, the actors that flush its stores, and of an actor, the thread
}

// access is the effect of an event on its object.
type access int

const (
	reads access = iota
	writes
	locks  // and unlocks
	spawns // the object is a thread
	kinds
)

func (a *accesses) see(e event.Event) {
	if e.IsFlush() {
		a.meet(e.Thread, e.Issuer())
		a.meet(e.Issuer(), e.Thread)
	}
	switch {
	case e.Kind == event.Spawn:
		a.note(spawns, e)
	case e.Kind.OnMutex():
		a.note(locks, e)
	case e.Kind.OnVariable():
		if e.Kind.Writes() {
			a.note(writes, e)
		}
		if e.Kind != event.Write {
			a.note(reads, e)
			a.noteFirst(e)
		}
	}
}

func (a *accesses) note(k access, e event.Event) {
	last := at(&a.last[k], e)
	if *last < e.Index {
		*last = e.Index
		a.news++
	}
}

func (a *accesses) noteFirst(e event.Event) {
	first := at(&a.first, e)
	if *first == 0 || e.Index < *first {
		*first = e.Index
	}
}

// meet records that u is a mate of t.
func (a *accesses) meet(t, u event.ThreadID) {
	if mates := stack.At(&a.mates, int(t)); !slices.Contains(*mates, u) {
		*mates = append(*mates, u)
		a.news++
	}
}

// matesOf lists the mates of t: mates depend on each other in more ways than by their accesses.
func (a *accesses) matesOf(t event.ThreadID) []event.ThreadID {
	if int(t) >= len(a.mates) {
		return nil
	}
	return a.mates[t]
}

// at is the entry for the object and the thread of e.
func at(table *[][]int32, e event.Event) *int32 {
	return stack.At(stack.At(table, int(e.Object)), int(e.Thread))
}

// of lists, by thread, the entries for the last such access to object x; threads beyond its end have none.
func (a *accesses) of(k access, x int32) []int32 {
	if int(x) >= len(a.last[k]) {
		return nil
	}
	return a.last[k][x]
}

// gone stands for the number of events done by a thread that does no more.
const gone = math.MaxInt32

// ahead reports whether a thread may still do such an access to x, where done is how many events each has done.
func (a *accesses) ahead(k access, x int32, done []int32) bool {
	for t, last := range a.of(k, x) {
		if last > done[t] {
			return true
		}
	}
	return false
}
