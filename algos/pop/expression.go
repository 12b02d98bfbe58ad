package pop

import (
	"math"

	"dporbench/model"
)

// Sleep set expressions (section 4.3, Algorithm 2).
//
// SchedChar(σ) is a set of expressions P▷x and P[φ]▷x. All that they are made
// of is in the tail e·w·e' of the reversal that made σ: P_m is w without σ, with
// the heads of the schedules in w; P_(i-1) is the part of it before the i-th
// head; φ_i ranges over SchedChar(σ_i), which is in the reversal that made σ_i
// and, since that began earlier and has not ended, is still there. So nothing
// is built: an [expression] holds only what has happened to it since σ, and
// one of them stands for the whole of SchedChar(σ), as the tree
//
//	P_m▷x with, at its i-th head, the tree for σ_i.
//
// An event that touches P_m before the i-th head touches P_(i-1) as well, and
// at the same event, so the sets C are kept for P_m alone.
//
// Nor is anything updated while E grows and shrinks. An expression matters only
// when a read of its variable is about to be taken; then it meets, one by one,
// the events that have been added to E since it was last asked. What it has
// noted about an event is good as long as that very event is at that position,
// which the event's stamp tells.

// expression is SchedChar(σ) as it has become in E, which is E1·σ·u.
type expression struct {
	reversal int32 // the one that made σ
	born     int32 // |E1·σ|, for the outermost σ
	// met[i] tells what the i-th event of u did to P_m: the sets C. An event
	// that it was not shown has no current entry, and did nothing.
	met  []meeting
	gone []moment // by place in the tail: when that event was removed from P_m
	// reads is R but for hd(σ), which always belongs to it: the reads of x in u
	// after which none can be the head of a read-x-schedule.
	reads []moment
	inner []inner
}

// inner is the part [φ_i]^D of the expressions P_(i-1)[φ_i]^D▷x, for all φ_i in
// SchedChar(σ_i) at once.
type inner struct {
	expression *expression
	heads      int32    // i-1, the number of heads of schedules in P_(i-1)
	done       []moment // D: the heads of schedules that a φ_i characterises
	ended      moment   // when a write of its variable came
}

// meeting is what an event did to P_m.
type meeting struct {
	stamp uint64
	hit   int32 // the place in the tail of the event in whose set C it is, or untouched
}

const untouched = math.MaxInt32

// moment is a position of E and the stamp of the event there. It is over when
// that event is taken off.
type moment struct {
	stamp uint64
	at    int32
}

func (x *exploration) momentOf(p int) moment { return moment{x.stamps[p], int32(p)} }

// holds reports whether m is not over. The zero moment never holds.
func (x *exploration) holds(m moment) bool {
	return int(m.at) < len(x.stamps) && x.stamps[m.at] == m.stamp
}

// current drops from ms, which are in the order of E, those that are over.
func (x *exploration) current(ms []moment) []moment {
	for len(ms) > 0 && !x.holds(ms[len(ms)-1]) {
		ms = ms[:len(ms)-1]
	}
	return ms
}

// asleep reports whether the last event of E is the head of a schedule in the
// sleep set: whether UpdSeq returns block at it (line 9).
func (x *exploration) asleep() bool {
	if len(x.awake) == 0 {
		return false
	}
	p := len(x.marks) - 1
	e := x.Event(p)
	if e.Kind != model.Read {
		return false // the head of a read-schedule is a read
	}
	write := x.Links(p).Write
	for i := len(x.awake) - 1; i >= 0; i-- {
		h := x.awake[i]
		if h < write {
			break // the write has ended this expression and those before it (line 11)
		}
		if int(h) != p && x.Event(int(h)).Object == e.Object && x.blocks(x.marks[h].reversal, p) {
			return true
		}
	}
	return false
}

// blocks lets SchedChar(σ) of reversal r meet the events of E up to position p
// and reports whether the one at p is the head of a schedule in it.
func (x *exploration) blocks(r int32, p int) bool {
	s := x.reversals[r].expression
	if s == nil {
		s = x.newExpression(r, x.reversals[r].born)
		x.reversals[r].expression = s
	}
	for n := len(s.met); n > 0 && !x.holds(moment{s.met[n-1].stamp, s.born + int32(n) - 1}); n-- {
		s.met = s.met[:n-1]
	}
	for q := int(s.born) + len(s.met); q < p; q++ {
		x.meet(s, q)
	}
	return x.meet(s, p)
}

// meet is UpdSE(e, ψ) for the event e at position p of E and every expression ψ
// of s (lines 12 to 40). It reports whether the result is block for one of
// them.
func (x *exploration) meet(s *expression, p int) (block bool) {
	r := &x.reversals[s.reversal]
	if x.after(p, x.saved[r.from].event) {
		// The first event e of the race, done as a read now, or an event that
		// follows it: it is in no schedule that goes before e, and what it has in
		// common with w is not what it is there.
		x.note(s, p, untouched)
		return false
	}
	as := x.roleOf(r, p)
	s.reads = x.current(s.reads)
	isHead := as.head && !x.followsRead(s, p)
	if as.head {
		s.reads = append(s.reads, x.momentOf(p))
	}
	touched := int32(untouched) // how many heads there are in P_m before the event of it that e touches
	if hit := x.hit(s, r, p, as.kind); hit != untouched {
		touched = x.saved[hit].heads
		block = isHead && x.fresh(r, p, touched)
	}
	for i := range s.inner {
		in := &s.inner[i]
		if in.heads >= touched {
			break // P_(i-1) is touched, and so is that of those that follow
		}
		block = x.meetInner(in, r, p, isHead) || block
	}
	return block
}

// meetInner is the second version of UpdSE, lines 16 to 27, for an event at
// position p that does not touch P_(i-1). isHead says that the event is a read
// of x that could be a head and that happens after none in R.
func (x *exploration) meetInner(in *inner, r *reversal, p int, isHead bool) (block bool) {
	in.done = x.current(in.done)
	outer := x.variable(r)
	own := x.variable(&x.reversals[in.expression.reversal])
	if isHead && own != outer && x.followsOne(in.done, p) {
		return x.fresh(r, p, in.heads)
	}
	if x.holds(in.ended) {
		return false
	}
	if x.meet(in.expression, p) {
		in.done = append(in.done, x.momentOf(p))
		block = own == outer && isHead && x.fresh(r, p, in.heads)
	}
	if e := x.Event(p); e.Object == own && (e.Kind == model.Write || e.Kind == model.Update) {
		in.ended = x.momentOf(p)
	}
	return block
}

// variable is x, for a reversal whose race is on a variable.
func (x *exploration) variable(r *reversal) int32 { return x.saved[r.from].event.Object }

// role is what an event of u is to the expressions of a reversal.
type role struct {
	kind model.Kind // with which it counts against P: the one it would have right after e
	head bool       // it may be the head of a read-x-schedule, and belongs to R
}

func (x *exploration) roleOf(r *reversal, p int) role {
	e, first := x.Event(p), x.saved[r.from].event
	if e.Object != first.Object || !e.Kind.OnVariable() {
		return role{kind: e.Kind}
	}
	as := role{kind: e.Kind}
	expected, cas := x.Machine.CompareAndSwapAt(p)
	if cas && expected == r.after {
		as.kind = model.Update
	} else if cas {
		as.kind = model.Read
	}
	// If the first event of the race is a read, the second is a CompareAndSwap
	// that writes right after it; only such are of account.
	as.head = e.Kind == model.Read && (first.Kind != model.Read || as.kind == model.Update)
	return as
}

// hit finds the event of P_m that the one at position p touches first (lines 31
// to 36), and notes it.
func (x *exploration) hit(s *expression, r *reversal, p int, kind model.Kind) int32 {
	e := x.Event(p)
	limit := x.inherited(s, p)
	for l := r.from + 1; l < r.to && l < limit; l++ {
		c := &x.saved[l]
		if !r.inP(l, c) || x.holds(s.gone[l-r.from]) {
			continue
		}
		if c.event.Thread == e.Thread && c.event.Index == e.Index {
			s.gone[l-r.from] = x.momentOf(p)
			x.note(s, p, untouched)
			return l
		}
		if c.event.Thread != e.Thread && model.Conflicting(kind, e.Object, c.event.Kind, c.event.Object) {
			limit = l
		}
	}
	x.note(s, p, limit)
	return limit
}

// inP reports whether c, which is saved[l], is in P_m. So is e', which is in σ
// as well, in the kind it had in E, unless it was the head of a schedule there:
// a CompareAndSwap that would have written right after e is in conflict with it.
func (r *reversal) inP(l int32, c *savedEvent) bool {
	if l == r.to-1 && !r.pending {
		return c.mark.where != head
	}
	return !c.inSchedule
}

// inherited is the first event of P_m with an event in its set C that the event
// at position p depends on. It is enough to look at direct predecessors: what
// depends on an event in C_l is itself in C_l or in the set of an event before.
func (x *exploration) inherited(s *expression, p int) int32 {
	links := x.Links(p)
	hit := min(x.hitOf(s, links.Thread), x.hitOf(s, links.Write))
	if k := x.Event(p).Kind; k == model.Write || k == model.Update {
		for q := links.Read; q >= s.born; q = x.Links(int(q)).Read {
			hit = min(hit, x.hitOf(s, q))
		}
	}
	return hit
}

func (x *exploration) hitOf(s *expression, q int32) int32 {
	i := int(q - s.born)
	if i < 0 || i >= len(s.met) || !x.holds(moment{s.met[i].stamp, q}) {
		return untouched
	}
	return s.met[i].hit
}

// note notes that the event at position p is in the set C of the event at hit.
func (x *exploration) note(s *expression, p int, hit int32) {
	i := p - int(s.born)
	for len(s.met) <= i {
		s.met = append(s.met, meeting{})
	}
	s.met[i] = meeting{x.stamps[p], hit}
}

// followsRead reports whether the event at position p happens after one in R.
func (x *exploration) followsRead(s *expression, p int) bool {
	r := &x.reversals[s.reversal]
	return x.after(p, r.head) || x.followsOne(s.reads, p)
}

// followsOne reports whether the event at position p happens after one at ms.
func (x *exploration) followsOne(ms []moment, p int) bool {
	for _, m := range ms {
		if x.Before(int(m.at), p) {
			return true
		}
	}
	return false
}

// fresh reports whether the event at position p happens after the first n heads
// of schedules in the tail of r.
func (x *exploration) fresh(r *reversal, p int, n int32) bool {
	for l := r.from + 1; n > 0; l++ {
		if c := &x.saved[l]; c.mark.where == head {
			if !x.after(p, c.event) {
				return false
			}
			n--
		}
	}
	return true
}

// after reports whether the event at position p happens after e, an event of E.
func (x *exploration) after(p int, e model.Event) bool {
	return x.Clock(p)[e.Thread] >= e.Index
}
