package machine

import "sync"

// Idle keeps what judges run executions again with, from one execution to the next. Several goroutines may use it; the
// zero value holds nothing.
type Idle[T interface{ Close() }] struct {
	mu  sync.Mutex
	all []T
}

// Take returns one that is kept, or else a new one. It belongs to the caller, until Put.
func (i *Idle[T]) Take(newOne func() (T, error)) (T, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if last := len(i.all) - 1; last >= 0 {
		one := i.all[last]
		i.all = i.all[:last]
		return one, nil
	}
	return newOne()
}

// Put keeps one.
func (i *Idle[T]) Put(one T) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.all = append(i.all, one)
}

// Close closes those that are kept, which are forgotten.
func (i *Idle[T]) Close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, one := range i.all {
		one.Close()
	}
	i.all = nil
}
