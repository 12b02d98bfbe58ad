package machine

import (
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Rest is the part of an iteration after an event, in a loop that may wait; it only computes.
type Rest struct {
	Block, Skip int // the event is before instruction Skip of that block
	Head        int // the block with which the loop begins
	Inside      map[int]bool
	Result      int // the register of the event's result
}

// AwaitLoad loads a cell. If it is the first event of the iteration, it waits until the cell holds a value that makes a difference.
func (fr *Frame) AwaitLoad(rest *Rest, p value, k memory.Kind, plain bool) {
	th := fr.Th
	x, rec, off := th.cell(p)
	effect := AtomicLoad
	if plain {
		effect = PlainRead
	}
	switch {
	case x != nil:
		fr.R[rest.Result] = *x
		return
	case th.probing, th.t == nil, th.fixed(rec, off) && !fr.first(rest):
		fr.R[rest.Result] = th.loadCell(rec, off, k, effect)
		return
	}
	again := fr.again(rest)
	if th.fixed(rec, off) && !again(rec.Birth[off]) {
		fr.R[rest.Result] = th.loadCell(rec, off, k, effect)
		return
	}
	word := int64(0)
	th.event()
	if variable := rec.Var(th.t, off); fr.began(rest) {
		th.awaits(rec)
		th.t.Note("wait for "+rec.CellName(off), th.Gen.Show)
		th.t.NoteLoop()
		word = th.t.Await(variable, remembered(func(word int64) bool { return !again(th.Decode(k, word)) }))
	} else {
		word = th.t.Load(variable)
	}
	th.effect = effect
	fr.R[rest.Result] = th.Decode(k, word)
}

// AwaitSwap is a CompareAndSwap by f. If it is the first event of the iteration, and one that fails makes no difference, it waits
// until it succeeds.
func (fr *Frame) AwaitSwap(rest *Rest, f *Function, args []value) {
	th := fr.Th
	x, rec, off := th.cell(args[0])
	if th.initialising() || x != nil || !fr.first(rest) || !fr.again(rest)(value{}) {
		fr.R[rest.Result] = th.CallFunction(f, args)
		return
	}
	from, _ := th.Encode(args[1])
	to, _ := th.Encode(args[2])
	th.write(rec, off)
	th.event()
	th.awaits(rec)
	th.t.Note("wait to swap "+rec.CellName(off), nil)
	th.t.NoteLoop()
	th.t.When(rec.Var(th.t, off), func(word int64) bool { return word == from }, func(int64) int64 { return to })
	th.effect = AtomicUpdate
	th.wroteCell(rec, off, from, to)
	fr.R[rest.Result] = memory.Bool(true)
}

// first reports whether no event has happened in this iteration.
func (fr *Frame) first(rest *Rest) bool {
	l := fr.loops[fr.code.Blocks[rest.Head].Loop-1]
	return l.events == fr.Th.events
}

// began is first for an event that has just begun.
func (fr *Frame) began(rest *Rest) bool {
	l := fr.loops[fr.code.Blocks[rest.Head].Loop-1]
	return l.events == fr.Th.events-1
}

// again returns a function that reports whether the iteration returns to its beginning, without another event and with nothing changed, if
// the event has a certain result. That function depends on nothing that changes.
func (fr *Frame) again(rest *Rest) func(result value) bool {
	g, path, at, publisher := fr.Th.Gen, fr.Th.path, fr.Th.at, fr.Th.publisher
	registers := append([]value(nil), fr.R...)
	code, head := fr.code, &fr.code.Blocks[rest.Head]
	phis := fr.appendPhis(nil, head)
	return func(result value) (same bool) {
		th, _ := g.probes.Get().(*Thread)
		if th == nil {
			th = new(Thread)
		}
		*th = Thread{Gen: g, path: path, at: at, publisher: publisher, probing: true}
		defer func() {
			g.probes.Put(th)
			switch r := recover().(type) {
			case nil:
			case *Panic, *memory.Refusal, *operation.UsageError, *front.Refine, elsewhere:
				same = false // it goes elsewhere
			default:
				panic(r)
			}
		}()
		probe := &Frame{Th: th, code: code, R: append([]value(nil), registers...), prev: -1}
		probe.R[rest.Result] = result
		return probe.comesBack(rest) && probe.unchanged(head, phis)
	}
}

// elsewhere is thrown where a probe reaches an event.
type elsewhere struct{}

// comesBack executes the rest of an iteration, and reports whether that leads to the beginning of the loop.
func (fr *Frame) comesBack(rest *Rest) bool {
	b, skip := rest.Block, rest.Skip
	for {
		blk := &fr.code.Blocks[b]
		if skip == 0 && blk.Phis != nil {
			fr.merge(blk)
		}
		if skip == 0 && b == rest.Head {
			return true
		}
		for _, op := range blk.Ops[skip:] {
			op(fr)
		}
		if fr.Th.steps += len(blk.Ops) + 1; fr.Th.steps > fr.Th.Gen.Limits.Steps {
			return false
		}
		fr.prev, b, skip = b, blk.Next(fr), 0
		if b < 0 || !rest.Inside[b] {
			return false
		}
	}
}

// remembered returns an f that remembers its results: states are few, and are asked for often.
func remembered[T any](f func(int64) T) func(int64) T {
	type known struct {
		word   int64
		result T
	}
	var all []known
	return func(word int64) T {
		for i := range all {
			if all[i].word == word {
				return all[i].result
			}
		}
		r := f(word)
		if len(all) < mostRemembered {
			all = append(all, known{word, r})
		}
		return r
	}
}

// mostRemembered bounds how many results are kept.
const mostRemembered = 32
