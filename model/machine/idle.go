package machine

import "sync"

// Idle keeps, from one execution to the next, what judges rerun executions with. Several goroutines may use it; the
// zero value holds nothing.
type Idle[T interface{ Close() }] struct {
	mu  sync.Mutex
	all []T
}

// Take returns a kept one, or else a new one. It belongs to the caller until Put.
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

// Close closes and drops all that are kept.
func (i *Idle[T]) Close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, one := range i.all {
		one.Close()
	}
	i.all = nil
}
