package memory

import (
	"math"
	"slices"

	"dporbench/model/event"
)

// LocalHash makes a hash of values. The memory that only one goroutine reaches is added by its contents, and by which
// pointers are equal: its objects are numbered in the order in which they are met. An object that others may reach is its word.
type LocalHash struct {
	event.Hash
	Vague bool // something is not described
	seen  map[*Object]int
	loads []*Object // the variables in whose values the next value is
}

// Tags, so that different kinds of values differ.
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
	hashOther
	hashComplex
	hashVariable
)

// All adds values.
func (h *LocalHash) All(vs []Value) {
	h.Put(uint64(len(vs)))
	for _, v := range vs {
		h.Value(v)
	}
}

// Value adds a value.
func (h *LocalHash) Value(v Value) {
	h.Put(uint64(v.N))
	switch r := v.R.(type) {
	case nil:
		h.Put(hashNumber)
	case string:
		h.Put(hashText)
		h.Text(r)
	case complex128:
		h.Put(hashComplex)
		h.Numbers(int64(math.Float64bits(real(r))))
		h.Numbers(int64(math.Float64bits(imag(r))))
	case *Object:
		h.Object(r)
	case *Slice:
		h.Put(hashSlice)
		h.Object(r.O)
		h.Numbers(r.Off)
		h.Numbers(r.Len)
		h.Numbers(r.Cap)
	case *Iface:
		h.Put(hashIface)
		h.Text(r.T.ID)
		h.Value(r.V)
	case *Closure:
		h.Closure(r)
	case []Value:
		h.Put(hashCells)
		h.All(r)
	case *Mapping:
		h.Put(hashMapping)
		h.Entries(r.Entries())
		h.Numbers(r.set)
	case LocallyHashed:
		h.Put(hashOther)
		r.HashLocally(h)
	default:
		h.Vague = true
	}
}

// Register adds the value of a register. If it has the address of a variable that is loaded from and nothing else, and that is never written to any more, the value of the
// variable stands for it: nothing depends on which variable it is.
func (h *LocalHash) Register(v Value, loaded bool) {
	o, ok := v.R.(*Object)
	if !loaded || !ok || o.Shared == nil || o.Shared.isWritten() {
		h.Value(v)
		return
	}
	h.Put(hashVariable)
	if n := slices.Index(h.loads, o); n >= 0 {
		h.Put(uint64(n))
		return
	}
	h.loads = append(h.loads, o)
	h.Numbers(v.N)
	h.All(o.Shared.Birth)
	h.loads = h.loads[:len(h.loads)-1]
}

// Object adds an object; o may be nil.
func (h *LocalHash) Object(o *Object) {
	if o == nil {
		h.Put(hashNil)
		return
	}
	if o.Shared != nil {
		h.Put(hashShared)
		h.Numbers(o.Shared.Word)
		return
	}
	if n, met := h.seen[o]; met {
		h.Put(hashAgain)
		h.Numbers(int64(n))
		return
	}
	if h.seen == nil {
		h.seen = map[*Object]int{}
	}
	h.seen[o] = len(h.seen)
	h.Put(hashObject)
	h.Text(o.Site.ID)
	h.All(o.Cells) // a channel is known to others from the beginning
}

// capturing is a [Function] of which it is known how it uses variables of others.
type capturing interface {
	Captures() bool       // it depends on more than its arguments and bindings
	OnlyLoads(k int) bool // its kth binding is the address of a variable, and is only used to load the value of that
}

// Closure adds a function with its bindings. The other captures of some natives are not described.
func (h *LocalHash) Closure(c *Closure) {
	if c == nil {
		h.Put(hashNil)
		return
	}
	h.Put(hashClosure)
	h.Text(c.Fn.ID())
	f, ok := c.Fn.(capturing)
	h.Put(uint64(len(c.Bindings)))
	for k, v := range c.Bindings {
		h.Register(v, ok && f.OnlyLoads(k))
	}
	h.Vague = h.Vague || !ok || f.Captures()
}

// Entries adds the entries of a map.
func (h *LocalHash) Entries(all []Entry) {
	h.Put(uint64(len(all)))
	for _, e := range all {
		h.Numbers(e.Word) // which the key decides
		h.Numbers(e.Nth)
		h.Value(e.V)
	}
}

// OwnMemory reports whether memory that only one goroutine reaches has been added.
func (h *LocalHash) OwnMemory() bool { return len(h.seen) > 0 }

// LocallyHashed is the R of other values that describe themselves.
type LocallyHashed interface{ HashLocally(*LocalHash) }
