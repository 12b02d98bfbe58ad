package memory

import (
	"fmt"
	"sync"
	"sync/atomic"

	"dporbench/model/guarded"
)

// Table says what the words of a program stand for. All explorations of the program share it, and no thread can
// distinguish it from a function: a word depends only on what it stands for, and for an object also on its
// publisher.
type Table struct {
	mu         sync.RWMutex
	publishing sync.Mutex
	of         map[int64]meaning
	records    map[int64]*Record
	addresses  map[int64]int64 // the words of objects by their addresses
	described  atomic.Int64
}

type meaning struct {
	v     Value
	check uint64
}

// NewTable returns an empty table.
func NewTable() *Table { return &Table{of: map[int64]meaning{}, records: map[int64]*Record{}} }

// Get returns the value that a word stands for.
func (t *Table) Get(word int64) (Value, bool) {
	t.mu.RLock()
	m, ok := t.of[word]
	t.mu.RUnlock()
	return m.v, ok
}

// State is the state of something by which goroutines synchronise.
type State = guarded.State

// Number returns the word for a state: 0 for that of something new. [Table.State] returns the state of a word.
func (t *Table) Number(s State) int64 {
	described := s.Describe()
	if len(described) == 0 {
		return 0
	}
	d := digest{}.number(tagState).numbers(described...)
	if _, isNew := t.put(d, Value{R: s}); isNew {
		t.described.Add(int64(len(described)))
	}
	return d.word()
}

// Described returns how many numbers describe the states that have words. The memory of states is proportional to it.
func (t *Table) Described() int64 { return t.described.Load() }

// State returns the state that a word stands for; nil if it stands for none, as 0 does.
func (t *Table) State(word int64) State {
	v, _ := t.Get(word)
	s, _ := v.R.(State)
	return s
}

// record returns the record with that digest, or nil.
func (t *Table) record(d digest) *Record {
	t.mu.RLock()
	defer t.mu.RUnlock()
	r := t.records[d.word()]
	if r != nil && r.check != d.second {
		panic(&Refusal{Problem: fmt.Sprintf("two objects have the same word %d", r.Word)})
	}
	return r
}

// enter enters the records of objects.
func (t *Table) enter(made []*Object) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range made {
		t.records[o.Shared.Word] = o.Shared
		t.of[o.Shared.Word] = meaning{Value{R: o.Shared.Obj}, o.Shared.check}
	}
}

// put enters v, unless it has been entered, and returns the entry.
func (t *Table) put(d digest, v Value) (there Value, isNew bool) {
	word := d.word()
	t.mu.RLock()
	m, ok := t.of[word]
	t.mu.RUnlock()
	if !ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		if m, ok = t.of[word]; !ok {
			t.of[word] = meaning{v, d.second}
			return v, true
		}
	}
	if m.check != d.second {
		panic(&Refusal{Problem: fmt.Sprintf("two values have the same word %d", word)})
	}
	return m.v, false
}

// value is put for values.
func (t *Table) value(d digest, v Value) (word int64, shared Value) {
	shared, _ = t.put(d, v)
	return d.word(), shared
}
