package behaviour

import (
	"sync"

	"dporbench/model/event"
	"dporbench/model/front"
)

// Crew numbers the threads that threads start, for several Behaviours of a program, which then give them the same numbers. Several goroutines may use it.
type Crew struct {
	mu    sync.Mutex
	paths []front.SpawnPath // in the order of their numbers
	at    map[front.SpawnPath]int
}

// through returns the paths of threads up to a path, which is numbered if it is new, without the first known ones.
func (c *Crew) through(path front.SpawnPath, known int) []front.SpawnPath {
	if c == nil {
		return []front.SpawnPath{path}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	n, met := c.at[path]
	if !met {
		if c.at == nil {
			c.at = map[front.SpawnPath]int{}
		}
		n = len(c.paths)
		c.at[path], c.paths = n, append(c.paths, path)
	}
	return c.paths[known : n+1]
}

// childOf numbers the n-th thread that t starts.
func (b *Behaviour) childOf(t event.ThreadID, n int32) event.ThreadID {
	path := front.SpawnPath{Parent: t, N: n}
	if id, known := b.children[path]; known {
		return id
	}
	for _, p := range b.limits.Crew.through(path, len(b.children)) {
		id := b.addThread(p)
		b.children[p] = id
		b.numberActor(id)
	}
	return b.children[path]
}
