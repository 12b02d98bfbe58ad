package memory

import "dporbench/model/front"

// Reach is the published objects that some values lead to.
type Reach struct {
	Records []*Record
	seen    map[int64]bool   // the words of Records
	within  map[*Object]bool // the unpublished objects passed through
}

// Holder is something in a register that is not a value of the program.
type Holder interface {
	// Held calls hold for each value in it.
	Held(hold func(Value))
}

// Has reports whether an object is reached.
func (s *Reach) Has(r *Record) bool { return s.seen[r.Word] }

// Add adds what v leads to without going through a published object.
func (s *Reach) Add(v Value) {
	if h, ok := v.R.(Holder); ok {
		h.Held(s.Add)
		return
	}
	eachObject(v, s.object)
}

// eachObject calls f for each object that v leads to without going through another one.
func eachObject(v Value, f func(*Object)) {
	switch r := v.R.(type) {
	case *Object:
		f(r)
	case *Slice:
		f(r.O)
	case *Iface:
		eachObject(r.V, f)
	case *Closure:
		eachObjectOf(r.Bindings, f)
	case []Value:
		eachObjectOf(r, f)
	case *Mapping:
		for _, e := range r.Entries() {
			eachObject(e.K, f)
			eachObject(e.V, f)
		}
	}
}

func eachObjectOf(vs []Value, f func(*Object)) {
	for _, v := range vs {
		if v.R != nil {
			eachObject(v, f)
		}
	}
}

func (s *Reach) object(o *Object) {
	switch {
	case o == nil || s.within[o]:
	case o.Shared != nil:
		s.AddRecord(o.Shared)
	default:
		if s.within == nil {
			s.within = map[*Object]bool{}
		}
		s.within[o] = true
		eachObjectOf(o.Cells, s.object)
	}
}

// AddRecord adds a published object.
func (s *Reach) AddRecord(r *Record) {
	if s.seen[r.Word] {
		return
	}
	if s.seen == nil {
		s.seen = map[int64]bool{}
	}
	s.seen[r.Word] = true
	s.Records = append(s.Records, r)
}

// Births adds what the cells of a published object led to when it was published.
func (s *Reach) Births(r *Record) { eachObjectOf(r.Birth, s.object) }

// Words adds what words stand for, if anything.
func (s *Reach) Words(t *Table, words ...int64) {
	for _, word := range words {
		v, _ := t.Get(word)
		if state, ok := v.R.(State); ok {
			s.Words(t, state.Describe()...)
			continue
		}
		s.Add(v)
	}
}

// Contents adds what the cells of a published object lead to, where value returns what a variable holds.
func (s *Reach) Contents(t *Table, r *Record, value func(front.Var) (word int64, ok bool)) {
	for off := range r.vars {
		if x := r.vars[off].Load(); x != nil {
			if word, ok := value(x.Var); ok {
				s.Words(t, word)
				continue
			}
		}
		s.Words(t, r.words[off])
		s.Add(r.Birth[off])
	}
}
