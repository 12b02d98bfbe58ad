package errata_test

import "slices"

// correction is a point in which the printed algorithm is changed. They are
// numbered as in points_test.go of package pop; points 5 to 7 are about locks
// and threads, and not about Algorithm 2.
type correction string

const (
	ownHead        correction = "1"  // R holds hd(σ) from the start
	readsUntouched correction = "2a" // R collects the reads of x that touch nothing of P
	readsNotFresh  correction = "2b" // R collects those that are not fresh
	secondIsHead   correction = "3"  // e' may be the head of σ_m
	keepsD         correction = "4"  // a write of an inner variable spares what is in D
	kindOfHead     correction = "8"  // the kind of hd(σ) is the one it has in E1·σ
	kindAfterFirst correction = "9a" // against P, an event counts with the kind it would have right after e
	firstNoHead    correction = "9b" // e done as a read is no head
	endsWithSecond correction = "10" // P_m ends with e'
	writesInherit  correction = "11" // a CompareAndSwap that writes has a SchedChar as well
	onlyWriters    correction = "12" // after a read e, only what would write is a head
	goneConflicts  correction = "13" // what is removed from P may still be in conflict
)

// corrections is the set of those that are made.
type corrections []correction

var (
	asPrinted corrections
	all       = corrections{
		ownHead, readsUntouched, readsNotFresh, secondIsHead, keepsD,
		kindOfHead, kindAfterFirst, firstNoHead, endsWithSecond, writesInherit, onlyWriters, goneConflicts,
	}
)

func (c corrections) has(one correction) bool { return slices.Contains(c, one) }

// allBut are all corrections but one.
func allBut(one correction) corrections {
	return slices.DeleteFunc(slices.Clone(all), func(c correction) bool { return c == one })
}
