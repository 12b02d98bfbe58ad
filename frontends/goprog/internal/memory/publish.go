package memory

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// Publisher encodes the values of one goroutine, and so publishes what these reach.
type Publisher struct {
	Table *Table
	Path  int64  // names the goroutine
	Name  string // for people
	count int64  // how often it has published
	log   []*Object
}

// Mark is a state of a Publisher, for Retract.
type Mark struct {
	count int64
	log   int
}

// Mark returns the current state.
func (p *Publisher) Mark() Mark { return Mark{p.count, len(p.log)} }

// Count returns the number of publications so far.
func (p *Publisher) Count() int64 { return p.count }

// Retract takes back what has been published since m; no other goroutine may have a word of it.
func (p *Publisher) Retract(m Mark) {
	for _, o := range p.log[m.log:] {
		o.Shared = nil
	}
	p.log, p.count = p.log[:m.log], m.count
}

// Encode returns the word for v, and v as others find it by that word.
func (p *Publisher) Encode(v Value) (word int64, shared Value) {
	t := p.Table
	switch r := v.R.(type) {
	case nil:
		return v.N, v
	case string:
		return t.value(digest{}.number(tagString).text(r), v)
	case Poison:
		return t.value(digest{}.number(tagPoison).text(string(r)), v)
	case complex128:
		return t.value(digest{}.number(tagComplex).complex(r), v)
	case *Object:
		rec := p.Publish(r)
		if v.N == 0 {
			return rec.Word, Value{R: rec.Obj}
		}
		return t.value(digest{}.numbers(tagPointer, rec.Word, v.N), Value{v.N, rec.Obj})
	case *Slice:
		rec := p.Publish(r.O)
		return t.value(digest{}.numbers(tagSlice, rec.Word, r.Off, r.Len, r.Cap), Value{R: &Slice{rec.Obj, r.Off, r.Len, r.Cap}})
	case *Iface:
		w, s := p.Encode(r.V)
		return t.value(digest{}.number(tagIface).text(r.T.ID).number(w), Value{R: &Iface{r.T, s}})
	case *Closure:
		words, bindings := p.encodeAll(r.Bindings)
		return t.value(digest{}.number(tagClosure).text(r.Fn.ID()).numbers(words...), Value{R: &Closure{r.Fn, bindings}})
	case []Value:
		words, cells := p.encodeAll(r)
		return t.value(digest{}.number(tagCells).numbers(words...), Value{R: cells})
	case *Mapping:
		return p.encodeMapping(r)
	}
	panic(fmt.Sprintf("goprog: a %T has no word", v.R))
}

func (p *Publisher) encodeAll(vs []Value) (words []int64, shared []Value) {
	words, shared = make([]int64, len(vs)), make([]Value, len(vs))
	for i, v := range vs {
		words[i], shared[i] = p.Encode(v)
	}
	return words, shared
}

func (p *Publisher) encodeMapping(m *Mapping) (word int64, shared Value) {
	if m.isNew() {
		return 0, Value{}
	}
	c := m.Clone()
	d := m.numbers(digest{}.number(tagMapping))
	for i := range c.entries {
		e := &c.entries[i]
		var k, v int64
		k, e.K = p.Encode(e.K)
		v, e.V = p.Encode(e.V)
		d = d.numbers(e.Word, k, v)
	}
	return p.Table.value(d, Value{R: c})
}

// Publish makes a record of o, and of every object without one that it reaches.
func (p *Publisher) Publish(o *Object) *Record {
	if o.Shared != nil {
		return o.Shared
	}
	s := &reach{}
	s.object(o)
	p.count++
	d := digest{}.numbers(tagRecord, p.Path, p.count)
	for _, o := range s.list {
		d = d.text(o.Site.ID).numbers(o.Cap, int64(len(o.Cells)))
		for _, c := range o.Cells {
			d = s.describe(d, c)
		}
	}
	t := p.Table
	t.publishing.Lock() // so that no one finds half of them
	defer t.publishing.Unlock()
	var made []*Object
	for i, o := range s.list {
		d := d.number(int64(i))
		if o.Shared = t.record(d); o.Shared == nil {
			o.Shared = p.newRecord(o, d, i)
			made = append(made, o)
		}
		p.log = append(p.log, o)
	}
	for _, o := range made {
		for k, c := range o.Cells {
			o.Shared.words[k], o.Shared.Birth[k] = p.Encode(c)
		}
	}
	t.enter(made)
	return o.Shared
}

// newRecord is a new record of o, without its words.
func (p *Publisher) newRecord(o *Object, d digest, index int) *Record {
	n := len(o.Cells)
	r := &Record{
		Word: d.word(), check: d.second, Name: fmt.Sprintf("%s.%s#%d", p.Name, o.Site.Name, p.count),
		Birth: make([]Value, n), words: make([]int64, n), vars: make([]atomic.Pointer[variable], n),
	}
	if p.Name == "" {
		r.Name = o.Site.Name // a package-level variable
	}
	if index > 0 {
		r.Name += fmt.Sprintf(".%d", index)
	}
	r.Obj = &Object{Site: o.Site, Cap: o.Cap, Shared: r}
	return r
}

// reach is objects of one goroutine that are published together.
type reach struct {
	list  []*Object
	index map[*Object]int // nil where they are few
}

const few = 8 // objects, which are found without an index

// place returns the index of an object in the list; it is negative if it is not there.
func (s *reach) place(o *Object) int {
	if s.index == nil {
		return slices.Index(s.list, o)
	}
	if i, ok := s.index[o]; ok {
		return i
	}
	return -1
}

func (s *reach) object(o *Object) {
	if o == nil || o.Shared != nil || s.place(o) >= 0 {
		return
	}
	if s.list = append(s.list, o); len(s.list) > few {
		s.number()
	}
	eachObjectOf(o.Cells, s.object)
}

// number numbers the objects added since its last call.
func (s *reach) number() {
	if s.index == nil {
		s.index = map[*Object]int{}
	}
	for i := len(s.index); i < len(s.list); i++ {
		s.index[s.list[i]] = i
	}
}

// describe adds v to d; objects published together are identified by their places in the list.
func (s *reach) describe(d digest, v Value) digest {
	d = d.number(v.N)
	switch r := v.R.(type) {
	case nil:
		return d
	case string:
		return d.number(tagString).text(r)
	case Poison:
		return d.number(tagPoison).text(string(r))
	case complex128:
		return d.number(tagComplex).complex(r)
	case *Object:
		return s.placed(d.number(tagPointer), r)
	case *Slice:
		return s.placed(d.number(tagSlice), r.O).numbers(r.Off, r.Len, r.Cap)
	case *Iface:
		return s.describe(d.number(tagIface).text(r.T.ID), r.V)
	case *Closure:
		return s.all(d.number(tagClosure).text(r.Fn.ID()), r.Bindings)
	case []Value:
		return s.all(d.number(tagCells), r)
	case *Mapping:
		d = r.numbers(d.numbers(tagMapping, int64(r.Len())))
		for _, e := range r.Entries() {
			d = s.describe(s.describe(d.number(e.Word), e.K), e.V)
		}
		return d
	}
	panic(fmt.Sprintf("goprog: a %T cannot be published", v.R))
}

func (s *reach) all(d digest, vs []Value) digest {
	d = d.number(int64(len(vs)))
	for _, v := range vs {
		d = s.describe(d, v)
	}
	return d
}

func (s *reach) placed(d digest, o *Object) digest {
	if o.Shared != nil {
		return d.number(o.Shared.Word)
	}
	return d.numbers(tagWithin, int64(s.place(o)))
}
