package program

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/lineage"
	"dporbench/model/machine"
)

// Memory is lost if nothing reaches it when all threads have ended: neither a variable of the file, nor a thread-local
// one of main, nor, if main has called exit, the values of its calls, nor memory that one of these reaches. An address
// inside a block reaches it.

// leaks is a [front.Verdict] that finds lost memory at the ends of executions.
type leaks struct {
	*image.Image
	idle machine.Idle[*machine.Replay]
}

// TakesGraphs returns true: the last writes in mo are in memory at the end.
func (l *leaks) TakesGraphs() bool { return true }

// FastPath returns nil: there is none.
func (l *leaks) FastPath() front.FastPath { return nil }

// Release closes idle replays.
func (l *leaks) Release() { l.idle.Close() }

// Decide turns complete executions with lost memory into leaks.
func (l *leaks) Decide(events []event.Event, o front.Outcome, failure string) (front.Outcome, string) {
	if o != front.Complete {
		return o, failure
	}
	r, err := l.idle.Take(l.newReplay)
	if err != nil {
		return front.Failed, err.Error()
	}
	defer l.idle.Put(r)
	if _, err := r.Run(events); err != nil {
		return front.Failed, "the execution cannot be repeated: " + err.Error()
	}
	if lost := l.lost(r); len(lost) > 0 {
		return front.Leaked, l.report(r, lost)
	}
	return o, failure
}

func (l *leaks) newReplay() (*machine.Replay, error) {
	return machine.NewReplay((*model.Program)(l.Model), behaviour.Limits{Marks: true, Memory: l.Allocations.Memory()})
}

// taken is a block and the thread that has allocated it.
type taken struct {
	image.Allocation
	thread event.ThreadID
}

// lost returns the unfreed memory to report, by thread, in the order of allocation.
func (l *leaks) lost(r *machine.Replay) (lost []taken) {
	blocks, known := l.unfreed(r)
	if l.Options.Leaks == image.Lost && len(blocks) > 0 {
		l.reach(r, blocks, known)
	}
	for _, b := range blocks {
		lost = append(lost, b)
	}
	slices.SortFunc(lost, func(a, b taken) int { return int(a.thread-b.thread)<<32 + int(a.Earlier-b.Earlier) })
	return lost
}

// unfreed returns the blocks that have not been freed, by address, and the addresses that main has at its end.
func (l *leaks) unfreed(r *machine.Replay) (blocks map[int64]taken, known []int64) {
	blocks = map[int64]taken{}
	threads := []event.ThreadID{0}
	for _, e := range r.Events() {
		if e.Kind == event.Spawn {
			threads = append(threads, event.ThreadID(e.Object))
		}
	}
	for _, t := range threads {
		for n := r.MarkOf(t); n != 0; {
			a := l.Allocations.At(n)
			n = a.Earlier
			if a.Kept {
				known = append(known, a.Address)
			} else if !l.isFreed(r, a.Address) {
				blocks[a.Address] = taken{a, t}
			}
		}
	}
	return blocks, known
}

func (l *leaks) isFreed(r *machine.Replay, address int64) bool {
	fate := l.Own.Known(image.BlockAt(address).Fate())
	return fate != nil && value(r, fate) == image.Freed
}

func value(r *machine.Replay, c *image.Cell) int64 {
	if x := c.Variable.Number(); r.HasSeen(x) {
		return r.Value(x)
	}
	return code.Undefined
}

// reach removes from blocks those that something reaches.
func (l *leaks) reach(r *machine.Replay, blocks map[int64]taken, known []int64) {
	words := l.words(r)
	frames := map[int64]int64{} // of main if it has called exit: their ends, by their beginnings
	for _, v := range known {
		if f, _ := l.Frame(v); f != nil && v>>code.SegmentShift == lineage.Root {
			frames[v] = v + f.FrameSize
		}
	}
	for at, v := range words {
		root := at>>code.SegmentShift == 0 || at>>code.SegmentShift == lineage.Root && at&(1<<code.SegmentShift-1) < code.StackOffset
		for from, to := range frames {
			root = root || at >= from && at < to
		}
		if root {
			known = append(known, v)
		}
	}
	for len(known) > 0 {
		v := known[len(known)-1]
		known = known[:len(known)-1]
		if v <= 0 || v >= code.ConstantSpace || v>>code.SegmentShift == 0 || !image.InHeap(v) {
			continue
		}
		start := image.BlockAt(v).Start
		b, ok := blocks[start]
		if !ok {
			continue
		}
		delete(blocks, start)
		for at := start; at < start+b.Bytes; at += 8 {
			known = append(known, words[at])
		}
	}
}

// words returns the contents of memory in words of 8 bytes, by address.
func (l *leaks) words(r *machine.Replay) map[int64]int64 {
	words := map[int64]int64{}
	add := func(c *image.Cell) {
		if c.Role != code.Plain {
			return
		}
		v := value(r, c)
		if v == code.Undefined {
			return
		}
		size := code.Size(c.T)
		if size < 8 {
			v &= 1<<(8*size) - 1
		}
		at, shift := c.Address&^7, 8*(c.Address&7)
		words[at] |= v << shift
		if shift > 0 && shift+8*size > 64 {
			words[at+8] |= int64(uint64(v) >> (64 - shift))
		}
	}
	for k := range l.Cells {
		add(&l.Cells[k])
	}
	for c := range l.Own.All() {
		add(c)
	}
	return words
}

// report describes the lost memory.
func (l *leaks) report(r *machine.Replay, lost []taken) string {
	what := "memory that nothing reaches at the end is not freed: "
	if l.Options.Leaks == image.Unfreed {
		what = "memory is not freed: "
	}
	const most = 8
	var lines []string
	for _, b := range lost[:min(len(lost), most)] {
		lines = append(lines, fmt.Sprintf("%d bytes allocated at %s by thread %s", b.Bytes, l.Lines[b.Line], r.ThreadName(b.thread)))
	}
	if n := len(lost) - most; n > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", n))
	}
	return what + strings.Join(lines, "; ")
}
