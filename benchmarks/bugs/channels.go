package bugs

import (
	"dporbench/model"
	"dporbench/model/primitives"
)

func leakedSender(p *model.Program) {
	g := primitives.NewGroup(p, "channels")
	answer, timeout := g.Chan("answer", 0), g.Chan("timeout", 1)
	p.Thread("worker", func(t *model.Thread) { answer.Send(t, 42) })
	p.Thread("clock", func(t *model.Thread) { timeout.Send(t, 1) })
	p.Thread("caller", func(t *model.Thread) { primitives.Select(t, answer.RecvCase(), timeout.RecvCase()) })
}

func unclosedRange(p *model.Program) {
	c := primitives.NewChan(p, "c", 1)
	todo := p.Var("todo", 2)
	for range 2 {
		p.Thread("producer", func(t *model.Thread) {
			c.Send(t, 1)
			left := t.Load(todo) - 1 // the two loads may both see 2
			t.Store(todo, left)
			if left == 0 {
				c.Close(t)
			}
		})
	}
	p.Thread("consumer", func(t *model.Thread) {
		for range c.All(t) {
		}
	})
}

func doubleClose(p *model.Program) {
	c := primitives.NewChan(p, "c", 2)
	sent := p.Var("sent", 0)
	for range 2 {
		p.Thread("worker", func(t *model.Thread) {
			c.Send(t, 1)
			t.Add(sent, 1)
			if t.Load(sent) == 2 { // and not what Add has returned
				c.Close(t)
			}
		})
	}
}

func sendOnClosed(p *model.Program) {
	c := primitives.NewChan(p, "c", 1)
	p.Thread("producer", func(t *model.Thread) {
		for i := range int64(2) {
			c.Send(t, i)
		}
	})
	p.Thread("owner", func(t *model.Thread) {
		c.Recv(t)
		c.Close(t)
	})
}

func lockAndSend(p *model.Program) {
	m := primitives.NewMutex(p, "m")
	c := primitives.NewChan(p, "c", 0)
	p.Thread("sender", func(t *model.Thread) {
		m.Lock(t)
		c.Send(t, 1)
		m.Unlock(t)
	})
	p.Thread("receiver", func(t *model.Thread) {
		m.Lock(t)
		m.Unlock(t)
		c.Recv(t)
	})
}
