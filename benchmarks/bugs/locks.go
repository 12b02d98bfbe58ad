package bugs

import (
	"dporbench/model"
	"dporbench/model/primitives"
)

func lockOrder(p *model.Program) {
	a, b := p.Mutex("a"), p.Mutex("b")
	both := func(first, second model.Mutex) func(*model.Thread) {
		return func(t *model.Thread) {
			t.Lock(first)
			t.Lock(second)
			t.Unlock(second)
			t.Unlock(first)
		}
	}
	p.Thread("p", both(a, b))
	p.Thread("q", both(b, a))
}

func recursiveRLock(p *model.Program) {
	m := primitives.NewRWMutex(p, "m")
	p.Thread("reader", func(t *model.Thread) {
		m.RLock(t)
		m.RLock(t)
		m.RUnlock(t)
		m.RUnlock(t)
	})
	p.Thread("writer", func(t *model.Thread) {
		m.Lock(t)
		m.Unlock(t)
	})
}

func upgrade(p *model.Program) {
	m := primitives.NewRWMutex(p, "m")
	made := p.Var("made", 0)
	for range 2 {
		p.Thread("user", func(t *model.Thread) {
			m.RLock(t)
			missing := t.Load(made) == 0
			m.RUnlock(t)
			if missing {
				m.Lock(t)
				t.Assert(t.Add(made, 1) == 0, "it is made once")
				m.Unlock(t)
			}
		})
	}
}

func leakedPermit(p *model.Program) {
	s := primitives.NewSemaphore(p, "s", 1)
	for range 2 {
		p.Thread("worker", func(t *model.Thread) {
			s.Acquire(t)
			if failed := t.Choose(2) == 1; failed {
				return
			}
			s.Release(t)
		})
	}
}
