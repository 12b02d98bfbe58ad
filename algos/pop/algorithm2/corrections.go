package algorithm2

import "math/bits"

// Corrections is a set of changes to the printed algorithm. The empty set is the
// algorithm as printed. Corrections are numbered as in reference/errata/errata.md;
// numbers 5 to 7 there are not about Algorithm 2: they are rules R1 to R3 and R5.
type Corrections uint16

// The corrections, one by one.
const (
	OwnHead          Corrections = 1 << iota // 1: R holds hd(σ) from the start
	ReadsUntouched                           // 2a: R collects the reads of x that touch nothing in P
	ReadsNotFresh                            // 2b: R collects the reads of x that are not fresh
	SecondIsHead                             // 3: e' may be the head of σ_m
	KeepsD                                   // 4: a write of an inner variable spares the events in D
	KindOfHead                               // 8: the kind of hd(σ) is the one it has in E1·σ (rule R6)
	KindAfterFirst                           // 9a: against P, an event counts with the kind it would have right after e (rule R7)
	FirstNoHead                              // 9b: e, executed as a read, is no head
	EndsWithSecond                           // 10: P_m ends with e'
	WritesInherit                            // 11: a CompareAndSwap that writes has a SchedChar as well
	OnlyWriters                              // 12: if e is a read, only events that would write are heads
	RemovedConflicts                         // 13: events removed from P may still be in conflict
	RestOfSchedule                           // 14: expressions inherited from σ_i are updated with the rest of σ

	// All has every correction.
	All = RestOfSchedule<<1 - 1
)

var numbers = [...]string{"1", "2a", "2b", "3", "4", "8", "9a", "9b", "10", "11", "12", "13", "14"}

// String is the number of a single correction.
func (c Corrections) String() string { return numbers[bits.TrailingZeros16(uint16(c))] }

func (c Corrections) has(one Corrections) bool { return c&one != 0 }
