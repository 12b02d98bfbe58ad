package races

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"dporbench/model/event"
	"dporbench/model/front"
)

// past collects the accesses of a variable that later ones may race with, and for each its knowers: the threads, and everything else that
// hands on clocks, with the access in their past. Whether a later access races depends on these alone (T. Elmas, S. Qadeer, S. Tasiran,
// Goldilocks, PLDI 2007), and there are finitely many.
type past struct {
	words   int // of the knowers of an access: a word of threads, and others
	stride  int // how many places each of the others has
	classes []class
	knowers []uint64
	least   []int // the accesses that count, in their final order
}

// begin begins a variable, with that many places for others than threads, so many for each.
func (p *past) begin(others, stride int) {
	p.words, p.stride = 1+(others+63)/64, stride
	p.classes, p.knowers, p.least = p.classes[:0], p.knowers[:0], p.least[:0]
}

// add adds an access without knowers, and returns the place for these.
func (p *past) add(c class) []uint64 {
	p.classes = append(p.classes, c)
	from := len(p.knowers)
	for range p.words {
		p.knowers = append(p.knowers, 0)
	}
	return p.knowers[from:]
}

func (p *past) of(i int) []uint64 { return p.knowers[i*p.words:][:p.words] }

// conflicts are the classes that each class conflicts with, as bits.
var conflicts = [classes]uint8{
	plainRead:   1<<plainWrite | 1<<atomicWrite,
	plainWrite:  1<<plainRead | 1<<plainWrite | 1<<atomicRead | 1<<atomicWrite,
	atomicRead:  1 << plainWrite,
	atomicWrite: 1<<plainRead | 1<<plainWrite,
}

// covers reports whether whatever races with access j races with access i, too, from now on: all that i conflicts with includes all that j
// does, and all knowers of i are among the knowers of j, which stays so.
func (p *past) covers(i, j int) bool {
	if conflicts[p.classes[j]]&^conflicts[p.classes[i]] != 0 {
		return false
	}
	others := p.of(j)
	for w, known := range p.of(i) {
		if known&^others[w] != 0 {
			return false
		}
	}
	return true
}

// append appends the accesses of variable x that not all of these threads have in their past, and that no other one covers. Nothing is appended if there are
// none.
func (p *past) append(key []byte, x int32, f front.Future, place func(lock int32) int) []byte {
	for i := range p.classes {
		p.complete(i, f, place)
		if p.of(i)[0]&f.Live == f.Live {
			continue
		}
		if f.Rename != nil {
			p.of(i)[0] = f.Rename(p.of(i)[0])
		}
		p.keep(i)
	}
	if len(p.least) == 0 {
		return key
	}
	slices.SortFunc(p.least, p.compare)
	key = binary.AppendUvarint(key, uint64(x)+1)
	for _, i := range p.least {
		key = append(key, byte(p.classes[i])+1)
		for w, known := range p.of(i) {
			for ; known != 0; known &= known - 1 {
				key = binary.AppendUvarint(key, p.name(64*w+bits.TrailingZeros64(known))+1)
			}
		}
		key = append(key, 0)
	}
	return append(key, 0)
}

// name is the number of a knower in keys, which does not depend on how many threads have been seen.
func (p *past) name(place int) uint64 {
	if place < 64 {
		return uint64(place)
	}
	other := place - 64
	return uint64(64 + other/p.stride*64 + other%p.stride)
}

// complete adds the threads that certainly acquire an access by their next events to its knowers: nothing depends on whether they already have it in
// their past.
func (p *past) complete(i int, f front.Future, place func(lock int32) int) {
	knowers := p.of(i)
	for rest := f.Live &^ knowers[0]; rest != 0; rest &= rest - 1 {
		t := bits.TrailingZeros64(rest)
		for _, lock := range f.Acquires(event.ThreadID(t)) {
			if at := place(lock); at>>6 < len(knowers) && knowers[at>>6]>>(at&63)&1 != 0 {
				knowers[0] |= 1 << t
				break
			}
		}
	}
}

// keep adds an access to the ones that count, unless another covers it, in place of all that it covers.
func (p *past) keep(i int) {
	if slices.ContainsFunc(p.least, func(j int) bool { return p.covers(j, i) }) {
		return
	}
	p.least = append(slices.DeleteFunc(p.least, func(j int) bool { return p.covers(i, j) }), i)
}

func (p *past) compare(i, j int) int {
	if p.classes[i] != p.classes[j] {
		return int(p.classes[i]) - int(p.classes[j])
	}
	return slices.Compare(p.of(i), p.of(j))
}

// AppendPast appends, as part of the key of a state, the accesses of variable x that later ones may race with, each with its knowers.
// There must be at most 64 threads. Locks are clocks. Clocks are named by names, where they differ from their numbers.
func (f *FastTrack) AppendPast(key []byte, x int32, of front.Future, names []int32) []byte {
	v := &f.variables[x]
	if v.write|v.read == never && f.mixed[x] == none {
		return key
	}
	f.past.begin(len(f.released), 64)
	if v.write != never {
		f.addKnowers(plainWrite, v.write, names)
	}
	for ; v.read != never; v = &f.accesses[v.more].variable {
		f.addKnowers(plainRead, v.read, names)
		if v.more == none {
			break
		}
	}
	if row := f.mixed[x]; row != none {
		for t := range int32(f.clocks.width) {
			f.addAtomic(atomicRead, t, f.rows[row+t], names)
			f.addAtomic(atomicWrite, t, f.rows[row+int32(f.clocks.width)+t], names)
		}
	}
	return f.past.append(key, x, of, func(clock int32) int { return 64 + int(clock) })
}

func (f *FastTrack) addAtomic(c class, thread, epoch int32, names []int32) {
	if epoch != 0 {
		f.addKnowers(c, stampOf(thread, epoch), names)
	}
}

func (f *FastTrack) addKnowers(c class, s stamp, names []int32) {
	into := f.past.add(c)
	for t := range f.threads {
		if f.hasJoined(int32(t), s) {
			into[0] |= 1 << t
		}
	}
	for i := range f.released {
		if f.clocks.released(f.released[i], s.thread(), s.epoch()) {
			name := 64 + i
			if i < len(names) {
				name = 64 + int(names[i])
			}
			into[name>>6] |= 1 << (name & 63)
		}
	}
}

// hasJoined is has for any thread, whether it is settled or not.
func (f *FastTrack) hasJoined(thread int32, s stamp) bool {
	t := &f.threads[thread]
	if f.has(t, thread, s) {
		return true
	}
	for n := t.last; n != none; n = f.joined[n].before {
		if f.clocks.released(f.joined[n].release, s.thread(), s.epoch()) {
			return true
		}
	}
	return false
}

// Adopt makes AppendPast append all that another detector appends, too, which gives threads, clocks and variables the same numbers. No event may have
// been passed to f.
func (f *FastTrack) Adopt(of *FastTrack) {
	f.Fit(of.clocks.width, len(of.released), len(of.variables))
	for x, row := range of.mixed {
		if row != none && f.mixed[x] == none {
			f.mixed[x] = f.newRow()
		}
	}
}

// Mixed returns the number of variables that have been seen to be accessed plainly after atomic accesses. Of these, AppendPast appends atomic
// accesses, too.
func (f *FastTrack) Mixed() (n int) {
	for _, row := range f.mixed {
		if row != none {
			n++
		}
	}
	return n
}
