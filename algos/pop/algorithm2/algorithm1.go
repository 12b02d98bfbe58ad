package algorithm2

// Line numbers refer to the paper's Algorithm 1.

import (
	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// NewCorrected returns POP with Algorithm 2 and all corrections, instead of the walk of package pop.
func NewCorrected(o algos.Options) algos.Explorer { return New(o, All) }

// New returns Algorithm 1, using Algorithm 2 with these corrections. It refuses Await,
// When, and memory models other than sequential consistency.
//
// parsimonious.Eagerly is Algorithm 1 too, but returns an error where every
// enabled event is asleep, which never happens if the algorithm is right. As
// printed, Explore just returns there; so does this one, and counts the
// exploration as redundant.
func New(o algos.Options, made Corrections) algos.Explorer {
	return algos.NewExplorer(o, algos.OnlySC(func(x *algos.Exploration) error {
		e := parsimonious.NewMarkedSequence(x)
		if err := x.Declare(algos.NoGuards); err != nil {
			return err
		}
		return (&explorer{e, newSleepSet(e, made), 0, 0}).explore()
	}))
}

type explorer struct {
	*parsimonious.MarkedSequence // E
	sleep                        sleepSets
	depth, kept                  int // of recursion, and the events of the tails kept there
}

// sleepSets are the sleep sets of algorithm2, or of a test that compares them with others.
type sleepSets interface {
	parsimonious.SleepSet
	started(s *parsimonious.Schedule)
	ended(s *parsimonious.Schedule)
}

// explore is Explore(E), lines 3 to 15. The call of line 15 is the loop.
func (x *explorer) explore() error {
	for {
		for _, r := range x.AppendRaces(nil) { // line 4
			if err := x.reverse(r); err != nil {
				return err
			}
		}
		algos.RaisePeak(&x.Run.Stats.Peak.Events, x.Len()+x.kept)
		thread := x.Run.FirstEnabled()
		if thread == event.NoThread {
			return x.maximal()
		}
		if more, err := x.extend(thread); err != nil || !more {
			return err
		}
	}
}

// extend is lines 13 and 14, where thread is the first enabled one. It
// returns false if every enabled event is asleep.
func (x *explorer) extend(thread event.ThreadID) (bool, error) {
	for ; thread != event.NoThread; thread = x.Run.NextEnabled(thread) {
		if err := x.Push(thread); err != nil {
			return false, err
		}
		if !x.IsAsleep(x.sleep) { // line 13
			return true, nil
		}
		x.Pop()
	}
	return false, x.Run.Redundant()
}

// reverse is lines 5 to 12.
func (x *explorer) reverse(r sequence.Race) error {
	var s parsimonious.Schedule
	x.Reverse(r, &s, nil) // lines 5 and 6
	x.depth++
	x.kept += len(s.Tail)
	algos.RaisePeak(&x.Run.Stats.Peak.Frames, x.depth)
	x.Cut(&s)
	blocked, err := x.AppendSchedule(&s, x.sleep) // line 7
	if !blocked && err == nil {
		x.sleep.started(&s) // lines 9 to 11
		err = x.explore()   // line 12
	}
	if err != nil {
		return err
	}
	x.sleep.ended(&s)
	x.Restore(&s)
	x.depth--
	x.kept -= len(s.Tail)
	return nil
}

// maximal reverses the races of Locks that a maximal E leaves pending (rule R3), and
// counts E.
func (x *explorer) maximal() error {
	for _, r := range x.AppendPendingRaces(nil) {
		if err := x.reverse(r); err != nil {
			return err
		}
	}
	return x.Run.Maximal()
}

// sleepSet holds SSChar[E] for every prefix E, and implements parsimonious.SleepSet.
type sleepSet struct {
	*parsimonious.MarkedSequence
	made  Corrections
	sched map[*parsimonious.Schedule]characterization // SchedChar[E1](σ), for every σ in E or in a tail
	// prefixes[n] has SSChar of the prefix of E of length n+1, as far as E has not
	// changed since. SSChar[⟨⟩] = ∅ (line 1) is not in it.
	prefixes []prefix
}

func newSleepSet(e *parsimonious.MarkedSequence, made Corrections) *sleepSet {
	return &sleepSet{MarkedSequence: e, made: made, sched: map[*parsimonious.Schedule]characterization{}}
}

type prefix struct {
	last event.Event
	head *parsimonious.Schedule // whose head that event is, or nil
	set  characterization
}

// Asleep is the test of lines 7 and 13: whether UpdSeq returns block
// for the last event of E.
func (x *sleepSet) Asleep() bool {
	last := x.Len() - 1
	_, block := x.updSeq(last, x.ssChar(last))
	return block
}

// Reason says which schedule has the expression that blocks the last event of E.
func (x *sleepSet) Reason() string {
	defer func(work algos.Work) { x.Work = work }(x.Work) // explaining is not work of the algorithm
	last := x.Len() - 1
	for _, s := range x.ssChar(last) {
		if _, block := x.updSeq(last, characterization{s}); block {
			return "by the sleep set expression " + x.describe(s)
		}
	}
	return ""
}

// started is lines 9 and 10.
func (x *sleepSet) started(s *parsimonious.Schedule) {
	if x.isReadSchedule(s) || x.made.has(WritesInherit) && s.HeadCAS { // correction 11
		x.sched[s] = x.mkSchedChar(s)
	}
	x.ssChar(x.Len()) // line 11
}

// ended forgets s.
func (x *sleepSet) ended(s *parsimonious.Schedule) { delete(x.sched, s) }

// isReadSchedule is e'.T = R (line 9). As printed, e' has the kind
// that it has in E.
func (x *sleepSet) isReadSchedule(s *parsimonious.Schedule) bool {
	if x.made.has(KindOfHead) { // correction 8, rule R6
		return s.IsRead()
	}
	return !s.Pending && s.Second.Kind == event.Read
}

// headedAt is the schedule whose head is the event of E at position i, or nil.
func (x *sleepSet) headedAt(i int) *parsimonious.Schedule {
	if s := x.LastSchedule(i + 1); s != nil && s.HeadAt == i {
		return s
	}
	return nil
}

// current counts the prefixes that are still prefixes of E.
func (x *sleepSet) current() (n int) {
	for n < min(len(x.prefixes), x.Len()) && x.prefixes[n].last == x.Event(n) && x.prefixes[n].head == x.headedAt(n) {
		n++
	}
	return n
}

// ssChar is SSChar of the prefix of E of length n, all schedules of which must have
// been started.
func (x *sleepSet) ssChar(n int) characterization {
	x.prefixes = x.prefixes[:x.current()]
	for at := len(x.prefixes); at < n; at++ {
		var before characterization
		if at > 0 {
			before = x.prefixes[at-1].set
		}
		set, _ := x.updSeq(at, before) // lines 8 and 14
		if s := x.headedAt(at); s != nil && x.isReadSchedule(s) {
			set = append(set, x.sched[s]...) // line 11
		}
		algos.RaisePeak(&x.Run.Stats.Peak.SleepEntries, len(set))
		x.prefixes = append(x.prefixes, prefix{x.Event(at), x.headedAt(at), set})
	}
	if n == 0 {
		return nil
	}
	return x.prefixes[n-1].set
}
