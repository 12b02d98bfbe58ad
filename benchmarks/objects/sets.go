package objects

import (
	"math"

	"dporbench/model"
)

func sets() []Object {
	operations := []Operation{{"add", Key}, {"remove", Key}, {"contains", Key}}
	const source = "Heller, Herlihy, Luchangco, Moir, Scherer, Shavit: A Lazy Concurrent List-Based Set Algorithm, OPODIS 2005"
	return []Object{
		{Name: "lazy-list", Doc: "a set as a sorted list with a lock for each node, in which removed nodes are marked first", Source: source, Spec: "set",
			Operations: operations, declare: lazyList(false)},
		{Name: "lazy-list-unmarked", Doc: "the same, but nothing is marked", Source: source, Spec: "set", Broken: true,
			Operations: operations, declare: lazyList(true)},
	}
}

// A node of a list is four consecutive variables.
const (
	listKey = iota
	listNext
	listMarked
	listLock
	listFields
)

// list is a thread's view of the list: the node with the address 0 is the head, which is declared.
type list struct {
	t        *model.Thread
	head     []model.Var
	unmarked bool
}

func lazyList(unmarked bool) func(*model.Program, Client) calls {
	return func(p *model.Program, _ Client) calls {
		head := []model.Var{p.Var("head.key", math.MinInt64), p.Var("head.next", 0), p.Var("head.marked", 0), p.Var("head.lock", 0)}
		return func(t *model.Thread, name string, args []int64) []int64 {
			l := list{t, head, unmarked}
			switch name {
			case "add":
				return truth(l.add(args[0]))
			case "remove":
				return truth(l.remove(args[0]))
			}
			return truth(l.contains(args[0]))
		}
	}
}

func truth(b bool) []int64 {
	if b {
		return []int64{1}
	}
	return []int64{0}
}

func (l list) field(node int64, field int) model.Var {
	if node == 0 {
		return l.head[field]
	}
	return l.t.At(node + int64(field))
}

func (l list) load(node int64, field int) int64 { return l.t.Load(l.field(node, field)) }

func (l list) lock(node int64) {
	l.t.When(l.field(node, listLock), func(v int64) bool { return v == 0 }, func(int64) int64 { return 1 })
}

func (l list) unlock(node int64) { l.t.Store(l.field(node, listLock), 0) }

// find returns the last node with a lesser key, and the one after it, or 0, with its key.
func (l list) find(key int64) (before, node, found int64) {
	for {
		node = l.load(before, listNext)
		if node == 0 {
			return before, 0, math.MaxInt64
		}
		if found = l.load(node, listKey); found >= key {
			return before, node, found
		}
		before = node
	}
}

// locked is find, with the two nodes locked, and still adjacent.
func (l list) locked(key int64) (before, node, found int64, unlock func()) {
	for {
		before, node, found = l.find(key)
		l.lock(before)
		if node != 0 {
			l.lock(node)
		}
		unlock = func() {
			if node != 0 {
				l.unlock(node)
			}
			l.unlock(before)
		}
		if l.valid(before, node) {
			return before, node, found, unlock
		}
		unlock()
	}
}

func (l list) valid(before, node int64) bool {
	if !l.unmarked && (before != 0 && l.load(before, listMarked) != 0 || node != 0 && l.load(node, listMarked) != 0) {
		return false
	}
	return l.load(before, listNext) == node
}

func (l list) add(key int64) bool {
	before, after, found, unlock := l.locked(key)
	if found != key {
		node := l.t.NewVars("node", listFields, 0)
		l.t.Store(node[listKey], key)
		l.t.Store(node[listNext], after)
		l.t.Store(l.field(before, listNext), node[0].Address())
	}
	unlock()
	return found != key
}

func (l list) remove(key int64) bool {
	before, node, found, unlock := l.locked(key)
	if found == key {
		if !l.unmarked {
			l.t.Store(l.field(node, listMarked), 1)
		}
		l.t.Store(l.field(before, listNext), l.load(node, listNext))
	}
	unlock()
	return found == key
}

func (l list) contains(key int64) bool {
	_, node, found := l.find(key)
	return found == key && (l.unmarked || l.load(node, listMarked) == 0)
}
