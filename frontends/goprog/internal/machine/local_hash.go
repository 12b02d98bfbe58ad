package machine

import (
	"math"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
)

// Liveness says which registers of a Code may still be read.
type Liveness struct {
	Registers [][][]int // by block and instruction, and then at the end of the block; nil where all may be
	Loops     [][]int   // the numbers of the loops in which each block is
}

// localHash makes a hash of values. The memory that only one goroutine reaches is added by its contents, and by which
// pointers are equal: its objects are numbered in the order in which they are met. An object that others may reach is its word.
type localHash struct {
	sum   uint64
	vague bool // something is not described
	seen  map[*object]int
}

// Tags of what follows, so that different kinds of values differ.
const (
	hashNumber uint64 = iota + 1
	hashText
	hashNil
	hashShared
	hashAgain
	hashObject
	hashSlice
	hashIface
	hashClosure
	hashCells
	hashMapping
	hashIterator
	hashComplex
)

func (h *localHash) put(v uint64) { h.sum = event.Mix(h.sum+1, v) }

func (h *localHash) numbers(all ...int64) {
	for _, n := range all {
		h.put(uint64(n))
	}
}

func (h *localHash) text(s string) {
	h.put(uint64(len(s)))
	for len(s) > 0 {
		n := uint64(0)
		for i := range min(len(s), 8) {
			n |= uint64(s[i]) << (8 * i)
		}
		h.put(n)
		s = s[min(len(s), 8):]
	}
}

func (h *localHash) all(vs []value) {
	h.put(uint64(len(vs)))
	for _, v := range vs {
		h.value(v)
	}
}

func (h *localHash) value(v value) {
	h.put(uint64(v.N))
	switch r := v.R.(type) {
	case nil:
		h.put(hashNumber)
	case string:
		h.put(hashText)
		h.text(r)
	case complex128:
		h.put(hashComplex)
		h.numbers(int64(math.Float64bits(real(r))), int64(math.Float64bits(imag(r))))
	case *object:
		h.object(r)
	case *memory.Slice:
		h.put(hashSlice)
		h.object(r.O)
		h.numbers(r.Off, r.Len, r.Cap)
	case *memory.Iface:
		h.put(hashIface)
		h.text(r.T.ID)
		h.value(r.V)
	case *memory.Closure:
		h.closure(r)
	case []value:
		h.put(hashCells)
		h.all(r)
	case *memory.Mapping:
		h.put(hashMapping)
		h.entries(r.Entries())
	case *iterator:
		h.put(hashIterator)
		h.value(r.m)
		h.entries(r.entries)
		h.text(r.text)
		h.numbers(int64(r.at))
	default:
		h.vague = true
	}
}

func (h *localHash) object(o *object) {
	if o == nil {
		h.put(hashNil)
		return
	}
	if o.Shared != nil {
		h.put(hashShared)
		h.numbers(o.Shared.Word)
		return
	}
	if n, met := h.seen[o]; met {
		h.put(hashAgain)
		h.numbers(int64(n))
		return
	}
	if h.seen == nil {
		h.seen = map[*object]int{}
	}
	h.seen[o] = len(h.seen)
	h.put(hashObject)
	h.text(o.Site.ID)
	h.numbers(o.Cap)
	h.all(o.Cells)
}

// closure adds a function with what it captures. What some natives capture is not known.
func (h *localHash) closure(c *memory.Closure) {
	if c == nil {
		h.put(hashNil)
		return
	}
	h.put(hashClosure)
	h.text(c.Fn.ID())
	h.all(c.Bindings)
	if f, ok := c.Fn.(*Function); !ok || f.captures {
		h.vague = true
	}
}

func (h *localHash) entries(all []memory.Entry) {
	h.put(uint64(len(all)))
	for _, e := range all {
		h.numbers(e.Word)
		h.value(e.K)
		h.value(e.V)
	}
}
