package memory

// Mapping is the contents of a map, in the order in which keys were first set. Keys are identified by their words, which
// are equal for equal keys. The methods of a nil Mapping that change nothing see no entries.
type Mapping struct {
	at      map[int64]int
	entries []Entry
	dead    int
}

// Entry is a key with its value.
type Entry struct {
	Word int64
	K, V Value
	dead bool
}

// Len returns the number of entries.
func (m *Mapping) Len() int {
	if m == nil {
		return 0
	}
	return len(m.at)
}

// Get returns the value of a key.
func (m *Mapping) Get(word int64) (Value, bool) {
	if m == nil {
		return Value{}, false
	}
	i, ok := m.at[word]
	if !ok {
		return Value{}, false
	}
	return m.entries[i].V, true
}

// Entries returns the entries in order, in a new slice.
func (m *Mapping) Entries() []Entry {
	if m == nil {
		return nil
	}
	all := make([]Entry, 0, len(m.at))
	for _, e := range m.entries {
		if !e.dead {
			all = append(all, e)
		}
	}
	return all
}

// Clone returns a copy, which is never nil.
func (m *Mapping) Clone() *Mapping {
	c := &Mapping{entries: m.Entries()}
	c.at = make(map[int64]int, len(c.entries))
	for i, e := range c.entries {
		c.at[e.Word] = i
	}
	return c
}

// Set sets the value of a key. It reports whether the key is new.
func (m *Mapping) Set(word int64, k, v Value) (isNew bool) {
	if i, ok := m.at[word]; ok {
		m.entries[i].V = v
		return false
	}
	if m.at == nil {
		m.at = map[int64]int{}
	}
	m.at[word] = len(m.entries)
	m.entries = append(m.entries, Entry{Word: word, K: k, V: v})
	return true
}

// Delete removes a key.
func (m *Mapping) Delete(word int64) {
	i, ok := m.at[word]
	if !ok {
		return
	}
	m.entries[i] = Entry{dead: true}
	delete(m.at, word)
	if m.dead++; m.dead > len(m.at) {
		*m = *m.Clone()
	}
}
