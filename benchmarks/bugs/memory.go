package bugs

import "dporbench/model"

func lostUpdate(p *model.Program) {
	x := p.Var("x", 0)
	p.Thread("main", func(t *model.Thread) {
		increment := func(t *model.Thread) { t.Store(x, t.Load(x)+1) }
		a, b := t.Go("a", increment), t.Go("b", increment)
		t.Join(a)
		t.Join(b)
		t.Assert(t.Load(x) == 2, "both increments count")
	})
}

func doubleChecked(p *model.Program) {
	m := p.Mutex("m")
	made, value := p.Var("made", 0), p.Var("value", 0)
	for range 2 {
		p.Thread("user", func(t *model.Thread) {
			if t.Load(made) == 0 {
				t.Lock(m)
				if t.Load(made) == 0 {
					t.Store(made, 1)
					t.Store(value, 42)
				}
				t.Unlock(m)
			}
			t.Assert(t.Load(value) == 42, "what is made has its value")
		})
	}
}

// The stack is 1, 2. A pop reads the head and its successor, and replaces the head by the successor.
// Meanwhile the other thread pops both and pushes 1 again: the swap succeeds, and 2 is back without
// having been pushed.
func aba(p *model.Program) {
	head := p.Var("head", 1)
	next := p.Vars("next", 3, 0)
	pop := func(t *model.Thread) int64 {
		for range 2 { // attempts
			top := t.Load(head)
			if top == 0 {
				return 0
			}
			if t.CompareAndSwap(head, top, t.Load(next[top])) {
				return top
			}
		}
		return 0
	}
	p.Thread("main", func(t *model.Thread) {
		t.Store(next[1], 2)
		other := t.Go("other", func(t *model.Thread) {
			if pop(t) != 1 {
				return
			}
			second := pop(t)
			t.Store(next[1], t.Load(head))
			pushed := t.CompareAndSwap(head, t.Load(next[1]), 1)
			if second == 2 && pushed {
				t.Return(2) // it has 2, and 1 is the only element of the stack
			}
		})
		pop(t)
		if t.Join(other) == 2 {
			t.Assert(t.Load(head) != 2, "2 is in one place")
		}
	})
}
