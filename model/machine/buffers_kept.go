package machine

import (
	"dporbench/model/event"
	"dporbench/model/stack"
)

// bufferCuts holds the store buffers' part of cuts.
type bufferCuts struct {
	before  []writer
	writers []writer
	pending []int32
	lengths []int32 // of the queues, before and after the cut
	stores  []issuedStore
}

func (b *storeBuffers) resetCuts() { b.kept.reset() }

func (b *storeBuffers) growObjects(n, cuts int) {
	before := len(b.writers)
	for len(b.writers) < n {
		b.writers = append(b.writers, writer{thread: event.NoThread})
	}
	b.kept.writers = stack.Widen(b.kept.writers, cuts, b.writers[before:])
}

func (c *bufferCuts) reset() {
	c.before, c.writers, c.pending = c.before[:0], c.writers[:0], c.pending[:0]
	c.lengths, c.stores = c.lengths[:0], c.stores[:0]
}

// cut undoes the last events of E; Cut has kept everything else about them.
func (b *storeBuffers) cut(n int) {
	c := &b.kept
	c.before = append(c.before, b.before[n:]...)
	c.writers = append(c.writers, b.writers...)
	c.pending = append(c.pending, b.pending...)
	long := len(c.lengths)
	for _, queue := range b.queues {
		c.lengths = append(c.lengths, int32(len(queue)))
	}
	b.undoTo(n)
	for a, queue := range b.queues {
		c.stores = append(c.stores, queue[len(queue):c.lengths[long+a]]...)
		c.lengths = append(c.lengths, int32(len(queue)))
	}
}

// paste is the part of Paste for store buffers. f is the frame that was cut.
func (b *storeBuffers) paste(f frame) {
	c := &b.kept
	b.before = append(b.before[:f.at], stack.Take(&c.before, f.events)...)
	copy(b.writers, stack.Take(&c.writers, len(b.writers)))
	copy(b.pending, stack.Take(&c.pending, f.threads))
	clear(b.pending[f.threads:])
	short := stack.Take(&c.lengths, f.threads)
	long := stack.Take(&c.lengths, f.threads)
	for a := len(b.queues) - 1; a >= 0; a-- {
		if a >= f.threads {
			b.queues[a] = b.queues[a][:0]
			continue
		}
		b.queues[a] = append(b.queues[a][:short[a]], stack.Take(&c.stores, int(long[a]-short[a]))...)
	}
}

func (b *storeBuffers) states() ownStates { return &bufferStates{storeBuffers: b} }

// bufferStates holds the store buffers' part of States.
type bufferStates struct {
	*storeBuffers
	frames  []bufferFrame
	pending []int32
	writers []writer
	lengths []int32 // of the queues
	stores  []issuedStore
}

func (s *bufferStates) clear() {
	s.frames, s.pending, s.writers = s.frames[:0], s.pending[:0], s.writers[:0]
	s.lengths, s.stores = s.lengths[:0], s.stores[:0]
}

type bufferFrame struct{ pending, writers, lengths, stores int }

func (s *bufferStates) keep() {
	b := s.storeBuffers
	s.frames = append(s.frames, bufferFrame{len(s.pending), len(s.writers), len(s.lengths), len(s.stores)})
	s.pending = append(s.pending, b.pending...)
	s.writers = append(s.writers, b.writers...)
	for _, queue := range b.queues {
		s.lengths = append(s.lengths, int32(len(queue)))
		s.stores = append(s.stores, queue...)
	}
}

func (s *bufferStates) load(i int32) {
	b := s.storeBuffers
	from, to := s.frames[i], bufferFrame{len(s.pending), len(s.writers), len(s.lengths), len(s.stores)}
	if int(i)+1 < len(s.frames) {
		to = s.frames[i+1]
	}
	clear(b.pending[copy(b.pending, s.pending[from.pending:to.pending]):])
	for x := copy(b.writers, s.writers[from.writers:to.writers]); x < len(b.writers); x++ {
		b.writers[x] = writer{thread: event.NoThread}
	}
	stores, lengths := s.stores[from.stores:], s.lengths[from.lengths:to.lengths]
	for a := range b.queues {
		n := int32(0)
		if a < len(lengths) {
			n = lengths[a]
		}
		b.queues[a] = append(b.queues[a][:0], stores[:n]...)
		stores = stores[n:]
	}
	b.before = b.before[:0]
}
