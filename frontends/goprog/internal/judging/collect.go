package judging

import (
	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// A cleanup runs once its object cannot be reached any more, and so does a finalizer, which reaches it again. What goroutines that have not ended may still
// read is reached, even if they wait forever, and so are package-level variables, what timers will call or send to, the functions and arguments of
// cleanups, and all that an object with a finalizer leads to.

// collection finds the objects that cannot be reached in a state.
type collection struct {
	front.State
	g       *machine.Generation
	watches []*machine.Watch // that have neither been stopped nor begun
	reached memory.Reach
}

// Survey returns the survey of the programs of a generation.
func Survey(g *machine.Generation) func(front.State) int64 {
	return func(s front.State) int64 {
		c := &collection{State: s, g: g}
		for _, t := range s.AppendBegun(nil) {
			if err := c.add(t); err != nil && g.News() != "" {
				return g.Found(c.value, nil) // the generation is given up anyway
			} else if err != nil {
				panic(&operation.UsageError{Problem: err.Error()})
			}
		}
		return g.Found(c.value, c.find())
	}
}

// add adds the objects that a thread can reach.
func (c *collection) add(t event.ThreadID) error {
	revealed, err := c.Revealed(t)
	h, ok := revealed.(*machine.Held)
	if !ok || h.Timer != nil && !c.g.IsSet(h.Timer, c.value) {
		return err
	}
	if w := h.Watch; w != nil && !w.Begun {
		if w.Cell.Now(0, c.value) != w.Armed {
			return nil
		}
		c.watches = append(c.watches, w)
	}
	for _, rec := range h.Live.Records {
		c.reached.AddRecord(rec)
	}
	return nil
}

func (c *collection) value(x front.Var) (word int64, ok bool) { return valueIn(c.State, x) }

// addContents adds the objects to which one points, but not that one itself.
func (c *collection) addContents(object *memory.Record) {
	var contents memory.Reach
	contents.Contents(c.g.Table, object, c.value)
	for _, rec := range contents.Records {
		if rec.Word != object.Word {
			c.reached.AddRecord(rec)
		}
	}
}

// find returns the watches whose objects cannot be reached. The cleanups of an object wait until it has no finalizer; weak pointers do not.
func (c *collection) find() (ids []int64) {
	if len(c.watches) == 0 {
		return nil
	}
	c.g.GlobalRoots(&c.reached)
	c.g.NativeRoots(&c.reached)
	finalized := map[*memory.Record]bool{}
	for _, w := range c.watches {
		if w.Finalizer {
			finalized[w.Object] = true
			c.addContents(w.Object)
		}
	}
	c.g.Close(&c.reached, c.value)
	for _, w := range c.watches {
		if !c.reached.Has(w.Object) && (w.Finalizer || w.Weak || !finalized[w.Object]) {
			ids = append(ids, w.ID)
		}
	}
	return ids
}
