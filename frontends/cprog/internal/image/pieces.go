package image

import (
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
)

// Different bytes are different memory locations in C. Normally a variable of the model is a scalar as declared or, in
// memory from malloc, as first accessed. Where a program accesses memory in several sizes, trial runs record the extents of
// these accesses, and their bytes are divided into pieces that each access covers completely; a plain access to several
// pieces is an event for each. If one of the accesses is atomic, it has to be one event: then they all share one piece, and
// an access to a part of it is a read-modify-write of the whole. Extents are recorded relative to the global, the frame or
// the block, so that they hold for all calls of a function and all blocks of one size.

// Piece is memory that is one variable because of accesses in several sizes.
type Piece struct {
	place int64 // of its first byte
	Size  int64
	Whole bool // accesses to parts of it are read-modify-writes
}

// Pieces are found by the places of their bytes.
type Pieces map[int64]Piece

// recorded is an access, or a scalar that one covers in part.
type recorded struct{ place, size int64 }

// Mixed records accesses of mixed sizes during trial runs.
type Mixed struct {
	atomic map[recorded]bool // whether it is
	mixed  map[recorded]bool
	News   bool // something has been recorded that the Pieces may not allow for
	// Mutexes are those met in memory that threads make.
	Mutexes map[OwnPlace]bool
	// Blocks has the types of the blocks from malloc, by address: the index of one, or severalTypes.
	Blocks map[int64]int
}

// NewMixed returns a Mixed without records.
func NewMixed() *Mixed {
	return &Mixed{atomic: map[recorded]bool{}, mixed: map[recorded]bool{}, Mutexes: map[OwnPlace]bool{}, Blocks: map[int64]int{}}
}

// Met returns the number of records.
func (x *Mixed) Met() int { return len(x.atomic) + len(x.mixed) }

// place returns the place of an address.
func (m *Image) place(address int64) int64 {
	const inFrame, small, large = 1 << 60, 1 << 61, 1 << 62
	if address>>code.SegmentShift == 0 {
		return address
	}
	if InHeap(address) {
		switch b := BlockAt(address); {
		case b.Large:
			return large + address - b.Start
		default:
			return small + b.Size<<16 + address - b.Start
		}
	}
	offset := address & (1<<code.SegmentShift - 1)
	if f, n := m.Frame(address); f != nil {
		offset -= n * f.FrameSize
	}
	return inFrame + offset
}

// NoteAtomic records an atomic access.
func (m *Image) NoteAtomic(address, size int64) {
	r := recorded{m.place(address), size}
	m.Mixed.News = m.Mixed.News || m.Mixed.mixed[r] && !m.Mixed.atomic[r]
	m.Mixed.atomic[r] = true
}

// NoteMixed records an access of that size, or a scalar, where another one has other bounds.
func (m *Image) NoteMixed(address, size int64) {
	r := recorded{m.place(address), size}
	m.Mixed.News = m.Mixed.News || !m.Mixed.mixed[r]
	m.Mixed.mixed[r] = true
}

// Pieces divides the memory of the recorded accesses.
func (x *Mixed) Pieces() Pieces {
	pieces := Pieces{}
	all := slices.SortedFunc(maps.Keys(x.mixed), func(a, b recorded) int { return int(a.place - b.place) })
	for len(all) > 0 {
		end, n := all[0].place+all[0].size, 1
		for n < len(all) && all[n].place < end {
			end = max(end, all[n].place+all[n].size)
			n++
		}
		x.divide(pieces, all[:n], end)
		all = all[n:]
	}
	return pieces
}

// divide divides the memory of accesses that overlap, up to end.
func (x *Mixed) divide(pieces Pieces, group []recorded, end int64) {
	first := group[0].place
	bounds := map[int64]bool{end: true}
	atomic := false
	for _, r := range group {
		bounds[r.place], bounds[r.place+r.size] = true, true
		atomic = atomic || x.atomic[r]
	}
	if atomic {
		if _, ok := code.ScalarOf(end-first, false); ok {
			pieces.add(Piece{first, end - first, true})
		}
		return
	}
	for at := first; at < end; {
		size := int64(1)
		for size < 8 && at%(2*size) == 0 && at+2*size <= end && !anyWithin(bounds, at, 2*size) {
			size *= 2
		}
		pieces.add(Piece{at, size, false})
		at += size
	}
}

func anyWithin(bounds map[int64]bool, from, size int64) bool {
	for at := from + 1; at < from+size; at++ {
		if bounds[at] {
			return true
		}
	}
	return false
}

func (p Pieces) add(piece Piece) {
	for at := range piece.Size {
		p[piece.place+at] = piece
	}
}

// PieceAt returns the piece that covers the byte at address, and where it begins.
func (m *Image) PieceAt(address int64) (p Piece, from int64, ok bool) {
	if len(m.Pieces) == 0 {
		return p, 0, false
	}
	place := m.place(address)
	p, ok = m.Pieces[place]
	return p, address - (place - p.place), ok
}
