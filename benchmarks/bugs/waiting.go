package bugs

import (
	"dporbench/benchmarks"
	"dporbench/model"
	"dporbench/model/primitives"
)

func lostWakeup(p *model.Program) {
	c := primitives.NewCond(p, "c", primitives.NewMutex(p, "m"))
	ready := p.Var("ready", 0)
	p.Thread("waiter", func(t *model.Thread) {
		c.L.Lock(t)
		for t.Load(ready) == 0 {
			c.Wait(t)
		}
		c.L.Unlock(t)
	})
	p.Thread("signaller", func(t *model.Thread) { // without the lock
		t.Store(ready, 1)
		c.Signal(t)
	})
}

func waitWithIf(p *model.Program) {
	c := primitives.NewCond(p, "c", primitives.NewMutex(p, "m"))
	items := p.Var("items", 0)
	for range 2 {
		p.Thread("consumer", func(t *model.Thread) {
			c.L.Lock(t)
			if t.Load(items) == 0 {
				c.Wait(t)
			}
			t.Assert(t.Add(items, -1) > 0, "there is an item")
			c.L.Unlock(t)
		})
	}
	p.Thread("producer", func(t *model.Thread) {
		for range 2 {
			c.L.Lock(t)
			t.Add(items, 1)
			c.Signal(t)
			c.L.Unlock(t)
		}
	})
}

func lateAdd(p *model.Program) {
	g := primitives.NewWaitGroup(p, "g")
	done := p.Var("done", 0)
	p.Thread("main", func(t *model.Thread) {
		t.Go("worker", func(t *model.Thread) {
			g.Add(t, 1)
			t.Store(done, 1)
			g.Done(t)
		})
		g.Wait(t)
		t.Assert(t.Load(done) == 1, "the work is done")
	})
}

func missingDone(p *model.Program) {
	g := primitives.NewWaitGroup(p, "g")
	p.Thread("main", func(t *model.Thread) {
		g.Add(t, 2)
		for range 2 {
			t.Go("worker", func(t *model.Thread) {
				if giveUp := t.Choose(2) == 1; giveUp {
					return
				}
				g.Done(t)
			})
		}
		g.Wait(t)
	})
}

// swarmNumbers is the benchmark swarm with the mistake that dporswarm once had: see docs/many-machines.md.
func swarmNumbers(p *model.Program) { benchmarks.DeclareSwarm(p, 3, 1, 0, benchmarks.CountNumbers) }
