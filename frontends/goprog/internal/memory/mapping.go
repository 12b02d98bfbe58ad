package memory

// Mapping is the contents of a map, in the order in which keys were first set. Keys are identified by their words, which
// are equal for equal keys. The methods of a nil Mapping that change nothing see no entries.
type Mapping struct {
	at       map[int64]int
	entries  []Entry
	dead     int
	Numbered bool // each key that is set has a number of its own, even if it has been deleted and set again
	set      int64
}

// Entry is a key with its value.
type Entry struct {
	Word int64
	K, V Value
	Nth  int64 // where entries are numbered: of how many keys that have been set it is the last one
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

// Has reports whether an entry is still there, and its key has not been deleted and set again.
func (m *Mapping) Has(e Entry) bool {
	if m == nil {
		return false
	}
	i, ok := m.at[e.Word]
	return ok && m.entries[i].Nth == e.Nth
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
	if m != nil {
		c.Numbered, c.set = m.Numbered, m.set
	}
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
	if m.Numbered {
		m.set++
	}
	m.entries = append(m.entries, Entry{Word: word, K: k, V: v, Nth: m.set})
	return true
}

// isNew reports whether there is nothing to be known of the mapping.
func (m *Mapping) isNew() bool { return m.Len() == 0 && (m == nil || m.set == 0) }

// numbers adds the numbers of entries to a digest.
func (m *Mapping) numbers(d digest) digest {
	if m.set == 0 {
		return d
	}
	d = d.number(m.set)
	for _, e := range m.Entries() {
		d = d.number(e.Nth)
	}
	return d
}

// Clear removes all keys.
func (m *Mapping) Clear() { *m = Mapping{Numbered: m.Numbered, set: m.set} }

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
